// The card of the map on trial: what it says of a stream, beside what the main map says.
import { count, element, number } from './dom.js';

const ROWS = [
  ['Readings', (one) => count(one.records)],
  ['Now', (one) => (one.outsideMap ? 'outside the map' : 'on the map')],
  ['Lately outside', (one) => percent(one.outsideRatio)],
  ['Incidents', (one) => count(one.incidents)],
  ['Skill of forecasts', (one) => skill(one.horizons?.[0])],
  ['Verdict of the last window', (one) => one.verdict ?? '–'],
];

function percent(ratio) {
  return ratio === undefined || ratio === null ? '–' : `${(100 * ratio).toFixed(1)} %`;
}

function skill(horizon) {
  return horizon?.stateSkill === undefined || horizon.stateSkill === null
    ? '–'
    : `${number(horizon.stateSkill)} (${horizon.horizon} ahead)`;
}

export class Trial {
  constructor() {
    this.comparison = element('tbody');
    this.root = element(
      'section',
      { class: 'card', 'aria-labelledby': 'trial-title', hidden: true },
      element('h3', { id: 'trial-title' }, 'Map on trial'),
      element('p', { class: 'muted small' }, 'It sees the same readings and never alarms. Swapping the two names in the topology file promotes it.'),
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, ...['', 'Main', 'On trial'].map((title) => element('th', { scope: 'col' }, title)))),
        this.comparison,
      ),
    );
  }

  /** What the two maps say of the same readings; nothing without a second one. */
  update(detail) {
    const { shadow } = detail;
    this.root.hidden = shadow === undefined;
    if (shadow === undefined) {
      return;
    }
    const rows = ROWS.map(([title, value]) => [title, value(detail), value(shadow)]);
    const shown = JSON.stringify(rows);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    this.comparison.replaceChildren(
      ...rows.map(([title, main, trial]) =>
        element('tr', {}, element('th', { scope: 'row' }, title), element('td', {}, main), element('td', {}, trial)),
      ),
    );
  }
}
