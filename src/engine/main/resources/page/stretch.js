// From when to when somebody looks: the ranges that the engine keeps, any two times, earlier, later,
// wider; and the table of what is shown.
import { choose, go, RANGES } from './address.js';
import { element, setText } from './dom.js';
import { clock, fromInput, isClock, toInput, zoneName } from './time.js';

/** The engine's finest steps are 15 s long: shorter stretches would show next to nothing. */
const SHORTEST = 60000;

/** Goes to a stretch of time; a step back leads to what was shown before. */
export function goTo(from, to) {
  const missing = Math.max(0, SHORTEST - (to - from)) / 2;
  go({ from: String(Math.round(from - missing)), to: String(Math.round(to + missing)), range: '' });
}

export class Stretch {
  constructor(changed) {
    this.changed = changed;
    this.buttons = new Map();
    this.ranges = element('div', { class: 'ranges', role: 'group', 'aria-label': 'How far back' });
    for (const range of RANGES) {
      const button = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.range(range.key) }, range.title);
      this.buttons.set(range.key, button);
      this.ranges.append(button);
    }
    this.from = element('input', { type: 'datetime-local', step: '1', 'aria-label': 'From', oninput: () => this.to.setCustomValidity('') });
    this.to = element('input', { type: 'datetime-local', step: '1', 'aria-label': 'To', oninput: () => this.to.setCustomValidity('') });
    this.times = element(
      'form',
      { class: 'stretch', onsubmit: (event) => this.submit(event) },
      element('label', {}, 'From ', this.from),
      element('label', {}, 'to ', this.to),
      element('button', { type: 'submit' }, 'Show'),
    );
    const move = (title, factors) => element('button', { type: 'button', onclick: () => this.move(...factors) }, title);
    this.moves = element('div', { class: 'ranges', role: 'group', 'aria-label': 'Move the time that is shown' }, move('Earlier', [-0.5, -0.5]), move('Later', [0.5, 0.5]), move('Zoom out', [-0.5, 0.5]));
    this.note = element('span', { class: 'muted small' });
    this.download = element('a', { class: 'small', download: '', href: '#' }, 'Export as CSV');
    this.root = element('div', { class: 'toolbar' }, this.ranges, this.times, this.moves, this.note, this.download);
  }

  range(key) {
    choose({ range: key === 'live' ? '' : key, from: '', to: '' });
    this.changed();
  }

  submit(event) {
    event.preventDefault();
    const [from, to] = [fromInput(this.from.value), fromInput(this.to.value)];
    this.to.setCustomValidity(from < to ? '' : 'The end must be after the beginning.');
    if (from < to) {
      goTo(from, to);
    } else {
      this.to.reportValidity();
    }
  }

  move(left, right) {
    const [from, to] = this.shown;
    goTo(from + left * (to - from), to + right * (to - from));
  }

  /** What is shown: the range or, by its two times, a stretch. */
  update({ id, range, detail, history }) {
    const kept = ['live', ...(history.ranges ?? []).map((one) => one.range)];
    for (const [key, button] of this.buttons) {
      button.hidden = !kept.includes(key);
      button.setAttribute('aria-pressed', String(key === range));
    }
    this.root.hidden = !history.kept;
    const times = range === 'live' ? history.readings?.time : history.past?.time;
    const last = times?.at(-1);
    const timed = last !== undefined && isClock(last);
    this.shown = history.past?.from === undefined ? [times?.[0] ?? 0, last ?? 0] : [history.past.from, history.past.to];
    this.times.hidden = !timed && history.past?.from === undefined;
    this.moves.hidden = this.times.hidden;
    this.fill();
    const steps = range === '' ? `from=${this.shown[0]}&to=${this.shown[1]}` : `range=${range}`;
    this.download.setAttribute('href', `/api/streams/${encodeURIComponent(id)}/history.csv?${steps}`);
    this.download.hidden = last === undefined;
    setText(this.note, isClock(detail.time ?? 0) ? `Times in ${zoneName()}; the last reading is from ${clock(detail.time)}.` : 'The readings have no clock time: times are counted from the first reading.');
  }

  /** The inputs follow what is shown, unless somebody is typing. */
  fill() {
    if (!this.times.contains(document.activeElement)) {
      [this.from.value, this.to.value] = this.shown.map(toInput);
    }
  }
}
