// Clock times in a zone the person chose. Readings without a clock, whose times begin near zero
// because a counter was taken for one, are shown as time since the first.
import { duration } from './dom.js';

const MINUTE = 60000;
const DAY = 86400000;
const MONTH = 25 * DAY;

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
      month: { month: 'short', year: 'numeric' },
      dated: { day: 'numeric', month: 'short', year: 'numeric' },
      day: { day: 'numeric', month: 'long', year: 'numeric' },
      weekday: { weekday: 'short' },
      minute: { hour: '2-digit', minute: '2-digit' },
      second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
    };
    formats.set(key, new Intl.DateTimeFormat('en-GB', { ...shapes[parts], hourCycle: 'h23', timeZone: zone }));
  }
  return formats.get(key).format(time);
}

/** A time as people say it today, with day and year where it is another day. */
export function clock(time, now = Date.now()) {
  if (time === undefined || time === null || !Number.isFinite(time)) {
    return '–';
  }
  if (!isClock(time)) {
    return `+${duration(time / 1000)}`;
  }
  const day = format('dated', time);
  const text = format('second', time);
  return day === format('dated', now) ? text : `${day}, ${text}`;
}

/** A time with its day and year; seconds are said where two times of a sentence may share a minute. */
export function full(time) {
  if (time === undefined || time === null || !Number.isFinite(time)) {
    return '–';
  }
  return isClock(time) ? `${format('day', time)} ${format('second', time)}` : clock(time);
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The week of a time by its Monday, as the chosen zone has it. */
export function week(time) {
  if (!isClock(time)) {
    return 'Without clock times';
  }
  const back = Math.max(0, WEEKDAYS.indexOf(format('weekday', time)));
  return `Week of ${format('day', time - back * DAY)}`;
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
  if (apart >= MONTH) {
    return format('month', time);
  }
  const text = format('minute', time);
  return apart >= DAY || text === '00:00' ? format('date', time) : text;
}

/** For how long something has lasted and since when. */
export function since(start, now) {
  return `since ${clock(start, now)} (${duration((now - start) / 1000)})`;
}

/** A time as the value of an input of date and time, in the chosen zone. */
export function toInput(time) {
  if (!isClock(time)) {
    return '';
  }
  const shift = usesUtc() ? 0 : new Date(time).getTimezoneOffset() * MINUTE;
  return new Date(time - shift).toISOString().slice(0, 19);
}

/** The time of such a value; not a number where it is none. */
export function fromInput(text) {
  return Date.parse(usesUtc() ? `${text}Z` : text);
}
