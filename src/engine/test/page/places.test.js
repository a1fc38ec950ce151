// Streams by site and area, and what people call them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, conditionsOf, fullName, OTHER, shownName } from './sites.js';

const groups = [
  { site: 'north', area: 'hall', conditions: { on: 3, outside: 1 } },
  { site: 'north', area: '', conditions: { on: 2 } },
  { site: 'south', area: 'hall', conditions: { on: 5, ended: 4 } },
  { site: '', area: '', conditions: { silent: 1 } },
];

test('a stream is called by its name, in sentences with its place', () => {
  assert.equal(shownName({ stream: 'p1' }), 'p1');
  assert.equal(shownName({ stream: 'p1', name: 'pump' }), 'pump');
  assert.equal(fullName({ stream: 'p1', name: 'pump', site: 'north', area: 'hall' }), 'pump (north, hall)');
  assert.equal(fullName({ stream: 'p1', name: 'pump', area: 'hall' }), 'pump (hall)');
  assert.equal(fullName({ stream: 'p1', site: 'north' }), 'p1');
});

test('states are counted for the site and the area that are chosen', () => {
  const fleet = { conditions: { on: 10 }, groups };
  assert.deepEqual(conditionsOf(fleet, null, null), { on: 10 });
  assert.deepEqual(conditionsOf(fleet, 'north', null), { on: 5, outside: 1 });
  assert.deepEqual(conditionsOf(fleet, 'north', 'hall'), { on: 3, outside: 1 });
  assert.deepEqual(conditionsOf(fleet, 'north', OTHER), { on: 2 });
  assert.deepEqual(conditionsOf(fleet, OTHER, null), { silent: 1 });
  assert.deepEqual(conditionsOf(fleet, null, 'hall'), { on: 8, outside: 1, ended: 4 });
  assert.deepEqual(conditionsOf(fleet, 'east', null), {});
  assert.deepEqual(conditionsOf({ conditions: { on: 1 } }, 'north', null), { on: 1 });
});

test('streams without a site are asked for by an empty name', () => {
  assert.equal(asked(OTHER), '');
  assert.equal(asked('north'), 'north');
});
