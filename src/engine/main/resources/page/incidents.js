// The incidents of all streams, week by week, the newest first.
import { choose, incidentLink, link, read, listLink } from './address.js';
import { count, duration, element, plural, setText } from './dom.js';
import { channel } from './events.js';
import { sayings } from './incident.js';
import { asked, fullName, PlaceSelect } from './sites.js';
import { full, week } from './time.js';

const ROWS = 200;

export class IncidentList {
  constructor(root) {
    this.root = root;
    this.onQuery = () => {};
    this.title = element('h2', { id: 'incidents-of-all', tabindex: '-1' }, 'Incidents');
    this.open = element('input', { type: 'checkbox', onchange: () => this.ask({ state: this.open.checked ? 'open' : '', before: '' }) });
    this.stream = element('input', { type: 'search', 'aria-label': 'Stream', placeholder: 'whole id of a stream', onchange: () => this.ask({ stream: this.stream.value.trim(), before: '' }) });
    this.site = new PlaceSelect('Site', 'incident-site', (site) => this.ask({ site, before: '' }));
    this.none = element('p', { class: 'card' });
    this.weeks = element('div', { class: 'stack' });
    this.older = element('a', {}, 'Older incidents');
    this.newest = element('a', {}, 'Newest incidents');
    root.append(
      element('p', {}, element('a', { href: '#/', class: 'back' }, '← All streams')),
      this.title,
      element('div', { class: 'toolbar' }, element('label', {}, this.open, ' only open ones'), element('label', {}, 'Stream ', this.stream), this.site.root),
      this.none,
      this.weeks,
      element('nav', { class: 'toolbar', 'aria-label': 'Other incidents' }, this.newest, this.older),
    );
  }

  focus() {
    this.title.focus();
  }

  ask(changes) {
    choose(changes);
    this.onQuery();
  }

  async load(ask) {
    const { state, stream, before, site } = read().choices;
    const query = { limit: ROWS, state: state === 'open' ? 'open' : 'any', stream: stream ?? '', ...(site === undefined ? {} : { site: asked(site) }) };
    return ask(`/api/incidents?${new URLSearchParams(/^-?\d+$/.test(before ?? '') ? { ...query, before } : query)}`);
  }

  update({ incidents, more }, fleet) {
    const { choices } = read();
    this.open.checked = choices.state === 'open';
    this.site.update(fleet.groups, 'site', choices.site ?? null);
    if (document.activeElement !== this.stream) {
      this.stream.value = choices.stream ?? '';
    }
    this.newest.hidden = choices.before === undefined;
    this.newest.setAttribute('href', listLink({ ...choices, before: '' }));
    this.older.hidden = more !== true;
    if (more === true) {
      this.older.setAttribute('href', listLink({ ...choices, before: String(Math.floor(incidents.at(-1).opened)) }));
    }
    this.none.hidden = incidents.length > 0;
    setText(this.none, choices.state === 'open' ? 'No incident is open.' : 'No incident is known. They need incidents.topic in the topology file.');
    const key = JSON.stringify([incidents, week(0), full(0)]);
    if (key !== this.key) {
      this.key = key;
      this.weeks.replaceChildren(...byWeek(incidents).map(([title, list]) => section(title, list)));
    }
  }
}

function byWeek(incidents) {
  const weeks = new Map();
  for (const incident of incidents) {
    const title = week(incident.opened);
    weeks.set(title, [...(weeks.get(title) ?? []), incident]);
  }
  return [...weeks];
}

function section(title, incidents) {
  return element(
    'section',
    { class: 'card' },
    element('h3', {}, `${title}: ${count(incidents.length)} ${plural(incidents.length, 'incident')}`),
    element('ul', { class: 'plain incidents' }, ...incidents.map(item)),
  );
}

function item(incident) {
  const open = incident.ended === undefined;
  const lasted = duration(((incident.ended ?? incident.updated) - incident.since) / 1000);
  const said = sayings(incident);
  return element(
    'li',
    {},
    element('span', { class: 'badge', 'data-tone': open ? 'bad' : 'plain' }, incident.state),
    ' ',
    element('a', { href: incidentLink(incident.incident) }, full(incident.since)),
    ' ',
    element('a', { href: link(incident.stream), title: incident.stream }, fullName(incident)),
    ` ${open ? 'for' : 'lasted'} ${lasted}. ${channel(incident)}: ${incident.sensors.slice(0, 3).map((sensor) => sensor.name).join(', ')}.`,
    said.length === 0 ? null : element('p', { class: 'small muted' }, said.join('. ')),
  );
}
