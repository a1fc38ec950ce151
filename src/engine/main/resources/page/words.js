// What the page says in words: the state of a stream against its map first, then what its
// certificates claim. Both come from the server.

/** What the model says of the present readings, in the order of attention. */
export const STATES = {
  outside: {
    label: 'Unlike the recording',
    tone: 'bad',
    icon: 'leave',
    words:
      'The present readings are unlike everything the model was fitted on. No error bound applies to them, ' +
      'however good it looks. Check the machine and its sensors: either something is faulty, or this is a new normal and the model has to be fitted again.',
  },
  broken: {
    label: 'Sensors disagree',
    tone: 'bad',
    icon: 'leave',
    words:
      'Each reading may be normal by itself, but the sensors no longer follow each other as they did in the training recording. ' +
      'Check the named sensor, its valve and its controller; if this is a new normal, fit the model again.',
  },
  faulty: {
    label: 'Sensor faulty',
    tone: 'bad',
    icon: 'leave',
    words: 'The readings of a sensor do not match what its own past and the other sensors imply. Check that sensor before the machine.',
  },
  silent: {
    label: 'Silent',
    tone: 'warn',
    icon: 'pause',
    words: 'No reading for ten steps, or for the time set in input.silent-after. The last reported status is out of date.',
  },
  'no-limit': {
    label: 'Not watched',
    tone: 'warn',
    icon: 'question',
    words:
      'The model sees nothing wrong, but at least one of its alarms is off: a fault that only this alarm ' +
      'would notice goes unseen. Fit the model again on more rows, from several runs or days.',
  },
  learning: {
    label: 'Learning',
    tone: 'plain',
    icon: 'dots',
    words: 'Not every alarm judges the present reading: it lacks a value, or the stream is still collecting readings that an alarm needs.',
  },
  on: {
    label: 'Normal',
    tone: 'good',
    icon: 'check',
    words:
      'The present readings resemble those the model was fitted on, and the sensors follow each other as they did there.',
  },
  off: {
    label: 'Off',
    tone: 'plain',
    icon: 'pause',
    words: 'The machine is not in operation, so its readings are not judged.',
  },
  ended: {
    label: 'Ended',
    tone: 'plain',
    icon: 'pause',
    words: 'No reading for so long that the stream counts as ended. It becomes active again with its next reading.',
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
      'More training of the closure will not help: the process has changed, or the model or the tolerance is wrong for it.',
  },
  suspect: {
    label: 'Sampling suspect',
    tone: 'warn',
    icon: 'question',
    words:
      'The data violate the sampling assumption you declared, so the verdict is withheld. Check independence, duplicated data, ' +
      'clocks and labels.',
  },
  'was-outside': {
    label: 'Was unlike the recording',
    tone: 'warn',
    icon: 'back',
    words:
      'Too many readings of the last window were unlike the training recording, so the window certifies nothing. ' +
      'Find out what happened before trusting the stream.',
  },
  outdated: {
    label: 'Verdict too old',
    tone: 'warn',
    icon: 'clock',
    words:
      'Readings arrive, but no window has been completed for three times as long as the last one took: its verdict says nothing ' +
      'about the present. Check that episodes end and that gaps do not keep pairs from counting. The topology file defines what a unit is.',
  },
  undecided: {
    label: 'Undecided',
    tone: 'plain',
    icon: 'dots',
    words: 'The last window decided nothing. This does not mean that all is well: it is no evidence either way.',
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
    words: 'The closure, as it was when the last window started, meets the tolerance, at the stated level.',
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
  records: ['transitions', 'every transition is drawn independently of the others, from the same distribution'],
  episodes: ['episodes', 'every episode starts again, independently of the others, from the same distribution'],
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

export const LONG_STREAM = 'A single long stream of dependent readings counts as one unit, however long it is.';
