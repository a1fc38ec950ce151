// What stands in the address, and what the server is asked by it.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { choose, go, incidentLink, link, listLink, rangeOf, read, stretchOf } from './address.js';
import { IncidentList } from './incidents.js';

beforeEach(() => {
  globalThis.location = { hash: '' };
  globalThis.history = { replaceState: (state, title, address) => (globalThis.location.hash = address) };
});

function at(hash) {
  globalThis.location.hash = hash;
  return read();
}

test('a stream with any letters comes back from its address', () => {
  for (const stream of ['pump-1', 'a/b?c#d e', 'ü&=%', '']) {
    assert.equal(at(link(stream, { range: 'day' })).stream, stream);
    assert.equal(read().choices.range, 'day');
  }
  assert.equal(at(incidentLink('pump-1/2026')).incident, 'pump-1/2026');
  assert.equal(read().stream, null);
});

test('the address of all streams names none, and half an escape is no stream', () => {
  assert.deepEqual(at(link(null, { site: 'north' })), { path: '/', stream: null, incident: null, incidents: false, choices: { site: 'north' } });
  assert.equal(at('#/stream/%E0%A4%A').stream, null);
  assert.ok(at(listLink({ state: 'open' })).incidents);
});

test('empty choices leave the address, the others stay', () => {
  at('#/stream/pump-1?range=day&zone=UTC');
  choose({ range: '', sensor: 'flow' });
  assert.equal(globalThis.location.hash, '#/stream/pump-1?zone=UTC&sensor=flow');
  go({ zone: undefined });
  assert.equal(globalThis.location.hash, '#/stream/pump-1?sensor=flow');
});

test('a stretch is two whole times in order; else a range counts, else the last readings', () => {
  assert.deepEqual(stretchOf({ from: '1000', to: '2000' }), [1000, 2000]);
  for (const choices of [{ from: '1000' }, { to: '2000' }, { from: '2000', to: '1000' }, { from: '1', to: '1' }, { from: '1.5', to: '3' }, { from: 'x', to: '3' }]) {
    assert.equal(stretchOf(choices), null);
  }
  assert.equal(rangeOf({ from: '1000', to: '2000', range: 'day' }), '');
  assert.equal(rangeOf({ range: 'week' }), 'week');
  assert.equal(rangeOf({ range: 'century' }), 'live');
});

test('incidents are asked for by state, stream, site and time', async () => {
  const asked = async (hash) => {
    at(hash);
    let path;
    await IncidentList.prototype.load.call({}, (one) => (path = one));
    const url = new URL(path, 'http://engine');
    assert.equal(url.pathname, '/api/incidents');
    return Object.fromEntries(url.searchParams);
  };
  assert.deepEqual(await asked(listLink()), { limit: '200', state: 'any', stream: '' });
  assert.deepEqual(await asked(listLink({ state: 'open', stream: 'a b', before: '17' })), { limit: '200', state: 'open', stream: 'a b', before: '17' });
  assert.deepEqual(await asked(listLink({ site: 'north' })), { limit: '200', state: 'any', stream: '', site: 'north' });
  assert.deepEqual(await asked(listLink({ site: '(other)', before: 'x' })), { limit: '200', state: 'any', stream: '', site: '' });
});
