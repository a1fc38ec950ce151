// The card of the map on trial: what it says of a stream, beside what the main map says.
import { count, element, number, setText } from './dom.js';

const ROWS = [
  ['Readings', (one) => count(one.records)],
  ['Now', (one) => (one.outsideMap ? 'unlike the recording' : 'like the recording')],
  ['Recently unlike the recording', (one) => percent(one.outsideRatio)],
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
    /** What is certified of its forecasts beside the main map's. */
    this.evidence = element('p', { hidden: true });
    /** Said where the evidence has let the file's map on trial publish. */
    this.promoted = element('p', { class: 'small', hidden: true }, 'The map of model.shadow publishes for this stream: it was promoted by evidence, and the map of model.file is on trial now.');
    this.root = element(
      'section',
      { class: 'card', 'aria-labelledby': 'trial-title', hidden: true },
      element('h3', { id: 'trial-title' }, 'Map on trial'),
      element('p', { class: 'muted small' }, 'It sees the same readings and never raises an alarm. Run kahkm promote to see whether it has proved better; to promote it, swap the two names in the topology file.'),
      this.promoted,
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, element('td'), ...['Main', 'On trial'].map((title) => element('th', { scope: 'col' }, title)))),
        this.comparison,
      ),
      this.evidence,
    );
  }

  /** What the two maps say of the same readings; nothing without a second one. */
  update(detail) {
    const { shadow } = detail;
    this.root.hidden = shadow === undefined;
    if (shadow === undefined) {
      return;
    }
    this.promoted.hidden = detail.map === undefined;
    const beside = (shadow.skill ?? []).find((claim) => claim.reference === 'the main map');
    this.evidence.hidden = beside === undefined;
    setText(this.evidence, beside === undefined ? '' : `Its forecasts: ${beside.words}.`);
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
