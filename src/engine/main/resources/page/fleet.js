// All streams as tiles or as a list: what wants attention first, until the person sorts otherwise.
// Search, state and order are the server's work, so that ten thousand streams are no more than two
// hundred for this page.
import { choose, link, listLink, read } from './address.js';
import { heldBy } from './instances.js';
import { count, element, icon, plural, setText } from './dom.js';
import { sensorsOf } from './sensors.js';
import { asked as placeAsked, conditionsOf, fullName, OTHER, Places } from './sites.js';
import { ALARMING, firstError, Row, Tile } from './tiles.js';
import { clock } from './time.js';
import { toldOf } from './told.js';
import { ABNORMAL, assumption, CLAIMS, LONG_STREAM, STATES, VERDICT_TONES } from './words.js';

const ORDER = Object.keys(STATES);
const ROWS = 200;
const MOST_ROWS = 1000;
const MOST_ANNOUNCED = 3;
const MOST_CAUSES = 6;

/** More tiles than that are no overview: then a list is shown first. */
const MOST_TILES = 60;

/** Columns; those with an order are sorted by the server, the others among what is shown. */
const COLUMNS = [
  { key: 'stream', title: 'Stream', order: 'id' },
  { key: 'condition', title: 'Status', order: 'attention' },
  { key: 'why', title: 'Why', order: 'attention' },
  { key: 'novelty', title: 'Relative to threshold', order: 'severity' },
  { key: 'error', title: 'Forecast error', value: (row) => -firstError(row)?.[1] },
  { key: 'bound', title: 'Error bound against tolerance', value: (row) => -(row.upper / row.tolerance) },
  { key: 'age', title: 'Last reading', order: 'age' },
];
const SORTED = COLUMNS.filter((column) => column.key !== 'why');

/** What a stream in alarm is announced as, nothing for the others. */
function news(row) {
  const claim = ALARMING.includes(row.claim) ? row.claim : undefined;
  const words = ABNORMAL.includes(row.condition) ? STATES[row.condition] : CLAIMS[claim];
  return words?.label;
}

export class FleetView {
  constructor(root, announcer) {
    this.root = root;
    this.announcer = announcer;
    this.rows = new Map();
    this.tiles = new Map();
    this.alarms = null;
    this.called = new Map();
    this.limit = ROWS;
    this.onQuery = () => {};
    this.build();
  }

  /** What the address asks for. */
  asked() {
    const { path, choices } = read();
    if (path === '' || path === '/') {
      this.choices = choices;
    }
    const { sort, state, find, view, site, area } = this.choices ?? {};
    return {
      column: SORTED.find((column) => column.key === sort) ?? COLUMNS[1],
      state: ORDER.includes(state) ? state : null,
      find: find ?? '',
      view,
      site: site ?? null,
      area: area ?? null,
    };
  }

  path() {
    const { column, state, find, site, area } = this.asked();
    const query = new URLSearchParams({ order: column.order ?? 'attention', limit: this.limit, state: state ?? 'present' });
    if (find !== '') {
      query.set('contains', find);
    }
    for (const [name, place] of Object.entries({ site, area })) {
      if (place !== null) {
        query.set(name, placeAsked(place));
      }
    }
    return `/api/streams?${query}`;
  }

  /** The address of this view, to come back to it. */
  address() {
    return link(null, this.choices ?? {});
  }

  choose(changes) {
    choose(changes);
    this.onQuery();
  }

