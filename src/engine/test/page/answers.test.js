// What the page makes of the answers that the engine's own tests recorded: both sides read one file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { heldBy } from './instances.js';
import { meaning, quarantined, why } from './sentences.js';
import { sensorsOf, usualOf, withUnit } from './sensors.js';
import { fullName } from './sites.js';
import { setZone } from './time.js';
import { toldOf } from './told.js';
import { CLAIMS, STATES } from './words.js';

setZone('UTC');

/** One object of answers by path for each engine. */
const engines = readFileSync('api.json', 'utf8')
  .split(/^(?=\{)/m)
  .map((text) => JSON.parse(text));
const fleet = engines[0]['/api/streams'];

function* streams() {
  for (const answers of engines) {
    for (const [path, answer] of Object.entries(answers)) {
      for (const stream of answer.streams ?? (answer.condition === undefined ? [] : [answer])) {
        yield [path, stream, answers['/api/streams']];
      }
    }
  }
}

test('the page has words for every state and claim that the engine gives', () => {
  assert.deepEqual(Object.keys(STATES), Object.keys(fleet.conditions));
  let seen = 0;
  for (const [path, { condition, claim }] of streams()) {
    assert.ok(STATES[condition] !== undefined && (claim === undefined || CLAIMS[claim] !== undefined), path);
    seen++;
  }
  assert.ok(seen >= 6);
});

test('nothing is missing in what is said of any stream', () => {
  for (const [path, stream, all] of streams()) {
    for (const said of [why(stream), meaning(stream, all), fullName(stream)]) {
      assert.doesNotMatch(said, /undefined|null|NaN|\[object|Invalid/, `${path}: ${said}`);
    }
    assert.equal(why(stream) === '', STATES[stream.condition].tone === 'good', path);
  }
});

test('the stream in alarm is told with what the engine says of it', () => {
  const stream = engines[0]['/api/streams/pump-2'];
  assert.equal(stream.condition, 'outside');
  assert.ok(meaning(stream, fleet).includes(` ${stream.faultWords}.`));
  assert.match(meaning(stream, fleet), / Unlike the recording since .*\. /);
  assert.match(meaning(stream, fleet), /The model has no alarm for single sensors\. Alarms of relations are provisional/);
  assert.match(quarantined(stream.quarantined), /^2, the last at partition \d+ offset \d+: /);
});

test('sensors, instances and alerts are read as the engine writes them', () => {
  const [q, p] = sensorsOf(fleet.map);
  assert.deepEqual([withUnit(q, 1.234), usualOf(q), withUnit(p, 1.234), usualOf(p)], ['1.2 bar', '−2.0 to 2.0', '1.234', '–']);
  assert.match(heldBy(fleet), /3 of 8 partitions/);
  assert.match(toldOf(fleet), /^Alerts delivered since the engine started: mail 1 \(1 given up\)\. Not delivered by mail of .*: 1, the oldest for 90 s \(no answer\)\.$/);
});
