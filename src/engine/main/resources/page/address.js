// What is shown stands in the address, so that it can be sent to somebody or kept: behind the hash
// the stream, then how it is looked at.

const STREAM = '/stream/';
const INCIDENT = '/incident/';
const INCIDENTS = '/incidents';

/**
 * Taken apart: the stream (null for all), the incident (null for none), whether all incidents are
 * listed, and the choices by name.
 */
export function read() {
  const hash = location.hash.replace(/^#/, '');
  const cut = hash.indexOf('?');
  const path = cut < 0 ? hash : hash.slice(0, cut);
  const choices = Object.fromEntries(new URLSearchParams(cut < 0 ? '' : hash.slice(cut + 1)));
  return { path, stream: after(path, STREAM), incident: after(path, INCIDENT), incidents: path === INCIDENTS, choices };
}

function after(path, prefix) {
  if (!path.startsWith(prefix)) {
    return null;
  }
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return null;
  }
}

function address(path, choices) {
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== '' && value !== undefined && value !== null));
  return query.size === 0 ? `#${path}` : `#${path}?${query}`;
}

/** The address of a stream or of all, with choices; those that are empty are left out. */
export function link(stream, choices = {}) {
  return address(stream === null ? '/' : STREAM + encodeURIComponent(stream), choices);
}

/** The address of an incident. */
export function incidentLink(incident) {
  return address(INCIDENT + encodeURIComponent(incident), {});
}

/** The address of the list of incidents, with choices. */
export function listLink(choices = {}) {
  return address(INCIDENTS, choices);
}

/** Goes to the present address with other choices: a step back leads here again. */
export function go(changes) {
  const { path, choices } = read();
  location.hash = address(path === '' ? '/' : path, { ...choices, ...changes });
}

/** Changes choices of the present address without a step in the browser's history. */
export function choose(changes) {
  const { path, choices } = read();
  history.replaceState(null, '', address(path === '' ? '/' : path, { ...choices, ...changes }));
}

/** How far back somebody may look; the last two where the engine keeps so much. */
export const RANGES = [
  { key: 'live', title: 'Last readings' },
  { key: 'hour', title: '1 hour', length: 3600e3 },
  { key: 'shift', title: '8 hours', length: 8 * 3600e3 },
  { key: 'day', title: '1 day', length: 24 * 3600e3 },
  { key: 'week', title: '1 week', length: 7 * 24 * 3600e3 },
  { key: 'month', title: '1 month', length: 31 * 24 * 3600e3 },
  { key: 'all', title: 'Everything' },
];

/** The range that an address names, the last readings if none; empty for a stretch between two times. */
export function rangeOf(choices) {
  if (stretchOf(choices) !== null) {
    return '';
  }
  return RANGES.some((range) => range.key === choices.range) ? choices.range : 'live';
}

/** The two times, in milliseconds, that an address names; null if it names none. */
export function stretchOf({ from, to }) {
  const times = [Number(from), Number(to)];
  return from !== undefined && to !== undefined && times.every(Number.isSafeInteger) && times[0] < times[1] ? times : null;
}
