// The table of streams: what wants attention first, until the person sorts otherwise.
import { heldBy } from './instances.js';
import { count, duration, element, icon, number, setText } from './dom.js';
import { since } from './time.js';
import { assumption, CLAIMS, LONG_STREAM, STATES, VERDICT_TONES } from './words.js';

const ORDER = Object.keys(STATES);
const ALARMING = ['excluded', 'suspect', 'was-outside'];
const MOST_ROWS = 200;
const MOST_ANNOUNCED = 3;

/** Verdicts whose bounds may be shown: the others withhold them, however good they look. */
const CLAIMING = new Set(['EXCLUDED', 'ATTAINABLE', 'UNDECIDED']);

const COLUMNS = [
  { key: 'stream', title: 'Stream', value: (row) => row.stream },
  { key: 'condition', title: 'Status', value: attention },
  { key: 'novelty', title: 'Novelty against limit', value: (row) => -(row.novelty / (row.noveltyLimit ?? 1)) },
  { key: 'error', title: 'Forecast error', value: (row) => -firstError(row)?.[1] },
  { key: 'bound', title: 'Error bound against tolerance', value: (row) => -(row.upper / row.tolerance) },
  { key: 'age', title: 'Last reading', value: (row) => -row.ageSeconds },
];

/** As the server sorts: alarms of the map, those of certificates, then the rest. */
function attention(row) {
  const claim = ALARMING.indexOf(row.claim);
  const state = ORDER.indexOf(row.condition);
  return row.condition === 'outside' || row.condition === 'broken' ? state : claim >= 0 ? 10 + claim : 20 + state;
}

/** What a stream in alarm is announced as, nothing for the others. */
function news(row) {
  const claim = ALARMING.includes(row.claim) ? row.claim : undefined;
  const words = row.condition === 'outside' || row.condition === 'broken' ? STATES[row.condition] : CLAIMS[claim];
  return words?.label;
}

function firstError(row) {
  return Object.entries(row.forecastError ?? {})[0];
}

export class FleetView {
  constructor(root, announcer) {
    this.root = root;
    this.announcer = announcer;
    this.rows = new Map();
    this.alarms = null;
    this.sort = 'condition';
    this.filter = '';
    this.only = null;
    this.onQuery = () => {};
    this.build();
  }

  path() {
    const query = new URLSearchParams({ order: 'attention', limit: MOST_ROWS });
    if (this.filter !== '') {
      query.set('contains', this.filter);
    }
    return `/api/streams?${query}`;
  }

  build() {
    this.chips = element('ul', { class: 'chips', 'aria-label': 'Streams by status; choose one to see only those' });
    this.chipButtons = new Map();
    this.assumption = element('p', { class: 'assumption' });
    this.shared = element('div', { class: 'card shared', hidden: true });
    const search = element('input', {
      type: 'search',
      id: 'filter',
      placeholder: 'part of a name',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (event) => {
        this.filter = event.target.value.trim();
        this.onQuery();
      },
    });
    this.select = element(
      'select',
      { id: 'sort', onchange: (event) => this.sortBy(event.target.value) },
      ...COLUMNS.map((column) => element('option', { value: column.key }, column.title)),
    );
    this.select.value = this.sort;
    this.headers = new Map();
    const head = element('div', { role: 'row', class: 'row head' });
    for (const column of COLUMNS) {
      const button = element('button', { type: 'button', onclick: () => this.sortBy(column.key) }, column.title);
      const cell = element('div', { role: 'columnheader', class: column.key }, button);
      this.headers.set(column.key, cell);
      head.append(cell);
    }
    this.body = element('div', { role: 'rowgroup' });
    this.note = element('p', { class: 'muted', id: 'note' });
    this.root.append(
      element('h2', { id: 'fleet-title', tabindex: '-1' }, 'Streams'),
      this.chips,
      this.assumption,
      this.shared,
      element(
        'div',
        { class: 'toolbar' },
        element('label', { for: 'filter' }, 'Find ', search),
        element('label', { for: 'sort' }, 'Sort by ', this.select),
      ),
      element(
        'div',
        { role: 'table', class: 'table', 'aria-labelledby': 'fleet-title', 'aria-describedby': 'note' },
        element('div', { role: 'rowgroup', class: 'heads' }, head),
        this.body,
      ),
      this.note,
    );
    this.markSort();
  }

  sortBy(key) {
    this.sort = key;
    this.select.value = key;
    this.markSort();
    if (this.last) {
      this.update(...this.last);
    }
  }

  markSort() {
    for (const [key, cell] of this.headers) {
      if (key === this.sort) {
        cell.setAttribute('aria-sort', key === 'stream' || key === 'condition' ? 'ascending' : 'descending');
      } else {
        cell.removeAttribute('aria-sort');
      }
    }
  }

