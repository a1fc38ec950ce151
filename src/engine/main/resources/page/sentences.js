// What the page says of a stream beyond the words of its state: why it is in it, in half a sentence
// for the list of all, and in whole sentences for its own page.
import { count, duration, number } from './dom.js';
import { clock, since } from './time.js';
import { ABNORMAL, STATES } from './words.js';

const MOST_NAMED = 3;
const MOST_SHARES = 5;

/** Sensors with this share of the largest factor are named together. */
const ALIKE = 0.8;

function lastHeard(row) {
  return clock(Date.now() - 1000 * row.ageSeconds);
}

/** An alarm stays until readings say otherwise; that none come is said beside it. */
function fellSilent(row) {
  return row.silent ? `; silent, last reading ${lastHeard(row)}` : '';
}

/** Where a budget decides which alarms are alerts: that this one is none yet. */
function noAlert(row) {
  return row.alerted === false ? '; no alert yet: in so large a fleet chance does as much' : '';
}

/** Shelved: its alarms are expected, until when and by whom. */
export function shelvedOf(row) {
  return row.shelved === undefined ? '' : `shelved until ${clock(row.shelved.until)} by ${row.shelved.who}: ${row.shelved.why}`;
}

/** Since when a machine stands still, or from when on its readings are judged. */
function standstill(row) {
  const { running, since: begin, judgedFrom } = row.standstill ?? {};
  if (begin === undefined) {
    return '';
  }
  return running ? `started at ${clock(begin, row.time)}, judged from ${clock(judgedFrom, row.time)}` : since(begin, row.time);
}

/** Why a stream is in its state, in half a sentence; empty where all is well. */
export function why(row) {
  const start = row.incident?.since ?? row.outsideSince ?? row.relationSince ?? row.sensorSince;
  if (ABNORMAL.includes(row.condition)) {
    if (row.faultWords !== undefined && row.sensorFaulty) {
      return row.faultWords + noAlert(row) + fellSilent(row);
    }
    const named = (row.incident?.sensors ?? []).slice(0, MOST_NAMED).map((sensor) => `${sensor.name} ${Math.round(100 * sensor.share)} %`);
    const begin = start === undefined ? '' : since(start, row.time);
    return [begin, named.join(', ')].filter(Boolean).join(': ') + noAlert(row) + fellSilent(row);
  }
  if (row.condition === 'silent') {
    return `last reading ${lastHeard(row)}${row.lastCondition === 'learning' ? '' : `: ${STATES[row.lastCondition].label.toLowerCase()}`}`;
  }
  if (row.condition === 'off') {
    return [row.modeUnknown ? `no model for mode ${row.mode}` : '', standstill(row)].filter(Boolean).join(', ');
  }
  if (row.condition === 'ended') {
    return `last reading ${lastHeard(row)}`;
  }
  return row.condition === 'no-limit' ? 'an alarm of the model is off' : row.condition === 'learning' ? 'an alarm lacks values that it needs' : '';
}

/** Records on which the engine threw; they lie on the rejects topic as failed. */
export function quarantined(mark) {
  return `${count(mark.records)}, the last at partition ${mark.partition} offset ${mark.offset}: ${mark.error}`;
}

/** How much of the evidence that makes a page has gathered. */
export function evidence(level) {
  return level === undefined ? '–' : `${Math.round(100 * level)} % of the evidence for an alarm`;
}

export function relations(detail) {
  if (detail.relationLimit === undefined) {
    return 'not watched';
  }
  const value = detail.relation === undefined ? 'no reading before' : number(detail.relation);
  return `${value} (threshold ${number(detail.relationLimit)})`;
}

/** Since when the relations are broken, and which sensors do not follow the others. */
function broken(detail) {
  if (detail.relationSince === undefined) {
    return '';
  }
  const sensors = detail.relationSensors ?? [];
  const begin = ` Sensors disagree ${since(detail.relationSince, detail.time)}`;
  if (sensors.length === 0) {
    return `${begin}.`;
  }
  // Sensors that stand out about as much cannot be told apart.
  const equals = sensors.filter((named) => named.factor >= ALIKE * sensors[0].factor);
  const verb = equals.length > 1 ? 'do not follow' : 'does not follow';
  const read = equals
    .map((named) =>
      (named.predicted ?? null) === null || (named.value ?? null) === null
        ? `${named.sensor} is held at its last value`
        : `${named.sensor} reads ${number(named.value, 5)}, the others predict ${number(named.predicted, 5)}`,
    )
    .join('; ');
  return (
    `${begin}: ${equals.map((named) => named.sensor).join(' or ')} ${verb} the others as in the recording ` +
    `(${count(Math.round(sensors[0].factor))} times the usual deviation): ${read}.`
  );
}

/** Which sensor is faulty and how; the same words as in the incident and in alerts. */
function faulty(detail) {
  return detail.sensorFaulty && detail.faultWords !== undefined ? ` ${detail.faultWords}.` : '';
}

