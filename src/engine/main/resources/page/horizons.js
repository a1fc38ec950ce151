// How far ahead forecasts may be trusted: by horizon, on logarithmic axes, the error of the
// forecast between its bounds, the tolerance and persistence, with the ends of both claims marked.
import { element, number, plural, setText } from './dom.js';
import { ABNORMAL, STATES } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 58;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 40;

/** Room at the ends of the axes. */
const ROOM = 1.3;

/** In which the last window says nothing of the readings that come now. */
const NOT_NOW = [...ABNORMAL, 'silent', 'off', 'ended'];

/** A lower bound of next to nothing is drawn to the edge: it would press the rest together. */
const BELOW = 4;

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/** Powers of ten, and their halves and fifths where there is room for few powers. */
function ticks(low, high) {
  const made = [];
  const steps = high / low > 300 ? [1] : [1, 2, 5];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) {
      const tick = step * 10 ** power;
      if (tick >= low && tick <= high) {
        made.push(tick);
      }
    }
  }
  return made;
}

export class Horizons {
  constructor() {
    this.words = element('p', { class: 'summary', id: 'summary-horizons' });
    this.readings = element('p', { class: 'muted small' });
    this.canvas = element('div', { class: 'horizons', role: 'img', 'aria-label': 'How far ahead forecasts may be trusted', 'aria-describedby': 'summary-horizons' });
    this.root = element(
      'section',
      { class: 'card', 'aria-labelledby': 'title-horizons', 'data-chart': 'horizons', hidden: true },
      element('h3', { id: 'title-horizons' }, 'How far ahead forecasts can be trusted'),
      this.words,
      this.canvas,
      this.readings,
      element(
        'p',
        { class: 'muted small' },
        "Errors in soft coordinates. Each bar contains the error of the frozen closure's forecast in the last window, at the " +
          'declared level and under the declared sampling; no linear closure can have an error below its lower end. ' +
          'Errors above the declared cap count as the cap. Persistence repeats the present coordinates ("no change"); ' +
          'a horizon is trusted where the bound of persistence exceeds the tolerance and that of the forecast does not.',
      ),
    );
  }

  /** Draws the last window of a stream; nothing where no horizon is declared. */
  update(detail) {
    const certified = detail.certificate?.horizons;
    const rows = (certified?.rows ?? []).filter((row) => row.units > 0 && Number.isFinite(row.U) && row.mse > 0);
    this.root.hidden = rows.length === 0;
    if (rows.length === 0) {
      return;
    }
    const scored = new Map((detail.horizons ?? []).map((one) => [one.horizon, one]));
    const tolerance = detail.certificate.alarm.tolerance;
    const said = detail.certificate.claim;
    const notNow = NOT_NOW.includes(detail.condition);
    setText(this.words, notNow ? `Not valid now: ${STATES[detail.condition].label}. Result of the last window: ${said}` : said);
    setText(this.readings, `${ofReadings(detail.horizons ?? [])} ${madeOf(detail.horizons ?? [])}`.trim());
    const shown = JSON.stringify([certified, tolerance, rows.map((row) => scored.get(row.horizon)?.persistenceRmse)]);
    if (shown !== this.shown) {
      this.shown = shown;
      this.root.dataset.points = String(rows.length);
      this.canvas.replaceChildren(picture(certified, rows, scored, tolerance));
    }
  }
}

function steps(horizon) {
  return `${horizon} ${plural(horizon, 'step')}`;
}

/** The linear model speaks of readings, not of coordinates. */
function ofReadings(horizons) {
  const known = horizons.filter((one) => Number.isFinite(one.stateSkill) && Number.isFinite(one.linearSkill));
  if (known.length === 0) {
    return '';
  }
  const said = known.map(
    (one) => `${steps(one.horizon)}: ${number(Math.sqrt(1 - one.stateSkill))} (linear model ${number(Math.sqrt(1 - one.linearSkill))})`,
  );
  return `Forecast error in sensor units relative to persistence, recently: ${said.join('; ')}.`;
}

