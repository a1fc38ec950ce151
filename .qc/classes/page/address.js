// What is shown stands in the address, so that it can be sent to somebody or kept: behind the hash
// the stream, then how it is looked at.

const STREAM = '/stream/';

/** Taken apart: stream (null for all) and the choices by name. */
export function read() {
  const hash = location.hash.replace(/^#/, '');
  const cut = hash.indexOf('?');
  const path = cut < 0 ? hash : hash.slice(0, cut);
  const choices = Object.fromEntries(new URLSearchParams(cut < 0 ? '' : hash.slice(cut + 1)));
  let stream = null;
  if (path.startsWith(STREAM)) {
    try {
      stream = decodeURIComponent(path.slice(STREAM.length));
    } catch {
      stream = null;
    }
  }
  return { stream, choices };
}

/** The address of a stream or of all, with choices; those that are empty are left out. */
export function link(stream, choices = {}) {
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== '' && value !== undefined && value !== null));
  const path = stream === null ? '#/' : `#${STREAM}${encodeURIComponent(stream)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Changes choices of the present address without a step in the browser's history. */
export function choose(changes) {
  const { stream, choices } = read();
  history.replaceState(null, '', link(stream, { ...choices, ...changes }));
}

/** How far back somebody may look. */
export const RANGES = [
  { key: 'live', title: 'Last readings' },
  { key: 'hour', title: '1 hour', length: 3600e3 },
  { key: 'shift', title: '8 hours', length: 8 * 3600e3 },
  { key: 'day', title: '1 day', length: 24 * 3600e3 },
  { key: 'week', title: '1 week', length: 7 * 24 * 3600e3 },
];

/** The range that an address names, the last readings if none. */
export function rangeOf(choices) {
  return RANGES.some((range) => range.key === choices.range) ? choices.range : 'live';
}
