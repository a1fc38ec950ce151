// One stream in the list of all, as a tile or as a row of the list.
import { link } from './address.js';
import { duration, element, icon, number, plural, setText } from './dom.js';
import { shelvedOf, why } from './sentences.js';
import { withUnit } from './sensors.js';
import { shownName } from './sites.js';
import { CLAIMS, STATES } from './words.js';

const MOST_VALUES = 3;

/** What the last window may say that needs attention. */
export const ALARMING = ['excluded', 'suspect', 'was-outside'];

/** Verdicts whose bounds may be shown: the others withhold them, however good they look. */
const CLAIMING = new Set(['EXCLUDED', 'ATTAINABLE', 'UNDECIDED']);

/** How wrong forecasts were lately: the shortest horizon and its error. */
export function firstError(row) {
  return Object.entries(row.forecastError ?? {})[0];
}

/** What tile and row have in common: the link, the badges, and the way of a click. */
class Shown {
  constructor(stream) {
    this.link = element('a', { href: link(stream), title: stream }, stream);
    this.id = element('span', { class: 'id small muted', hidden: true }, stream);
    this.badge = element('span', { class: 'badge' });
    this.claim = element('span', { class: 'badge', hidden: true });
    this.why = element('span', { class: 'why' });
    this.level = new Bar('level');
    this.age = element('span');
  }

  follow() {
    this.root.addEventListener('click', (event) => {
      if (event.target !== this.link && getSelection().isCollapsed) {
        this.link.click();
      }
    });
  }

  update(row) {
    const words = STATES[row.condition];
    // A verdict that is too old alarms nobody, but is shown: it must not pass for a present one.
    const repeats = row.condition === 'ended' || (row.condition === 'outside' && row.claim === 'was-outside');
    const said = !repeats && (ALARMING.includes(row.claim) || row.claim === 'outdated') ? CLAIMS[row.claim] : undefined;
    this.root.dataset.tone = words.tone === 'bad' ? words.tone : (said ?? words).tone;
    this.root.dataset.state = row.condition;
    this.show(this.badge, words);
    this.claim.hidden = said === undefined;
    if (said !== undefined) {
      this.show(this.claim, said);
    }
    setText(this.link, shownName(row));
    this.id.hidden = row.name === undefined;
    setText(this.why, [why(row), shelvedOf(row)].filter(Boolean).join('; '));
    const relation = row.relation / row.relationLimit > row.novelty / (row.noveltyLimit ?? Infinity);
    this.level.range(0, relation ? row.relation : row.novelty, relation ? row.relationLimit : row.noveltyLimit, relation ? 'relations ' : 'novelty ');
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

/** One stream as a tile. */
export class Tile extends Shown {
  constructor(stream, sensors) {
    super(stream);
    this.sensors = sensors;
    this.values = element('dl', { class: 'values small' });
    this.root = element(
      'li',
      { class: 'tile' },
      element('div', { class: 'tile-head' }, this.link, this.age),
      this.id,
      this.badge,
      this.claim,
      this.why,
      this.values,
      this.level.root,
    );
    this.cells = sensors.slice(0, MOST_VALUES).map(() => {
      const cell = { name: element('dt'), value: element('dd') };
      this.values.append(element('div', {}, cell.name, cell.value));
      return cell;
    });
    this.age.classList.add('muted', 'small');
    this.follow();
  }

  update(row) {
    super.update(row);
    this.why.hidden = this.why.textContent === '';
    // The sensors of an alarm first.
    const blamed = (row.incident?.sensors ?? []).map((named) => this.sensors.findIndex((sensor) => sensor.name === named.name));
    const order = [...new Set([...blamed.filter((i) => i >= 0), ...this.sensors.keys()])];
    this.cells.forEach((cell, i) => {
      setText(cell.name, this.sensors[order[i]].name);
      setText(cell.value, withUnit(this.sensors[order[i]], row.state?.[order[i]]));
    });
  }
}

/** One stream as a row; its cells are changed in place. */
export class Row extends Shown {
  constructor(stream) {
    super(stream);
    this.detail = element('span', { class: 'muted small' });
    this.bound = new Bar('bound');
    this.error = element('span');
    const cell = (name, label, ...content) =>
      element('div', { role: 'cell', class: name }, element('span', { class: 'label', 'aria-hidden': 'true' }, label), ...content);
    this.root = element(
      'div',
      { role: 'row', class: 'row' },
      element('div', { role: 'rowheader', class: 'stream' }, this.link, this.id),
      cell('condition', '', this.badge, this.claim, this.detail),
      cell('why', '', this.why),
      cell('novelty', 'Relative to threshold', this.level.root),
      cell('error', 'Forecast error', this.error),
      cell('bound', 'Error bound', this.bound.root),
      cell('age', 'Last reading', this.age),
    );
    this.follow();
  }

  update(row) {
    super.update(row);
    const run = row.run > 1 ? `, ${row.run} in a row` : '';
    setText(this.detail, row.verdict === undefined ? '' : `window ${row.verdict}${run}`);
    if (CLAIMING.has(row.verdict) && !row.outsideMap) {
      this.bound.range(row.lower, row.upper, row.tolerance);
    } else {
      this.bound.nothing(row.verdict === undefined ? '–' : 'withheld: it does not apply now');
    }
    const error = firstError(row);
    setText(this.error, error === undefined ? '–' : `${number(error[1])} (${error[0]} ${plural(Number(error[0]), 'step')})`);
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

  range(from, to, limit, name = '') {
    if (to === undefined || limit === undefined) {
      this.nothing(to === undefined ? '–' : `${name}${number(to)}, no threshold`);
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
        : `${name}${number(to)}, threshold ${number(limit)}`,
    );
  }
}
