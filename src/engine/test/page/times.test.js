// Times in the zone a person chose; this machine stands in Berlin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, fromInput, full, isClock, setZone, since, tick, toInput, usesUtc, week, zoneName, ZONES } from './time.js';

const MINUTE = 60000;
const DAY = 1440 * MINUTE;

/** A Thursday, in winter. */
const NOON = Date.UTC(2026, 0, 15, 12, 0, 0);

test('the zone is the own one, or UTC', () => {
  assert.deepEqual(ZONES, ['Europe/Berlin', 'UTC']);
  setZone('UTC');
  assert.ok(usesUtc());
  setZone('Mars/Olympus');
  assert.equal(zoneName(), 'Europe/Berlin');
});

test('a time of today is told without its day, another with it', () => {
  setZone('Europe/Berlin');
  assert.equal(clock(NOON, NOON + 5 * MINUTE), '13:00:00');
  assert.equal(clock(NOON, NOON + DAY), '15 Jan 2026, 13:00:00');
  assert.equal(clock(Date.UTC(2026, 0, 15, 23, 30), NOON), '16 Jan 2026, 00:30:00');
  assert.equal(full(NOON), '15 January 2026 13:00:00');
  setZone('UTC');
  assert.equal(clock(NOON, NOON), '12:00:00');
  assert.equal(full(undefined), '–');
  assert.equal(clock(null), '–');
});

test('a counter taken for a time is told from the first reading on', () => {
  assert.ok(!isClock(90000));
  assert.ok(isClock(NOON));
  assert.equal(clock(90000), '+90 s');
  assert.equal(full(7200000), '+2 h');
  assert.equal(tick(90000, 1000), '+90 s');
  assert.equal(week(90000), 'Without clock times');
  assert.equal(toInput(90000), '');
});

test('a week is named by its Monday, in the zone that is chosen', () => {
  setZone('UTC');
  assert.equal(week(NOON), 'Week of 12 January 2026');
  assert.equal(week(Date.UTC(2026, 0, 11, 23, 30)), 'Week of 5 January 2026');
  assert.equal(week(Date.UTC(2026, 0, 12, 0, 0)), 'Week of 12 January 2026');
  setZone('Europe/Berlin');
  assert.equal(week(Date.UTC(2026, 0, 11, 23, 30)), 'Week of 12 January 2026');
});

test('an axis has days, minutes or seconds, as its marks are apart', () => {
  setZone('UTC');
  assert.equal(tick(NOON, 5 * MINUTE), '12:00');
  assert.equal(tick(NOON + 5000, 5000), '12:00:05');
  assert.equal(tick(NOON + 250, 250), '12:00:00.250');
  assert.equal(tick(NOON, DAY), '15 Jan');
  assert.equal(tick(Date.UTC(2026, 0, 15), 60 * MINUTE), '15 Jan');
  assert.equal(tick(NOON, 31 * DAY), 'Jan 2026');
});

test('what lasts is told with its beginning', () => {
  setZone('UTC');
  assert.equal(since(NOON, NOON + 5 * MINUTE), 'since 12:00:00 (5 min)');
});

test('an input of a time is read as it was written, in summer too', () => {
  const summer = Date.UTC(2026, 6, 15, 12, 0, 0);
  for (const zone of ZONES) {
    setZone(zone);
    assert.equal(fromInput(toInput(NOON)), NOON);
    assert.equal(fromInput(toInput(summer)), summer);
  }
  setZone('Europe/Berlin');
  assert.equal(toInput(summer), '2026-07-15T14:00:00');
  assert.ok(Number.isNaN(fromInput('')));
});