/** What forecasts are mixed of, the largest share first; shares below half a percent are left out. */
function madeOf(horizons) {
  const known = horizons.filter((one) => one.madeOf);
  if (known.length === 0) {
    return '';
  }
  const said = known.map((one) => {
    const shares = Object.entries(one.madeOf)
      .filter(([, share]) => share >= 0.005)
      .sort((a, b) => b[1] - a[1])
      .map(([expert, share]) => `${expert} ${Math.round(100 * share)} %`);
    return `${steps(one.horizon)}: ${shares.join(', ')}`;
  });
  return `Forecasts are mixed from: ${said.join('; ')}.`;
}

function picture(certified, rows, scored, tolerance) {
  const upper = (row) => row.UCap ?? row.U;
  const persistence = rows.map((row) => scored.get(row.horizon)?.persistenceRmse).map((value) => (value > 0 ? value : null));
  const errors = rows.map((row) => Math.sqrt(row.mse));
  const all = [tolerance, ...errors, ...rows.map(upper), ...persistence.filter((value) => value !== null)];
  const low = Math.min(...all) / BELOW;
  const high = Math.max(...all) * ROOM;
  const first = rows[0].horizon / ROOM;
  const last = rows.at(-1).horizon * ROOM;
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(value / first)) / Math.log(last / first);
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log(Math.max(low, value) / low)) / Math.log(high / low);
  const svg = shape('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' });
  const put = (name, attributes, ...children) => svg.append(shape(name, attributes, ...children));
  const text = (value, at, down, anchor, kind = 'axis') => put('text', { x: at, y: down, 'text-anchor': anchor, class: kind }, value);
  for (const tick of ticks(low, high)) {
    put('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick), class: 'grid' });
    text(number(tick), LEFT - 6, y(tick) + 4, 'end');
  }
  for (const row of rows) {
    text(String(row.horizon), x(row.horizon), HEIGHT - BOTTOM + 16, 'middle');
  }
  text('steps ahead', (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, 'middle');
  put('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(tolerance), y2: y(tolerance), class: 'tolerance' });
  text('tolerance', LEFT + 4, y(tolerance) - 5, 'start', 'tolerance');
  const trusted = certified.trusted?.at(-1);
  mark(put, text, x, trusted ?? certified.ok, trusted === undefined ? 'within tolerance up to' : 'trusted up to', 'ok');
  mark(put, text, x, certified.stop, 'excluded from', 'stop');
  for (const row of rows) {
    const at = x(row.horizon);
    put('line', { x1: at, x2: at, y1: y(row.L ?? low), y2: y(upper(row)), class: 'bounds' });
    for (const end of [row.L ?? low, upper(row)]) {
      put('line', { x1: at - 6, x2: at + 6, y1: y(end), y2: y(end), class: 'bounds' });
    }
  }
  curve(put, text, rows, persistence, x, y, 'persistence');
  curve(put, text, rows, errors, x, y, 'forecast');
  return svg;
}

function mark(put, text, x, horizon, words, kind) {
  if (horizon === undefined) {
    return;
  }
  put('line', { x1: x(horizon), x2: x(horizon), y1: TOP, y2: HEIGHT - BOTTOM, class: kind });
  const right = x(horizon) < WIDTH / 2;
  text(`${words} ${horizon}`, x(horizon) + (right ? 6 : -6), TOP + (kind === 'ok' ? 10 : 24), right ? 'start' : 'end', kind);
}

function curve(put, text, rows, values, x, y, kind) {
  const points = rows.map((row, i) => [x(row.horizon), values[i]]).filter(([, value]) => value !== null);
  if (points.length === 0) {
    return;
  }
  put('polyline', { points: points.map(([at, value]) => `${at},${y(value)}`).join(' '), class: kind });
  for (const [at, value] of points) {
    put('circle', { cx: at, cy: y(value), r: 3.5, class: kind });
  }
  const [at, value] = points[0];
  text(kind, at + 10, y(value) + (kind === 'forecast' ? 16 : -8), 'start', kind);
}
