// What the page says in words: the state of a stream against its map first, then what its
// certificates claim. Both come from the server.

/** What the model says of the present readings, in the order of attention. */
export const STATES = {
  outside: {
    label: 'Unlike the recording',
    tone: 'bad',
    icon: 'leave',
    words:
      'The present readings are unlike everything the model was fitted on. No bound says anything about them, ' +
      'however good it looks. Look at the machine and its sensors: a fault, or a new normal that has to be fitted.',
  },
  broken: {
    label: 'Sensors disagree',
    tone: 'bad',
    icon: 'leave',
    words:
      'The readings may each be usual, but the sensors do not keep the relations of the recording. ' +
      'Look at the sensor named, its valve and its controller; if this is a new normal, fit again.',
  },
  faulty: {
    label: 'Sensor faulty',
    tone: 'bad',
    icon: 'leave',
    words: 'A sensor does not read what its own past and the other sensors imply. Look at that sensor first, not at the machine.',
  },
  silent: {
    label: 'Silent',
    tone: 'warn',
    icon: 'pause',
    words: 'No reading for ten steps, or as long as input.silent-after says. Whatever was said last is old.',
  },
  'no-limit': {
    label: 'Not watched',
    tone: 'warn',
    icon: 'question',
    words:
      'Nothing is wrong that the model can see, but not every alarm of it works: a fault that only the missing one ' +
      'would notice goes unseen. Fit it again, on more rows of several runs or days.',
  },
  learning: {
    label: 'Learning',
    tone: 'plain',
    icon: 'dots',
    words: 'The first readings fill the delays or teach the scaling of the stream: nothing is watched yet.',
  },
  on: {
    label: 'Normal',
    tone: 'good',
    icon: 'check',
    words:
      'The present readings resemble those the model was fitted on, and the sensors follow each other as they did there.',
  },
  ended: {
    label: 'Ended',
    tone: 'plain',
    icon: 'pause',
    words: 'No reading for so long that nobody waits for one any more. It counts again from its next reading on.',
  },
};

/** Conditions in which something is wrong with the present readings. */
export const ABNORMAL = ['outside', 'broken', 'faulty'];

/** What the last window says, where the topology file declares units; in the order of attention. */
export const CLAIMS = {
  excluded: {
    label: 'Cannot meet tolerance',
    tone: 'bad',
    icon: 'cross',
    words:
      'At the stated level, no linear closure within the norm limit predicts as well as the tolerance asks. ' +
      'Refitting will not help: the process has changed, or the map or the tolerance is wrong for it.',
  },
  suspect: {
    label: 'Sampling suspect',
    tone: 'warn',
    icon: 'question',
    words:
      'The data contradict the sampling assumption, so the verdict is withheld. Check independence, duplicated data, ' +
      'clocks and labels.',
  },
  'was-outside': {
    label: 'Was unlike the recording',
    tone: 'warn',
    icon: 'back',
    words:
      'Too many readings of the last window were unlike the recording. The window claims nothing. ' +
      'Find out what happened before trusting the stream.',
  },
  outdated: {
    label: 'Verdict too old',
    tone: 'warn',
    icon: 'clock',
    words:
      'Readings come, but no window has closed for three times as long as the last one took: its verdict says nothing ' +
      'of the present. Do episodes end, do gaps keep pairs from counting? The topology file says what a unit is.',
  },
  undecided: {
    label: 'Undecided',
    tone: 'plain',
    icon: 'dots',
    words: 'The last window decided nothing. That is no sign of health: it is no information.',
  },
  waiting: {
    label: 'First window open',
    tone: 'plain',
    icon: 'clock',
    words: 'No certificate window has closed yet; nothing is claimed so far.',
  },
  within: {
    label: 'Within tolerance',
    tone: 'good',
    icon: 'check',
    words: 'The closure frozen before the last window predicts as well as the tolerance asks, at the stated level.',
  },
};

export const VERDICT_TONES = {
  EXCLUDED: 'bad',
  ATTAINABLE: 'good',
  UNDECIDED: 'plain',
  SUSPECT: 'warn',
  OUT_OF_MAP: 'bad',
};

const UNITS = {
  records: ['transitions', 'every transition is drawn independently of the others, from one law'],
  episodes: ['episodes', 'every episode starts anew, independently of the others, from one law'],
  fleet: ['streams', 'the streams are independent machines of one kind'],
};

/** The assumption under which certificates hold. */
export function assumption(sampling, units, level) {
  const [unit, claim] = UNITS[sampling];
  return (
    `Valid if ${claim}. A window counts ${units} ${unit}, and a verdict may be wrong ` +
    `with probability ${Number((100 * level).toPrecision(3))} % under that assumption.`
  );
}

export const LONG_STREAM = 'One long dependent stream counts as one unit, whatever its length.';