  focus(stream) {
    const row = this.rows.get(stream);
    (row?.link ?? document.getElementById('fleet-title')).focus();
  }

  update(fleet, shared) {
    this.last = [fleet, shared];
    this.showChips(fleet.conditions);
    const settings = fleet.certificates;
    setText(
      this.assumption,
      settings === undefined
        ? ''
        : `${assumption(settings.sampling, settings.units, settings.delta)} ${settings.sampling === 'fleet' ? '' : LONG_STREAM}`,
    );
    this.assumption.hidden = settings === undefined;
    this.root.dataset.certified = String(settings !== undefined);
    this.select.querySelector('[value=bound]').hidden = settings === undefined;
    this.showShared(shared);
    const rows = fleet.streams.filter((row) => this.only === null || row.condition === this.only);
    const column = COLUMNS.find((candidate) => candidate.key === this.sort);
    rows.sort((a, b) => compare(column.value(a), column.value(b)) || compare(a.stream, b.stream));
    this.showRows(rows);
    this.announce(fleet.streams);
    setText(this.note, this.noteOf(fleet, rows));
  }

  noteOf(fleet, rows) {
    if (fleet.total === 0) {
      return `No stream has been heard of yet (${heldBy(fleet)}).`;
    }
    const kind = this.only === null ? '' : ` ${STATES[this.only].label.toLowerCase()}`;
    const more = fleet.more ? `; the ${MOST_ROWS} that want attention most, narrow the search for others` : '';
    return `${count(rows.length)} of ${count(fleet.total)} streams shown${kind}${more}. Held by ${heldBy(fleet)}.`;
  }

