// Streams by site and area, where the topology file says how to find them: how many there are and
// what is wrong with them, to choose one; and what people call a stream.
import { count, element, plural, setText } from './dom.js';
import { ABNORMAL, STATES } from './words.js';

/** Stands in an address for streams without a site or an area; no name that people give. */
export const OTHER = '(other)';

/** More sites than that are chosen by the list of their names alone. */
const MOST_SHOWN = 40;
const NOTABLE = [...ABNORMAL, 'silent', 'no-limit'];

/** What people call a stream: its name, else its id. */
export function shownName(stream) {
  return stream.name ?? stream.stream;
}

/** The same with its site and area, for sentences: two sites may have machines of one name. */
export function fullName(stream) {
  const place = [stream.site, stream.area].filter((part) => part !== undefined);
  return stream.name === undefined || place.length === 0 ? shownName(stream) : `${stream.name} (${place.join(', ')})`;
}

/** What the server takes for a choice: the empty text for streams without a site. */
export function asked(choice) {
  return choice === OTHER ? '' : choice;
}

function named(text) {
  return text === '' ? OTHER : text;
}

/** The groups of a site, all without one. */
function within(groups, site) {
  return site === null ? groups : groups.filter((group) => named(group.site) === site);
}

/** States of the streams of a site and an area; those of all where nothing is chosen. */
export function conditionsOf(fleet, site, area) {
  if (fleet.groups === undefined || (site === null && area === null)) {
    return fleet.conditions;
  }
  return summed(within(fleet.groups, site).filter((group) => area === null || named(group.area) === area));
}

function summed(groups) {
  const sums = {};
  for (const { conditions } of groups) {
    for (const [state, number] of Object.entries(conditions)) {
      sums[state] = (sums[state] ?? 0) + number;
    }
  }
  return sums;
}

function total(conditions) {
  return Object.entries(conditions).reduce((sum, [state, number]) => sum + (state === 'ended' ? 0 : number), 0);
}

/** Groups by one of their fields: what is wrong comes first, streams without a place come last. */
function byField(groups, field) {
  const found = new Map();
  for (const group of groups) {
    const name = named(group[field]);
    found.set(name, [...(found.get(name) ?? []), group]);
  }
  const urgency = (one) => {
    const worst = NOTABLE.findIndex((state) => one.conditions[state] > 0);
    return worst < 0 ? NOTABLE.length : worst;
  };
  return [...found]
    .map(([name, list]) => ({ name, conditions: summed(list) }))
    .filter((one) => total(one.conditions) > 0)
    .sort((a, b) => (a.name === OTHER) - (b.name === OTHER) || urgency(a) - urgency(b) || a.name.localeCompare(b.name));
}

/** A list of names to choose from, hidden where there are none. */
export class PlaceSelect {
  constructor(title, id, onchoose) {
    this.all = `all ${title.toLowerCase()}s`;
    this.select = element('select', { id, onchange: () => onchoose(this.select.value) });
    this.root = element('label', { for: id, hidden: true }, `${title} `, this.select);
  }

  update(groups, field, chosen) {
    const names = [...new Set((groups ?? []).map((group) => named(group[field])))].sort((a, b) => (a === OTHER) - (b === OTHER) || a.localeCompare(b));
    this.root.hidden = names.length === 0 || (names.length === 1 && names[0] === OTHER);
    if (chosen !== null && !names.includes(chosen)) {
      names.push(chosen);
    }
    const key = JSON.stringify(names);
    if (key !== this.key) {
      this.key = key;
      this.select.replaceChildren(
        element('option', { value: '' }, this.all),
        ...names.map((name) => element('option', { value: name }, name === OTHER ? 'other' : name)),
      );
    }
    this.select.value = chosen ?? '';
  }
}

/** The sites of a fleet as buttons; where a site is chosen, its areas. */
export class Places {
  constructor(onchoose) {
    this.onchoose = onchoose;
    this.list = element('ul', { class: 'sites' });
    this.title = element('h3', {});
    this.back = element('a', { class: 'back' }, '← All sites');
    this.root = element('nav', { 'aria-label': 'Sites and areas', hidden: true }, element('div', { class: 'toolbar' }, this.back, this.title), this.list);
    this.site = new PlaceSelect('Site', 'site', (site) => onchoose({ site, area: '' }));
    this.area = new PlaceSelect('Area', 'area', (area) => onchoose({ area }));
  }

  /** `everywhere` is the address without a site. */
  update(fleet, site, area, everywhere) {
    const groups = fleet.groups ?? [];
    const sites = groups.some((group) => group.site !== '');
    this.site.update(groups, 'site', site);
    this.area.update(within(groups, site), 'area', area);
    const field = sites && site === null ? 'site' : 'area';
    const places = byField(within(groups, site), field);
    const listed = places.some((place) => place.name !== OTHER);
    this.root.hidden = !listed && site === null;
    this.list.hidden = !listed;
    this.back.hidden = site === null;
    this.back.setAttribute('href', everywhere);
    setText(this.title, site === null ? '' : site === OTHER ? 'Other streams' : site);
    this.title.hidden = site === null;
    const key = JSON.stringify([field, places, site, area]);
    if (key !== this.key) {
      this.key = key;
      const focused = document.activeElement?.closest('.sites') === this.list ? document.activeElement.value : null;
      this.list.setAttribute('aria-label', field === 'site' ? 'Streams by site; choose one to see only those' : 'Streams by area; choose one to see only those');
      this.list.replaceChildren(...places.slice(0, MOST_SHOWN).map((place) => this.item(place, field, area)));
      if (focused !== null) {
        [...this.list.querySelectorAll('button')].find((button) => button.value === focused)?.focus();
      }
    }
  }

  item({ name, conditions }, field, area) {
    const chosen = field === 'area' && area === name;
    const streams = total(conditions);
    const wrong = NOTABLE.filter((state) => conditions[state] > 0);
    const label = name !== OTHER ? name : 'other';
    return element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: 'site',
          value: name,
          'data-tone': wrong.length === 0 ? 'plain' : STATES[wrong[0]].tone,
          'aria-pressed': String(chosen),
          onclick: () => this.onchoose(chosen ? { area: '' } : { [field]: name }),
        },
        element('strong', {}, label),
        element('span', { class: 'small muted' }, `${count(streams)} ${plural(streams, 'stream')}`),
        ...wrong.map((state) => element('span', { class: 'badge', 'data-tone': STATES[state].tone }, `${count(conditions[state])} ${STATES[state].label.toLowerCase()}`)),
      ),
    );
  }
}
