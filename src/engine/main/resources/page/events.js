// What happened to a stream: its incidents, the newest first.
import { incidentLink } from './address.js';
import { CHANNELS } from './channels.js';
import { duration, element } from './dom.js';
import { clock } from './time.js';

const MOST_SENSORS = 5;

/** Incidents as the stream's history and the incidents' topic know them, newest first. */
export function merged(kept, published) {
  const known = new Map((kept ?? []).map((one) => [one.opened, one]));
  (published ?? []).forEach((one) => known.set(one.opened, one));
  return [...known.values()].filter((one) => Number.isFinite(one.since)).sort((a, b) => b.since - a.since);
}

export class EventList {
  constructor() {
    this.list = element('ol', { class: 'incidents' });
    this.none = element('p', { class: 'muted' }, 'No incident in the stored history.');
    this.root = element(
      'section',
      { class: 'card', 'aria-labelledby': 'incidents-title' },
      element('h3', { id: 'incidents-title' }, 'What happened'),
      this.none,
      this.list,
    );
  }

  update(incidents, zone) {
    const shown = JSON.stringify([zone, incidents.map((one) => [one.number, one.incident, one.updated, one.ended, one.state, one.mark, one.acknowledgement])]);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    this.none.hidden = incidents.length > 0;
    this.list.replaceChildren(...incidents.map((one) => this.item(one)));
  }

  item(one) {
    const open = one.ended === undefined;
    const end = open ? 'still open' : `until ${clock(one.ended)} (${duration((one.ended - one.since) / 1000)})`;
    const what = `${channel(one)}${peak(one)}.${alike(one.similar?.[0])}`;
    const sensors = (one.sensors ?? [])
      .slice(0, MOST_SENSORS)
      .map((sensor) => `${sensor.name} ${Math.round(100 * sensor.share)} %`)
      .join(', ');
    const words = (one.faults ?? []).length > 0 ? one.words ?? '' : '';
    const mark =
      one.mark !== undefined
        ? `Marked as ${one.mark.label} by ${one.mark.who}${one.mark.note === '' ? '' : `: ${one.mark.note}`}.`
        : '';
    return element(
      'li',
      {},
      element('span', { class: 'badge', 'data-tone': open ? 'bad' : 'plain' }, open ? 'open' : one.state ?? 'ended'),
      ' ',
      element('strong', {}, clock(one.since)),
      ` ${end}. ${what}`,
      sensors === '' ? null : element('p', { class: 'muted small' }, `Contributing sensors: ${sensors}`),
      words === '' ? null : element('p', { class: 'small' }, words),
      mark === '' ? null : element('p', { class: 'small' }, mark),
      one.acknowledgement === undefined ? null : element('p', { class: 'small' }, `Acknowledged by ${one.acknowledgement.who}.`),
      one.incident === undefined ? null : element('p', { class: 'small' }, element('a', { href: incidentLink(one.incident) }, 'Curves, similar incidents, what to do')),
    );
  }
}

/** What was wrong, in words. */
export function channel(one) {
  const channels = one.channels ?? [];
  const said = CHANNELS.filter(([channel]) => channels.includes(channel)).map(([, words]) => words);
  const [first, ...rest] = said;
  return first === undefined ? 'Sensors disagree' : [first, ...rest.map((words) => words.toLowerCase())].join(', ');
}

function peak(one) {
  const highest = Math.max(one.peak?.map ?? 0, one.peak?.relations ?? 0);
  return highest > 0 ? `, peak ${highest < 10 ? highest.toFixed(1) : Math.round(highest)} times the threshold` : '';
}

/** The earlier incident that it resembles most. */
function alike(similar) {
  return similar === undefined ? '' : ` It resembles ${similar.incident}${similar.label === undefined ? '' : `, marked as ${similar.label}`}.`;
}
