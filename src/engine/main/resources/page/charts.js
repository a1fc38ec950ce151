// The charts of a stream's map, closure and certificates. Every chart has a caption that says what
// is drawn, and a sentence with its present numbers for whoever cannot see it.
import { element, number, plural, setText } from './dom.js';
import { Heat } from './heat.js';
import { init } from './plot.js';
import { isClock, tick, usesUtc } from './time.js';
import { VERDICT_TONES } from './words.js';

const MOST_CLASSES = 32;
const CIRCLE = Array.from({ length: 121 }, (_, i) => [Math.cos((i * Math.PI) / 60), Math.sin((i * Math.PI) / 60)]);
const VERDICT_SYMBOLS = {
  EXCLUDED: 'rect',
  ATTAINABLE: 'circle',
  UNDECIDED: 'emptyCircle',
  SUSPECT: 'diamond',
  OUT_OF_MAP: 'triangle',
};

export class Charts {
  constructor(root, stream) {
    this.stream = stream;
    this.root = root;
    this.panels = new Map();
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.restyle = () => this.last && this.update(...this.last);
    this.dark.addEventListener('change', this.restyle);
    this.observer = new ResizeObserver(() => this.panels.forEach((panel) => panel.chart.resize()));
    this.observer.observe(root);
    root.replaceChildren();
  }

  dispose() {
    this.dark.removeEventListener('change', this.restyle);
    this.observer.disconnect();
    this.panels.forEach((panel) => panel.chart.dispose());
    this.root.replaceChildren();
  }

  update(detail, history, fleet) {
    this.last = [detail, history, fleet];
    this.colors = colors();
    const sensors = fleet.map.sensors;
    this.coordinates(history.readings);
    if (fleet.certificates !== undefined) {
      this.bounds(history.windows, detail.outdated === true);
    }
    this.statistics(history.views);
    this.errors(detail.horizons ?? []);
    this.overTime(history.views);
    this.spectrum(history.eigenvalues);
    if (sensors.length === 2 && history.readings.state.length === 2) {
      this.portrait(history.readings, sensors);
    }
  }

  panel(key, title, caption, shape = '', begin = init) {
    let panel = this.panels.get(key);
    if (panel === undefined) {
      const canvas = element('div', { class: 'canvas' });
      const summary = element('p', { class: 'summary', id: `summary-${key}` });
      const plot = element('div', { class: 'plot', role: 'img', 'aria-label': title, 'aria-describedby': `summary-${key}` }, canvas);
      const tools = element('div', { class: 'tools' });
      const figure = element(
        'figure',
        { class: `card figure ${shape}`, 'data-chart': key, 'aria-labelledby': `title-${key}` },
        element('div', { class: 'figure-head' }, element('h3', { id: `title-${key}` }, title), tools),
        plot,
        summary,
        element('figcaption', { class: 'muted small' }, caption),
      );
      this.root.append(figure);
      panel = { figure, summary, tools, chart: begin(canvas) };
      this.panels.set(key, panel);
    }
    return panel;
  }

  draw(panel, points, summary, option) {
    panel.figure.dataset.points = String(points);
    setText(panel.summary, summary);
    const { text, muted, line, card } = this.colors;
    const axes = (axis) => ({
      nameTextStyle: { color: muted },
      axisLabel: { color: muted, hideOverlap: true, ...axis.axisLabel },
      axisLine: { lineStyle: { color: line } },
      axisTick: { lineStyle: { color: line } },
      splitLine: { lineStyle: { color: line } },
      ...Object.fromEntries(Object.entries(axis).filter(([key]) => key !== 'axisLabel')),
    });
    panel.chart.setOption(
      {
        animation: false,
        backgroundColor: 'transparent',
        textStyle: { fontFamily: 'inherit' },
        legend: { top: 0, left: 0, textStyle: { color: text }, itemWidth: 16, itemHeight: 8, icon: 'roundRect' },
        grid: { top: 32, right: 16, bottom: 20, left: 8, containLabel: true },
        // Rich text is drawn, not parsed: a name on the chart can never become markup.
        tooltip: { trigger: 'axis', renderMode: 'richText', confine: true, backgroundColor: card, borderColor: line, textStyle: { color: text } },
        ...option,
        xAxis: axes(option.xAxis),
        yAxis: axes(option.yAxis),
      },
      { replaceMerge: ['series'] },
    );
  }

