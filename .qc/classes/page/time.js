// Clock times in a zone the person chose. Readings without a clock, whose times begin near zero
// because a counter was taken for one, are shown as time since the first.
import { duration } from './dom.js';

const MINUTE = 60000;
const DAY = 86400000;

/** Nobody recorded sensors with a right clock before this. */
const FIRST_CLOCK = Date.UTC(1985, 0, 1);

const HOME = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
const formats = new Map();
let zone = HOME;

/** The zones to choose from, the browser's own first. */
export const ZONES = HOME === 'UTC' ? ['UTC'] : [HOME, 'UTC'];

/** Takes a zone of the list; anything else is the browser's own. */
export function setZone(name) {
  zone = ZONES.includes(name) ? name : HOME;
}

/** The zone in use. */
export function zoneName() {
  return zone;
}

/** Whether axes shall be divided by UTC. */
export function usesUtc() {
  return zone === 'UTC';
}

/** Whether a time in milliseconds is one of a clock. */
export function isClock(time) {
  return time >= FIRST_CLOCK;
}

function format(parts, time) {
  const key = `${zone} ${parts}`;
  if (!formats.has(key)) {
    const shapes = {
      date: { day: '2-digit', month: 'short' },
      minute: { hour: '2-digit', minute: '2-digit' },
      second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
    };
    formats.set(key, new Intl.DateTimeFormat('en-GB', { ...shapes[parts], hourCycle: 'h23', timeZone: zone }));
  }
  return formats.get(key).format(time);
}

/** A time as people say it today, with the day where it is another one. */
export function clock(time, now = Date.now()) {
  if (time === undefined || time === null || !Number.isFinite(time)) {
    return '–';
  }
  if (!isClock(time)) {
    return `+${duration(time / 1000)}`;
  }
  const day = format('date', time);
  const text = format('second', time);
  return day === format('date', now) ? text : `${day}, ${text}`;
}

/** What stands under an axis whose marks are so many milliseconds apart. */
export function tick(time, apart) {
  if (!isClock(time)) {
    return `+${duration(time / 1000)}`;
  }
  if (apart < MINUTE) {
    const fraction = apart < 1000 ? `.${String(Math.floor(time % 1000)).padStart(3, '0')}` : '';
    return format('second', time) + fraction;
  }
  const text = format('minute', time);
  return apart >= DAY || text === '00:00' ? format('date', time) : text;
}

/** For how long something has lasted and since when. */
export function since(start, now) {
  return `since ${clock(start, now)} (${duration((now - start) / 1000)})`;
}