  showChips(conditions) {
    for (const condition of ORDER) {
      let button = this.chipButtons.get(condition);
      const number = conditions[condition];
      if (button === undefined && number > 0) {
        const text = element('span');
        const made = element(
          'button',
          {
            type: 'button',
            class: 'badge',
            'data-tone': STATES[condition].tone,
            'aria-pressed': 'false',
            onclick: () => this.filterBy(condition),
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
        button.item.hidden = number === 0 && this.only !== condition;
        setText(button.text, `${count(number)} ${STATES[condition].label.toLowerCase()}`);
      }
    }
  }

  filterBy(condition) {
    this.only = this.only === condition ? null : condition;
    for (const [key, { made }] of this.chipButtons) {
      made.setAttribute('aria-pressed', String(key === this.only));
    }
    this.update(...this.last);
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
            ? 'The certificate of the fleet: its last window is too old to say anything of the present. Do enough machines report?'
            : 'The certificate of the fleet: no window has closed on an instance that answers.',
        ),
      );
      return;
    }
    this.shared.replaceChildren(
      element(
        'p',
        {},
        element('span', { class: 'badge', 'data-tone': VERDICT_TONES[shared.verdict] }, `Fleet: ${shared.verdict}`),
        ` ${shared.run} window${shared.run === 1 ? '' : 's'} in a row.`,
      ),
      element('p', {}, shared.certificate.words),
    );
  }

  showRows(rows) {
    const focused = document.activeElement;
    const seen = new Set();
    let place = this.body.firstChild;
    for (const row of rows) {
      seen.add(row.stream);
      let shown = this.rows.get(row.stream);
      if (shown === undefined) {
        shown = new Row(row.stream);
        this.rows.set(row.stream, shown);
      }
      shown.update(row);
      if (shown.root === place) {
        place = place.nextSibling;
      } else {
        this.body.insertBefore(shown.root, place);
      }
    }
    for (const [stream, shown] of this.rows) {
      if (!seen.has(stream)) {
        shown.root.remove();
        this.rows.delete(stream);
      }
    }
    // Moving an element takes the focus away from it.
    if (focused !== document.activeElement && this.body.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  announce(streams) {
    // A stream at the edge of the map is in and out every second; that is said once.
    const alarms = new Map(streams.filter((row) => row.alarm).map((row) => [row.stream, news(row)?.replace('Was o', 'O')]));
    if (this.alarms !== null && this.filter === '') {
      const fresh = [...alarms].filter(([stream, said]) => this.alarms.get(stream) !== said);
      const over = [...this.alarms.keys()].filter((stream) => !alarms.has(stream));
      const said = [
        ...fresh.map(([stream, label]) => `${stream}: ${label}`),
        ...over.map((stream) => `${stream}: no longer in alarm`),
      ];
      if (said.length > 0) {
        const rest = said.length > MOST_ANNOUNCED ? ` and ${said.length - MOST_ANNOUNCED} more changes` : '';
        setText(this.announcer, said.slice(0, MOST_ANNOUNCED).join('. ') + rest);
      }
    }
    if (this.filter === '') {
      this.alarms = alarms;
    }
  }
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

/** One row; its cells are changed in place. */
class Row {
  constructor(stream) {
    this.link = element('a', { href: `#/stream/${encodeURIComponent(stream)}` }, stream);
    this.badge = element('span', { class: 'badge' });
    this.claim = element('span', { class: 'badge', hidden: true });
    this.detail = element('span', { class: 'muted small' });
    this.bound = new Bar('bound');
    this.error = element('span');
    this.novelty = new Bar('level');
    this.age = element('span');
    const cell = (name, label, ...content) =>
      element('div', { role: 'cell', class: name }, element('span', { class: 'label', 'aria-hidden': 'true' }, label), ...content);
    this.root = element(
      'div',
      { role: 'row', class: 'row' },
      element('div', { role: 'rowheader', class: 'stream' }, this.link),
      cell('condition', '', this.badge, this.claim, this.detail),
      cell('novelty', 'Novelty', this.novelty.root),
      cell('error', 'Forecast error', this.error),
      cell('bound', 'Error bound', this.bound.root),
      cell('age', 'Last reading', this.age),
    );
    this.root.addEventListener('click', (event) => {
      if (event.target !== this.link && getSelection().isCollapsed) {
        this.link.click();
      }
    });
  }

  update(row) {
    const words = STATES[row.condition];
    // A verdict that is too old alarms nobody, but is shown: it must not pass for a present one.
    const said = ALARMING.includes(row.claim) || row.claim === 'outdated' ? CLAIMS[row.claim] : undefined;
    this.root.dataset.tone = words.tone === 'bad' ? words.tone : (said ?? words).tone;
    this.show(this.badge, words);
    this.claim.hidden = said === undefined;
    if (said !== undefined) {
      this.show(this.claim, said);
    }
    const run = row.run > 1 ? `, ${row.run} in a row` : '';
    const start = row.incident?.since ?? row.outsideSince ?? row.relationSince;
    const begin = start === undefined ? '' : since(start, row.time);
    const sensors = (row.incident?.sensors ?? []).slice(0, 2).map((sensor) => sensor.name);
    const why = sensors.length === 0 ? '' : `, ${sensors.join(', ')}`;
    const window = row.verdict === undefined ? '' : `window ${row.verdict}${run}`;
    setText(this.detail, [begin + why, window].filter(Boolean).join('; '));
    if (CLAIMING.has(row.verdict) && !row.outsideMap) {
      this.bound.range(row.lower, row.upper, row.tolerance);
    } else {
      this.bound.nothing(row.verdict === undefined ? '–' : 'withheld: it would claim nothing');
    }
    const error = firstError(row);
    setText(this.error, error === undefined ? '–' : `${number(error[1])} (${error[0]} step${error[0] === '1' ? '' : 's'})`);
    this.novelty.range(0, row.novelty, row.noveltyLimit);
    setText(this.age, row.ageSeconds < 2 ? 'now' : `${duration(row.ageSeconds)} ago`);
  }

  show(badge, words) {
    if (badge.shown !== words) {
      badge.shown = words;
      badge.dataset.tone = words.tone;
      badge.replaceChildren(icon(words.icon), words.label);
      badge.title = words.words;
    }
  }
}

/** A range on a scale whose middle is the limit. */
class Bar {
  constructor(kind) {
    this.kind = kind;
    this.fill = element('span', { class: 'fill' });
    this.track = element('span', { class: 'track', 'aria-hidden': 'true' }, this.fill, element('span', { class: 'tick' }));
    this.text = element('span', { class: 'small' });
    this.root = element('span', { class: 'bar' }, this.track, this.text);
  }

  nothing(words) {
    this.track.hidden = true;
    setText(this.text, words);
  }

  range(from, to, limit) {
    if (to === undefined || limit === undefined) {
      this.nothing(to === undefined ? '–' : `${number(to)}, no limit known`);
      return;
    }
    this.track.hidden = false;
    const place = (value) => 50 * Math.min(2, Math.max(0, value / limit));
    const left = place(from ?? 0);
    this.fill.style.left = `${left}%`;
    this.fill.style.width = `${Math.max(2, place(to) - left)}%`;
    this.fill.dataset.over = String((this.kind === 'bound' ? from : to) > limit);
    setText(
      this.text,
      this.kind === 'bound'
        ? `${number(from)} to ${number(to)}, tolerance ${number(limit)}`
        : `${number(to)}, limit ${number(limit)}`,
    );
  }
}
