// Numbers, durations and sensors' values as people read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asShown, count, decimals, duration, number, reading } from './dom.js';
import { beyondOf, sensorsOf, usualOf, withUnit } from './sensors.js';

test('a number has three digits, and a dash stands for what is not known', () => {
  assert.equal(number(0.123456), '0.123');
  assert.equal(number(-12.345), '−12.3');
  assert.equal(number(1.23456, 5), '1.2346');
  assert.equal(number(12345.6), '12,346');
  assert.equal(number(0.00012), '1.2e-4');
  assert.equal(number(1500000), '1.5e+6');
  assert.equal(number(1e-10), '0');
  assert.deepEqual([undefined, null, NaN, Infinity].map((one) => number(one)), ['–', '–', '–', '–']);
});

test('a duration is told in the unit a person would choose', () => {
  const told = [0.04, 9.94, 10, 119, 120, 7199, 7200, 172799, 172800, 10 * 86400].map(duration);
  assert.deepEqual(told, ['0.0 s', '9.9 s', '10 s', '119 s', '2 min', '120 min', '2 h', '48 h', '2 d', '10 d']);
  assert.equal(duration(undefined), '–');
  assert.equal(duration(NaN), '–');
});

test('a value has the decimals that its usual range needs', () => {
  assert.deepEqual([16, 0.5, 0.02, 1000].map(decimals), [0, 2, 3, 0]);
  assert.equal(decimals(0), null);
  assert.equal(reading(12.3456, 2), '12.35');
  assert.equal(reading(12, 2), '12.00');
  assert.equal(reading(1234.5678), '1,234.6');
  assert.equal(reading(-0.5, 1), '−0.5');
  assert.equal(reading(0), '0');
  assert.equal(reading(2e9, 0), '2.0000e+9');
  assert.equal(reading(1e-7), '1.0000e-7');
  assert.equal(asShown(-1234567.89, 1), -1234567.9);
  assert.equal(count(1234567), '1,234,567');
  assert.equal(count(undefined), '–');
});

test('a sensor is told with its unit and its usual range, of its own place in the map', () => {
  const [speed, flow, lamp] = sensorsOf({ sensors: ['speed', 'flow', 'lamp'], units: { flow: 'l/min' }, usual: [[84, 100], [0.1, 0.6], null] });
  assert.equal(withUnit(speed, 91.4), '91');
  assert.equal(withUnit(flow, 0.256), '0.26 l/min');
  assert.equal(usualOf(flow), '0.10 to 0.60');
  assert.equal(usualOf(lamp), '–');
  assert.deepEqual(sensorsOf({ sensors: ['speed'] }), [{ name: 'speed', unit: '', usual: null, places: null }]);
});

test('a value is beyond its usual range only where that can be read', () => {
  const [speed] = sensorsOf({ sensors: ['speed'], usual: [[84, 100]] });
  assert.deepEqual([83.4, 83.6, 92, 100.4, 100.6].map((value) => beyondOf(speed, value)), ['below', '', '', '', 'above']);
  assert.equal(beyondOf(speed, undefined), '');
  assert.equal(beyondOf({ name: 'lamp', usual: null, places: null }, 5), '');
});