/** A provisional alarm whose evidence is complete: no alarm while the others show nothing. */
function notice(detail) {
  const channel = detail.noveltyNotice ? 'Novelty' : detail.relationNotice ? 'Relations' : detail.sensorNotice ? 'A sensor' : '';
  const words = detail.sensorNotice && detail.faultWords !== undefined ? ` ${detail.faultWords}.` : '';
  return channel === ''
    ? ''
    : ` Notice: ${channel} would raise an alarm, but the training recording was too short for a reliable threshold, and the other alarms show nothing.${words}`;
}

/** What the readings were like before they stopped coming; it stands beside the silence. */
function silence(detail) {
  return detail.silent ? ` No reading for ${duration(detail.ageSeconds)}; status at the last one: ${STATES[detail.lastCondition].label}.` : '';
}

/** What a stream's state means: its words, then all that is known of it. */
export function meaning(detail, fleet) {
  return STATES[detail.condition].words + mode(detail) + said(detail) + alarms(detail, fleet) + shelved(detail);
}

/** What is known of the present readings; of a machine that stands still, since when. */
function said(detail) {
  return detail.condition === 'off'
    ? off(detail)
    : learning(detail) + silence(detail) + outside(detail) + broken(detail) + faulty(detail) + notice(detail);
}

/** Which mode the machine is in, where it has several. */
function mode(detail) {
  if (detail.mode === undefined) {
    return '';
  }
  return detail.modeUnknown
    ? ` Mode ${detail.mode} has no model (model.by-mode in the topology file): its readings are not judged.`
    : ` Mode ${detail.mode}.`;
}

/** Since when nothing is judged, and what was open when the machine stopped. */
function off(detail) {
  const when = standstill(detail);
  const open = detail.incident === undefined ? '' : ' The incident that was open when it stopped is still open.';
  return `${when === '' ? '' : ` ${detail.standstill.running ? 'It' : 'Off'} ${when}.`}${open}`;
}

/** Which alarm the readings are collected for, and how many more it needs. */
function learning(detail) {
  if (detail.condition !== 'learning') {
    return '';
  }
  if (detail.class !== undefined && detail.readiness === 'incomplete') {
    return ' The last reading lacks a value: whether it resembles the recording, and whether its sensors follow each other, was not judged.';
  }
  if (detail.class !== undefined && detail.readiness === 'warming-up') {
    return ' The readings fill the delays of the model again after a gap or a missing value.';
  }
  if (detail.class !== undefined && detail.relationLearning) {
    return ' For more than 100 readings it has not been possible to judge whether the sensors follow each other: too few values came in each, or no reading followed another by one step. All other alarms work, except that drift and scatter of a single sensor need complete readings too.';
  }
  return detail.class === undefined
    ? ' They fill the delays of the model, or teach it the scaling of this stream. Nothing is watched yet.'
    : ` The readings resemble those the model was fitted on, and the sensors follow each other as they did there. A sensor that stands still, has no value or leaves its range is noticed. ` +
        `Whether one drifts or scatters is judged again in ${count(detail.sensorWaiting)} readings, if they come without a gap: until then its past is not known, or holds an alarm.`;
}

/** What of the alarms is off or provisional. */
function alarms(detail, fleet) {
  const map = detail.map ?? detail.modeMap ?? fleet.map ?? {};
  const off = [
    map.noveltyAlarm === 'off' ? 'novelty' : '',
    map.relationAlarm === 'off' ? 'relations' : '',
    map.sensorAlarm === 'off' ? 'single sensors' : '',
  ].filter(Boolean);
  const said = off.length === 0 ? '' : ` The model has no alarm for ${off.join(' and ')}.`;
  const provisional = [
    map.noveltyAlarm === 'provisional' ? 'novelty' : '',
    map.relationAlarm === 'provisional' ? 'relations' : '',
    map.sensorAlarm === 'provisional' ? 'single sensors' : '',
  ].filter(Boolean);
  return provisional.length > 0
    ? `${said} Alarms of ${provisional.join(' and ')} are provisional: the training recording was too short for reliable thresholds. One alarm alone is only a notice, two together are a full alarm; a sensor that is stuck or gone is one by itself.`
    : said;
}

/** Until when its alarms raise no alerts, by whom and why. */
function shelved(detail) {
  return detail.shelved === undefined ? '' : ` The stream is ${shelvedOf(detail)}.`;
}

/** Since when, and which sensors the novelty comes from, the largest share first. */
function outside(detail) {
  if (detail.outsideSince === undefined) {
    return '';
  }
  const shares = Object.entries(detail.noveltyShares ?? {})
    .filter(([, share]) => share >= 0.01)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_SHARES)
    .map(([sensor, share]) => `${sensor} ${Math.round(100 * share)} %`);
  const from = shares.length === 0 ? '' : ` Contributing sensors: ${shares.join(', ')}.`;
  return ` Unlike the recording ${since(detail.outsideSince, detail.time)}.${from}`;
}