  build() {
    this.chips = element('ul', { class: 'chips', 'aria-label': 'Streams by status; choose one to see only those' });
    this.chipButtons = new Map();
    this.places = new Places((changes) => this.choose(changes));
    this.assumption = element('p', { class: 'assumption small' });
    this.rejects = element('p', { id: 'rejects', class: 'rejects small', hidden: true });
    this.told = element('p', { id: 'told', class: 'rejects small', hidden: true });
    this.trial = element('p', { id: 'trial', class: 'small', hidden: true });
    this.skill = element('p', { id: 'fleet-skill', class: 'small', hidden: true });
    this.shared = element('div', { class: 'card shared', hidden: true });
    this.search = element('input', {
      type: 'search',
      id: 'filter',
      placeholder: 'part of a name',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (event) => this.choose({ find: event.target.value.trim() }),
    });
    this.select = element(
      'select',
      { id: 'sort', onchange: (event) => this.sortBy(event.target.value) },
      ...SORTED.map((column) => element('option', { value: column.key }, column.key === 'condition' ? 'Attention' : column.title)),
    );
    this.views = new Map(
      [['tiles', 'Tiles'], ['list', 'List']].map(([key, title]) => [
        key,
        element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.choose({ view: key }) }, title),
      ]),
    );
    this.headers = new Map();
    const head = element('div', { role: 'row', class: 'row head' });
    for (const column of COLUMNS) {
      const button = column.key === 'why' ? column.title : element('button', { type: 'button', onclick: () => this.sortBy(column.key) }, column.title);
      const cell = element('div', { role: 'columnheader', class: column.key }, button);
      this.headers.set(column.key, cell);
      head.append(cell);
    }
    this.body = element('div', { role: 'rowgroup' });
    this.note = element('p', { class: 'muted', id: 'note' });
    this.more = element('button', { type: 'button', class: 'plain', hidden: true, onclick: () => this.showMore() }, 'Show more');
    this.table = element(
      'div',
      { role: 'table', class: 'table', 'aria-labelledby': 'fleet-title', 'aria-describedby': 'note' },
      element('div', { role: 'rowgroup', class: 'heads' }, head),
      this.body,
    );
    this.tileList = element('ul', { class: 'tiles', 'aria-labelledby': 'fleet-title' });
    this.root.append(
      element('h2', { id: 'fleet-title', tabindex: '-1' }, 'Streams'),
      this.places.root,
      this.chips,
      this.shared,
      element(
        'div',
        { class: 'toolbar' },
        element('label', { for: 'filter' }, 'Find ', this.search),
        this.places.site.root,
        this.places.area.root,
        element('label', { for: 'sort' }, 'Sort by ', this.select),
        element('div', { class: 'ranges', role: 'group', 'aria-label': 'Show as' }, ...this.views.values()),
        element('a', { href: listLink() }, 'All incidents'),
      ),
      this.tileList,
      this.table,
      element('div', { class: 'foot' }, this.note, this.more),
      this.skill,
      this.trial,
      this.told,
      this.rejects,
      this.assumption,
    );
  }

  sortBy(key) {
    this.choose({ sort: key === 'condition' ? '' : key });
  }

  showMore() {
    this.limit = Math.min(MOST_ROWS, this.limit + ROWS);
    this.onQuery();
  }

  markSort(sorted) {
    for (const [key, cell] of this.headers) {
      if (key === sorted.key) {
        cell.setAttribute('aria-sort', key === 'stream' || key === 'condition' ? 'ascending' : 'descending');
      } else {
        cell.removeAttribute('aria-sort');
      }
    }
  }

  focus(stream) {
    const row = this.rows.get(stream) ?? this.tiles.get(stream);
    (row?.link ?? document.getElementById('fleet-title')).focus();
  }

  update(fleet, shared) {
    const { column, state, find, view, site, area } = this.asked();
    const conditions = conditionsOf(fleet, site, area);
    this.places.update(fleet, site, area, link(null, { ...this.choices, site: '', area: '' }));
    this.select.value = column.key;
    this.markSort(column);
    if (document.activeElement !== this.search) {
      this.search.value = find;
    }
    this.showChips(conditions, state);
    const settings = fleet.certificates;
    setText(
      this.assumption,
      settings === undefined
        ? ''
        : `Certificates: ${assumption(settings.sampling, settings.units, settings.delta)} ${settings.sampling === 'fleet' ? '' : LONG_STREAM}`,
    );
    this.assumption.hidden = settings === undefined;
    this.showSkill(fleet.skill);
    this.showTrial(fleet.shadow);
    this.showRejects(fleet.rejects);
    this.showTold(toldOf(fleet));
    this.root.dataset.certified = String(settings !== undefined);
    this.select.querySelector('[value=bound]').hidden = settings === undefined;
    this.showShared(shared);
    const rows = [...fleet.streams];
    if (column.value !== undefined) {
      rows.sort((a, b) => compare(column.value(a), column.value(b)) || compare(a.stream, b.stream));
    }
    const tiled = view === 'tiles' || (view !== 'list' && sum(conditions) <= MOST_TILES);
    for (const [key, button] of this.views) {
      button.setAttribute('aria-pressed', String((key === 'tiles') === tiled));
    }
    this.tileList.hidden = !tiled;
    this.table.hidden = tiled;
    const sensors = sensorsOf(fleet.map);
    place(this.tileList, this.tiles, tiled ? rows : [], (stream) => new Tile(stream, sensors));
    place(this.body, this.rows, tiled ? [] : rows, (stream) => new Row(stream));
    if (column.order === 'attention' && state === null && find === '' && site === null && area === null) {
      this.announce(fleet.streams);
    }
    this.more.hidden = !fleet.more || this.limit >= MOST_ROWS;
    setText(this.note, this.noteOf(fleet, rows, state, sum(conditions), [site, area]));
  }

  noteOf(fleet, rows, state, total, places) {
    if (fleet.total === 0) {
      return `No stream has sent a reading yet (${heldBy(fleet)}).`;
    }
    const kind = state === null ? '' : ` ${STATES[state].label.toLowerCase()}`;
    const more = fleet.more ? (this.limit >= MOST_ROWS ? '; narrow the search to see others' : ', the first in this order') : '';
    const chosen = places.filter((place) => place !== null).map((place) => (place === OTHER ? 'others' : place));
    const where = chosen.length === 0 ? '' : ` in ${chosen.join(', ')}`;
    return `${count(rows.length)} of ${count(total)} streams shown${kind}${where}${more}. Held by ${heldBy(fleet)}.`;
  }

  /** On how many streams the forecasts have proved better than "no change", on all instances. */
  showSkill({ judged, better, lost }) {
    this.skill.hidden = judged === 0;
    const streams = plural(judged, 'stream');
    const proved = better === 0 ? `none of ${count(judged)} ${streams} yet` : `${count(better)} of ${count(judged)} ${streams}`;
    const lately = lost === 0 ? '' : ` On ${count(lost)}, "no change" has lately been better.`;
    setText(this.skill, `Forecasts: certified better than "no change" at one horizon or more on ${proved}.${lately}`);
  }

  /** What the main map and the one on trial made of the same readings, on all instances. */
  showTrial(trial) {
    this.trial.hidden = trial === undefined;
    if (trial === undefined) {
      return;
    }
    const outside = (one) => (one.records === 0 ? 'none yet' : `${((100 * one.outside) / one.records).toFixed(2)} %`);
    const failed = trial.failures > 0 ? ` It failed on ${count(trial.failures)} readings: do not promote it.` : '';
    const instances = trial.instances > 1 ? `${count(trial.instances)} instances` : 'the instance';
    setText(
      this.trial,
      `Map on trial: ${outside(trial.shadow)} of ${count(trial.shadow.records)} readings unlike the recording since ${instances} started; the main map: ${outside(trial.main)} of ${count(trial.main.records)}.${failed}`,
    );
  }

  /** What came of alerts that the engine sends to people itself. */
  showTold(words) {
    this.told.hidden = words === '';
    setText(this.told, words);
  }

  /** Records of this instance that could not be used, most first, with the field or tag at fault. */
  showRejects(rejects) {
    const causes = [...rejects].sort((a, b) => b.records - a.records);
    const words = causes
      .slice(0, MOST_CAUSES)
      .map((one) => `${count(one.records)} ${one.reason}${one.field === undefined ? '' : ` (${one.field})`}`);
    if (causes.length > MOST_CAUSES) {
      const others = causes.slice(MOST_CAUSES).reduce((sum, one) => sum + one.records, 0);
      words.push(`${count(others)} for ${count(causes.length - MOST_CAUSES)} other reasons`);
    }
    const last = Math.max(...causes.map((one) => one.last));
    this.rejects.hidden = causes.length === 0;
    setText(
      this.rejects,
      causes.length === 0
        ? ''
        : `Records that this instance rejected since it started: ${words.join(', ')}; the last at ${clock(last)}. Their original bytes are in the dead-letter topic.`,
    );
  }

  showChips(conditions, chosen) {
    for (const condition of ORDER) {
      let button = this.chipButtons.get(condition);
      const number = conditions[condition] ?? 0;
      if (button === undefined && number > 0) {
        const text = element('span');
        const made = element(
          'button',
          {
            type: 'button',
            class: 'badge',
            'data-tone': STATES[condition].tone,
            'aria-pressed': 'false',
            onclick: () => this.choose({ state: this.asked().state === condition ? '' : condition }),
          },
          icon(STATES[condition].icon),
          text,
        );
        button = { made, text, item: element('li', {}, made) };
        this.chipButtons.set(condition, button);
        const later = ORDER.slice(ORDER.indexOf(condition) + 1).map((key) => this.chipButtons.get(key)).find(Boolean);
        this.chips.insertBefore(button.item, later?.item ?? null);
      }
      if (button !== undefined) {
        button.made.setAttribute('aria-pressed', String(condition === chosen));
        button.item.hidden = number === 0 && chosen !== condition;
        setText(button.text, `${count(number)} ${STATES[condition].label.toLowerCase()}`);
      }
    }
  }

  showShared(shared) {
    this.shared.hidden = shared === null;
    if (shared === null) {
      return;
    }
    if (shared.certificate === undefined) {
      this.shared.replaceChildren(
        element(
          'p',
          {},
          shared.outdated
            ? 'The certificate of the fleet: its last window is too old to say anything about the present. Check that enough machines report.'
            : 'The fleet has no certificate yet: no instance that answers has completed a window.',
        ),
      );
      return;
    }
    this.shared.replaceChildren(
      element(
        'p',
        {},
        element('span', { class: 'badge', 'data-tone': VERDICT_TONES[shared.verdict] }, `Fleet: ${shared.verdict}`),
        ` ${shared.run} ${plural(shared.run, 'window')} in a row.`,
      ),
      element('p', {}, shared.certificate.words),
    );
  }

  announce(streams) {
    // A stream at a threshold is in and out every second; that is said once.
    const alarms = new Map(streams.filter((row) => row.alarm).map((row) => [row.stream, news(row)?.replace('Was u', 'U')]));
    streams.forEach((row) => this.called.set(row.stream, fullName(row)));
    if (this.alarms !== null) {
      const fresh = [...alarms].filter(([stream, said]) => this.alarms.get(stream) !== said);
      const over = [...this.alarms.keys()].filter((stream) => !alarms.has(stream));
      const said = [
        ...fresh.map(([stream, label]) => `${this.called.get(stream)}: ${label}`),
        ...over.map((stream) => `${this.called.get(stream)}: no longer in alarm`),
      ];
      if (said.length > 0) {
        const rest = said.length > MOST_ANNOUNCED ? ` and ${said.length - MOST_ANNOUNCED} more changes` : '';
        setText(this.announcer, said.slice(0, MOST_ANNOUNCED).join('. ') + rest);
      }
    }
    this.alarms = alarms;
  }
}

/** Brings the elements of rows into their order, keeping those that are there and the focus. */
function place(parent, known, rows, make) {
  const focused = document.activeElement;
  const seen = new Set();
  let next = parent.firstChild;
  for (const row of rows) {
    seen.add(row.stream);
    let shown = known.get(row.stream);
    if (shown === undefined) {
      shown = make(row.stream);
      known.set(row.stream, shown);
    }
    shown.update(row);
    if (shown.root === next) {
      next = next.nextSibling;
    } else {
      parent.insertBefore(shown.root, next);
    }
  }
  for (const [stream, shown] of known) {
    if (!seen.has(stream)) {
      shown.root.remove();
      known.delete(stream);
    }
  }
  // Moving an element takes the focus away from it.
  if (focused !== document.activeElement && parent.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}

function sum(conditions) {
  return Object.values(conditions).reduce((all, one) => all + one, 0);
}

function compare(a, b) {
  // What is not known comes last.
  const missingA = a === undefined || Number.isNaN(a);
  const missingB = b === undefined || Number.isNaN(b);
  if (missingA || missingB) {
    return missingA - missingB;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