  coordinates(readings) {
    const panel = this.panel(
      'coordinates',
      'Soft coordinates over time',
      'One row per reference class, one column per reading: the darker, the larger the share of the class. A column of one even shade is a ' +
        'state that resembles no class more than another, as happens far from the training recording.',
      'wide',
      (canvas) => new Heat(canvas),
    );
    const bytes = Uint8Array.from(atob(readings.coordinates), (letter) => letter.charCodeAt(0));
    const rows = readings.time.length;
    if (rows === 0) {
      panel.figure.dataset.points = '0';
      setText(panel.summary, 'No reading since this instance took over the stream.');
      return;
    }
    const classes = readings.classes;
    const shown = mostHeld(bytes, rows, classes);
    const apart = (readings.time.at(-1) - readings.time[0]) / 6;
    const current = shown
      .map((k) => [k, bytes[(rows - 1) * classes + k] / 255])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([k, share]) => `class ${k} ${Math.round(100 * share)} %`);
    const selection = shown.length < classes ? ` The ${shown.length} of ${classes} classes with the largest shares are drawn.` : '';
    panel.figure.dataset.points = String(rows * shown.length);
    setText(panel.summary, `The last reading is ${current.join(', ')}.${selection}`);
    panel.chart.draw(
      rows,
      shown.map(String),
      (row, place) => bytes[row * classes + shown[place]] / 255,
      (row) => tick(readings.time[row], apart),
      this.colors,
    );
  }

  bounds(windows, outdated) {
    const panel = this.panel(
      'bounds',
      'Certified bounds over the last windows',
      'No linear closure within the norm limit has an error below the lower line; the error of the frozen closure is at most the upper line. The mark on the upper line ' +
        'shows the verdict. Bounds of windows unlike the recording are not drawn, because they do not apply there.',
    );
    if (windows.length === 0) {
      this.draw(panel, 0, 'No window has been completed since this instance took over the stream.', empty());
      return;
    }
    const claimed = (window) => window.verdict !== 'OUT_OF_MAP';
    const upper = windows.map((window) => ({
      value: claimed(window) ? window.upper : window.tolerance,
      symbol: VERDICT_SYMBOLS[window.verdict],
      symbolSize: 8,
      itemStyle: { color: this.colors.tones[VERDICT_TONES[window.verdict]] },
    }));
    const line = (values, name, color, type = 'solid') => ({
      name,
      type: 'line',
      symbol: 'none',
      data: values,
      lineStyle: { width: 1.6, color, type },
      itemStyle: { color },
    });
    const last = windows.at(-1);
    const head = outdated ? 'Last window, too old to say anything about the present' : 'Last window';
    const text = claimed(last)
      ? `${head}: error between ${number(last.lower)} and ${number(last.upper)}, tolerance ${number(last.tolerance)}, ${last.verdict}.`
      : `${head}: ${last.verdict}; its bounds claim nothing. Tolerance ${number(last.tolerance)}.`;
    this.draw(panel, windows.length, text, {
      xAxis: { type: 'category', data: windows.map((window) => String(window.window)), name: 'window', nameLocation: 'middle', nameGap: 24 },
      yAxis: { type: 'value', min: 0, axisLabel: { formatter: (value) => number(value) } },
      series: [
        line(windows.map((window) => (claimed(window) ? window.upper : null)), 'upper', this.colors.series[0]),
        line(windows.map((window) => (claimed(window) ? window.lower : null)), 'lower', this.colors.series[1]),
        line(windows.map((window) => window.tolerance), 'tolerance', this.colors.muted, 'dashed'),
        { name: 'verdict', type: 'scatter', data: upper, itemStyle: { color: this.colors.muted } },
      ],
    });
  }

  statistics(views) {
    const panel = this.panel(
      'statistics',
      'Assignment loss and successor variance',
      'f-hat and s-hat of the last 512 transitions. f-hat measures how far states are from belonging to a single class; s-hat measures how much the successors of one class vary. Plain ' +
        'statistics, without a confidence level.',
    );
    this.trend(panel, views, [
      ['f-hat', views.fHat, this.colors.series[0]],
      ['s-hat', views.sHat, this.colors.series[1]],
    ]);
  }

  /** How forecasts fare as time goes by: one that wears out is seen here. */
  overTime(views) {
    const horizons = views.horizons ?? [];
    const charts = [
      ['error-trend', 'rmse', 'Forecast error over time', 'Root-mean-square error in soft coordinates over the last 256 readings, by steps ahead.', 0],
      ['skill-trend', 'skill', 'Forecast skill over time', '1 - MSE / MSE of repeating the present reading, over the last 256 readings. Below 0 the forecast of that horizon is worse than none.', null],
      ['coverage-trend', 'coverage', 'Coverage of the intervals over time', 'Share of outcomes within their intervals since the stream began, by steps ahead; the target is forecasts.interval.', 0],
    ];
    for (const [key, field, title, caption, min] of charts) {
      const known = horizons.filter((one) => one[field].some((value) => value !== null));
      if (known.length > 0) {
        const lines = known.map((one, i) => [`${one.horizon} ahead`, one[field], this.colors.series[i]]);
        this.trend(this.panel(key, title, caption), views, lines, min);
      }
    }
  }

  /** Lines over time. */
  trend(panel, views, lines, min = 0) {
    if (views.time.length === 0) {
      this.draw(panel, 0, 'Nothing is known yet.', empty());
      return;
    }
    const [from, to] = [views.time[0], views.time.at(-1)];
    this.draw(panel, views.time.length, `Now ${lines.map(([name, values]) => `${name} ${number(values.at(-1))}`).join(', ')}.`, {
      useUTC: usesUtc(),
      xAxis: { type: isClock(from) ? 'time' : 'value', min: from, max: to, axisLabel: { formatter: (time) => tick(time, (to - from) / 5) } },
      yAxis: { type: 'value', min, axisLabel: { formatter: (value) => number(value) } },
      series: lines.map(([name, values, color]) => ({
        name,
        type: 'line',
        symbol: 'none',
        data: views.time.map((time, i) => [time, values[i]]),
        lineStyle: { width: 1.6, color },
        itemStyle: { color },
      })),
    });
  }

  errors(horizons) {
    const panel = this.panel(
      'errors',
      'Forecast error by horizon',
      'Relative squared error in soft coordinates over the last 256 readings, beside that of "no change" (persistence). Lower is better; a forecast above ' +
        'that line is worse than no change.',
    );
    const known = horizons.filter((horizon) => horizon.error !== undefined);
    if (known.length === 0) {
      this.draw(panel, 0, 'No forecast has been scored over a whole window yet.', empty());
      return;
    }
    const persistence = known.map((horizon) =>
      horizon.skill === undefined || horizon.skill >= 1 ? null : horizon.error / (1 - horizon.skill),
    );
    const positive = known.every((horizon) => horizon.error > 0) && persistence.every((value) => value === null || value > 0);
    const line = (name, values, color, symbol) => ({
      name,
      type: 'line',
      data: values,
      symbol,
      symbolSize: 8,
      lineStyle: { width: 1.6, color },
      itemStyle: { color },
    });
    const steps = (horizon) => `${horizon.horizon} ${plural(horizon.horizon, 'step')}`;
    const worse = horizons.filter((horizon) => horizon.stateSkill < 0).map(steps);
    const held = horizons
      .filter((horizon) => horizon.interval?.coverage !== undefined)
      .map(
        ({ interval, ...horizon }) =>
          `${steps(horizon)} ${number(100 * interval.coverage, 3)} % of ${interval.outcomes} outcomes (guaranteed for every sensor, on any readings: within ${number(100 * interval.guarantee, 2)} percentage points of ${number(100 * interval.level)} %)`,
      );
    const notes =
      (worse.length === 0 ? '' : ` In sensor units, the forecast is worse than repeating the present reading at: ${worse.join(', ')}.`) +
      (held.length === 0 ? '' : ` Coverage of the intervals: ${held.join('; ')}.`);
    this.draw(
      panel,
      known.length,
      known
        .map((horizon, i) => `${horizon.horizon} ${plural(horizon.horizon, 'step')}: ${number(horizon.error)}` + (persistence[i] === null ? '' : ` (persistence ${number(persistence[i])})`))
        .join('; ') + '.' + notes,
      {
        xAxis: { type: 'category', data: known.map((horizon) => String(horizon.horizon)), name: 'steps ahead', nameLocation: 'middle', nameGap: 24 },
        yAxis: { type: positive ? 'log' : 'value', axisLabel: { formatter: (value) => number(value) } },
        series: [
          line('forecast', known.map((horizon) => horizon.error), this.colors.series[0], 'circle'),
          line('persistence', persistence, this.colors.muted, 'emptyCircle'),
        ],
      },
    );
  }

  spectrum(eigenvalues) {
    const panel = this.panel(
      'spectrum',
      'Eigenvalues of the closure',
      'Measured when a window is completed. A pattern with an eigenvalue near the unit circle lasts long; the angle shows how fast it oscillates. Outside the circle, forecasts grow with the horizon.',
      'square',
    );
    if (eigenvalues === undefined) {
      this.draw(panel, 0, 'Measured when the next window is completed.', empty());
      return;
    }
    const modulus = (value) => Math.hypot(value[0], value[1]);
    const largest = Math.max(...eigenvalues.map(modulus));
    const side = Math.max(1.1, Math.ceil(largest * 11) / 10);
    const near = eigenvalues.filter((value) => modulus(value) > 0.9).length;
    const axis = { type: 'value', min: -side, max: side, axisLabel: { formatter: (value) => number(value), showMinLabel: false, showMaxLabel: false } };
    this.draw(panel, eigenvalues.length, `${eigenvalues.length} eigenvalues, the largest of modulus ${number(largest)}, ${near} with modulus above 0.9.`, {
      tooltip: { trigger: 'item', renderMode: 'richText', confine: true, formatter: ({ data }) => `${number(data[0])} ${data[1] < 0 ? '−' : '+'} ${number(Math.abs(data[1]))}i` },
      legend: { show: false },
      grid: { top: 12, right: 12, bottom: 28, left: 36, containLabel: false },
      xAxis: axis,
      yAxis: axis,
      series: [
        { name: 'unit circle', type: 'line', symbol: 'none', data: CIRCLE, silent: true, tooltip: { show: false }, lineStyle: { color: this.colors.muted, width: 1.2 } },
        { name: 'eigenvalue', type: 'scatter', symbolSize: 7, data: eigenvalues, itemStyle: { color: this.colors.series[0], opacity: 0.85 } },
      ],
    });
  }

  portrait(readings, sensors) {
    const panel = this.panel(
      'portrait',
      'Phase portrait',
      `${sensors[1]} against ${sensors[0]} over the same readings; the large point is the last one.`,
      'square',
    );
    const [first, second] = readings.state;
    if (first.length === 0) {
      this.draw(panel, 0, 'No reading since this instance took over the stream.', empty());
      return;
    }
    const path = [];
    first.forEach((value, i) => {
      if (!readings.continued[i]) {
        path.push([null, null]);
      }
      path.push([value, second[i]]);
    });
    const axis = (name) => ({ type: 'value', scale: true, name, nameLocation: 'middle', nameGap: 26, axisLabel: { formatter: (value) => number(value), showMinLabel: false, showMaxLabel: false } });
    this.draw(panel, first.length, `The last state is ${sensors[0]} ${number(first.at(-1), 4)}, ${sensors[1]} ${number(second.at(-1), 4)}.`, {
      tooltip: { show: false },
      legend: { show: false },
      grid: { top: 12, right: 12, bottom: 40, left: 48, containLabel: false },
      xAxis: axis(sensors[0]),
      yAxis: { ...axis(sensors[1]), nameGap: 34 },
      series: [
        { name: 'path', type: 'line', symbolSize: 3, symbol: 'circle', data: path, lineStyle: { width: 1, opacity: 0.6, color: this.colors.series[0] }, itemStyle: { color: this.colors.series[0] } },
        { name: 'last', type: 'scatter', symbolSize: 12, data: [[first.at(-1), second.at(-1)]], itemStyle: { color: this.colors.series[1] } },
      ],
    });
  }
}

function empty() {
  return { xAxis: { show: false }, yAxis: { show: false }, series: [] };
}

/** The colours of the page in use. */
export function colors() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  return {
    text: value('--text'),
    muted: value('--muted'),
    line: value('--line'),
    card: value('--card'),
    heat: value('--heat'),
    series: [value('--series-1'), value('--series-2'), value('--series-3'), value('--series-4')],
    tones: { good: value('--good'), warn: value('--warn'), bad: value('--bad'), plain: value('--plain') },
  };
}

/** The classes to draw, ascending: all, or those that held the largest share over the readings. */
function mostHeld(bytes, rows, classes) {
  const all = Array.from({ length: classes }, (_, k) => k);
  if (classes <= MOST_CLASSES) {
    return all;
  }
  const held = all.map((k) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      sum += bytes[row * classes + k];
    }
    return sum;
  });
  return all.sort((a, b) => held[b] - held[a]).slice(0, MOST_CLASSES).sort((a, b) => a - b);
}
