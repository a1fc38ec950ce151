// What is said of a stream: why it is in its state, what that means, what was done about it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel, merged } from './events.js';
import { heldBy } from './instances.js';
import { evidence, meaning, quarantined, relations, shelvedOf, why } from './sentences.js';
import { sayings } from './incident.js';
import { setZone } from './time.js';
import { toldOf } from './told.js';
import { ABNORMAL, assumption, STATES } from './words.js';

setZone('UTC');

const NOON = Date.UTC(2026, 0, 15, 12, 0, 0);
const MINUTE = 60000;

/** What is said beyond the words of the state. */
function beyond(detail, fleet = {}) {
  const said = meaning(detail, fleet);
  assert.ok(said.startsWith(STATES[detail.condition].words));
  return said.slice(STATES[detail.condition].words.length);
}

test('a stream in alarm says since when, and the sensors that stand out most', () => {
  const sensors = ['flow', 'speed', 'heat', 'noise'].map((name, i) => ({ name, share: 0.4 - 0.1 * i }));
  const row = { condition: 'outside', time: NOON + 5 * MINUTE, outsideSince: NOON, incident: { since: NOON - 5 * MINUTE, sensors } };
  assert.equal(why(row), 'since 11:55:00 (10 min): flow 40 %, speed 30 %, heat 20 %');
  assert.equal(why({ ...row, incident: undefined }), 'since 12:00:00 (5 min)');
  assert.equal(why({ ...row, alerted: false }), 'since 11:55:00 (10 min): flow 40 %, speed 30 %, heat 20 %; no alert yet: in so large a fleet chance does as much');
  assert.match(why({ ...row, silent: true, ageSeconds: 60 }), /heat 20 %; silent, last reading .*\d\d:\d\d:\d\d$/);
  assert.equal(why({ ...row, condition: 'faulty', sensorFaulty: true, faultWords: 'flow is stuck' }), 'flow is stuck');
});

test('a stream without an alarm says what is missing, and nothing where all is well', () => {
  assert.equal(why({ condition: 'on' }), '');
  assert.equal(why({ condition: 'no-limit' }), 'an alarm of the model is off');
  assert.equal(why({ condition: 'learning' }), 'an alarm lacks values that it needs');
  assert.match(why({ condition: 'silent', ageSeconds: 600, lastCondition: 'on' }), /^last reading .*: normal$/);
  assert.match(why({ condition: 'silent', ageSeconds: 600, lastCondition: 'learning' }), /^last reading [^a-z]*\d\d:\d\d:\d\d$/);
  assert.equal(why({ condition: 'off', time: NOON, modeUnknown: true, mode: 'wash' }), 'no model for mode wash');
});

test('a standstill says since when; a start says from when on it is judged', () => {
  const standing = { condition: 'off', time: NOON + 3 * MINUTE, standstill: { running: false, since: NOON } };
  assert.equal(why(standing), 'since 12:00:00 (3 min)');
  assert.equal(beyond(standing), ' Off since 12:00:00 (3 min).');
  const starting = { ...standing, standstill: { running: true, since: NOON, judgedFrom: NOON + 9 * MINUTE } };
  assert.equal(why(starting), 'started at 12:00:00, judged from 12:09:00');
  assert.equal(beyond({ ...starting, incident: {} }), ' It started at 12:00:00, judged from 12:09:00. The incident that was open when it stopped is still open.');
});

test('novelty names the five largest shares; less than one in a hundred is none', () => {
  const noveltyShares = { a: 0.05, b: 0.3, c: 0.2, d: 0.15, e: 0.14, f: 0.13, g: 0.009 };
  assert.equal(
    beyond({ condition: 'outside', time: NOON + MINUTE, outsideSince: NOON, noveltyShares }),
    ' Unlike the recording since 12:00:00 (60 s). Contributing sensors: b 30 %, c 20 %, d 15 %, e 14 %, f 13 %.',
  );
  assert.equal(beyond({ condition: 'outside', time: NOON + MINUTE, outsideSince: NOON }), ' Unlike the recording since 12:00:00 (60 s).');
});

test('sensors that stand out alike are named together, with what each reads', () => {
  const relationSensors = [
    { sensor: 'flow', factor: 10, value: 1, predicted: 2 },
    { sensor: 'speed', factor: 8, value: null, predicted: 3 },
    { sensor: 'heat', factor: 7.9, value: 5, predicted: 6 },
  ];
  const detail = { condition: 'broken', time: NOON + MINUTE, relationSince: NOON, relationSensors };
  assert.equal(
    beyond(detail),
    ' Sensors disagree since 12:00:00 (60 s): flow or speed do not follow the others as in the recording (10 times the usual deviation): ' +
      'flow reads 1, the others predict 2; speed is held at its last value.',
  );
  assert.match(beyond({ ...detail, relationSensors: relationSensors.slice(0, 1) }), /: flow does not follow the others/);
  assert.equal(beyond({ ...detail, relationSensors: [] }), ' Sensors disagree since 12:00:00 (60 s).');
});

test('a stream that learns says for what, and how long still', () => {
  const learning = (more) => beyond({ condition: 'learning', ...more });
  assert.match(learning({}), /Nothing is watched yet\.$/);
  assert.match(learning({ class: 3, readiness: 'incomplete' }), /The last reading lacks a value/);
  assert.match(learning({ class: 3, readiness: 'warming-up' }), /fill the delays of the model again/);
  assert.match(learning({ class: 0, relationLearning: true }), /more than 100 readings/);
  assert.match(learning({ class: 0, sensorWaiting: 1500 }), /judged again in 1,500 readings/);
});

test('alarms that are off or provisional are said of the map that watches', () => {
  const fleet = { map: { noveltyAlarm: 'on', relationAlarm: 'off', sensorAlarm: 'off' } };
  assert.equal(beyond({ condition: 'no-limit' }, fleet), ' The model has no alarm for relations and single sensors.');
  assert.equal(beyond({ condition: 'on', modeMap: { noveltyAlarm: 'on' }, mode: 'wash' }, fleet), ' Mode wash.');
  assert.match(beyond({ condition: 'on', map: { noveltyAlarm: 'provisional' } }, fleet), /^ Alarms of novelty are provisional/);
  assert.match(beyond({ condition: 'on', mode: 'dry', modeUnknown: true }), /^ Mode dry has no model/);
});

test('a notice names the alarm that would be raised', () => {
  assert.match(beyond({ condition: 'on', relationNotice: true }), /^ Notice: Relations would raise an alarm/);
  assert.match(beyond({ condition: 'on', sensorNotice: true, faultWords: 'flow is noisy' }), /^ Notice: A sensor would .* flow is noisy\.$/);
});

test('silence stands beside what the last readings were like', () => {
  assert.equal(beyond({ condition: 'outside', silent: true, ageSeconds: 600, lastCondition: 'outside' }), ' No reading for 10 min; status at the last one: Unlike the recording.');
});

test('figures beside the sentences say what they are measured against', () => {
  assert.equal(evidence(undefined), '–');
  assert.equal(evidence(0.256), '26 % of the evidence for an alarm');
  assert.equal(relations({}), 'not watched');
  assert.equal(relations({ relationLimit: 3 }), 'no reading before (threshold 3)');
  assert.equal(relations({ relationLimit: 3, relation: 1.5 }), '1.5 (threshold 3)');
  assert.equal(quarantined({ records: 1200, partition: 2, offset: 7, error: 'too deep' }), '1,200, the last at partition 2 offset 7: too deep');
  assert.equal(shelvedOf({ shelved: { until: NOON, who: 'Ana', why: 'repair' } }).replace('15 Jan 2026, ', ''), 'shelved until 12:00:00 by Ana: repair');
});

test('an incident of the topic replaces the one that the history kept, newest first', () => {
  const kept = [{ opened: 1, since: 1, mark: 'old' }, { opened: 3, since: 2 }, { opened: 9 }];
  const published = [{ opened: 1, since: 1, mark: 'new' }, { opened: 5, since: 4 }];
  assert.deepEqual(merged(kept, published), [{ opened: 5, since: 4 }, { opened: 3, since: 2 }, { opened: 1, since: 1, mark: 'new' }]);
  assert.deepEqual(merged(undefined, undefined), []);
  assert.equal(channel({ channels: ['sensors', 'map'] }), 'Unlike the recording, sensor faulty');
  assert.equal(channel({}), 'Sensors disagree');
});

test('what people said of an incident has names and times', () => {
  const ana = { who: 'Ana', when: NOON, note: '' };
  assert.deepEqual(sayings({ acknowledgement: ana, mark: { ...ana, label: 'sensor', note: 'loose plug' } }, undefined), [
    'Acknowledged by Ana, 15 January 2026 12:00:00',
    'It was a fault of a sensor, says Ana, 15 January 2026 12:00:00: loose plug',
  ]);
  const request = { ...ana, sensor: 'flow', answer: { who: 'Ben', when: NOON + MINUTE, accepted: false, note: 'too few rows' } };
  assert.deepEqual(sayings({ stream: 'p1', name: 'pump-1', request }, { shelved: { until: NOON, who: 'Ana', why: 'repair' } }), [
    'Ana, 15 January 2026 12:00:00 asks to accept sensor flow as normal. Refused by Ben, 15 January 2026 12:01:00: too few rows',
    'pump-1 is shelved until 15 January 2026 12:00:00 by Ana: repair',
  ]);
  assert.match(sayings({ request: ana }, undefined)[0], /asks to accept it as normal\. Nobody has carried it out yet\.$/);
});

test('a certificate says under what it is valid', () => {
  assert.equal(
    assumption('episodes', 200, 0.05),
    'Valid if every episode starts again, independently of the others, from the same distribution. A window counts 200 episodes, and a verdict may be wrong with probability 5 % under that assumption.',
  );
});

test('an answer says which instances it is from, and which could not be reached', () => {
  const fleet = { instance: 'one:8080', partitionsHeld: 6, partitionsTotal: 8, instances: [{ address: 'one:8080' }, { address: 'two:8080', problem: 'timed out' }] };
  assert.equal(heldBy(fleet), '1 instance: 6 of 8 partitions; not shown: two:8080 timed out');
  assert.match(heldBy({ ...fleet, instances: [{}, {}, {}] }), /^3 instances: 6 of 8 partitions$/);
  assert.equal(heldBy({ instance: 'one:8080' }), 'one:8080');
});

test('alerts of all instances are added by channel; what waits is said of each', () => {
  const instances = [
    { address: 'one', alerts: [{ channel: 'mail', delivered: 1200, givenUp: 1, undelivered: 0 }] },
    { address: 'two', alerts: [{ channel: 'mail', delivered: 30, givenUp: 0, undelivered: 2, oldestSeconds: 90, problem: 'no answer' }] },
  ];
  assert.equal(toldOf({ instances }), 'Alerts delivered since the engine started: mail 1,230 (1 given up). Not delivered by mail of two: 2, the oldest for 90 s (no answer).');
  assert.equal(toldOf({ instances: [{ address: 'one' }] }), '');
});

test('every abnormal state is told as one', () => {
  assert.deepEqual(ABNORMAL.map((state) => STATES[state].tone), ['bad', 'bad', 'bad']);
  assert.deepEqual(Object.keys(STATES).filter((state) => STATES[state].tone === 'good'), ['on']);
});
