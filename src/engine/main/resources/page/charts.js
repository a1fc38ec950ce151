// The charts of one stream. Every chart has a caption that says what is drawn, and a sentence with
// its present numbers for whoever cannot see it.
import * as echarts from './echarts.js';
import { duration, element, number, setText } from './dom.js';
import { VERDICT_TONES } from './words.js';

const MOST_CLASSES = 32;
const CIRCLE = Array.from({ length: 121 }, (_, i) => [Math.cos((i * Math.PI) / 60), Math.sin((i * Math.PI) / 60)]);
const SYMBOLS = ['circle', 'triangle', 'diamond', 'rect'];
const VERDICT_SYMBOLS = {
  EXCLUDED: 'rect',
  ATTAINABLE: 'circle',
  UNDECIDED: 'emptyCircle',
  SUSPECT: 'diamond',
  OUT_OF_MAP: 'triangle',
};
const UNITS = [
  ['d', 86400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
  ['ms', 1e-3],
];

export class Charts {
  constructor(root, stream) {
    this.stream = stream;
    this.root = root;
    this.component = null;
    this.panels = new Map();
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.restyle = () => this.redraw();
    this.dark.addEventListener('change', this.restyle);
    this.observer = new ResizeObserver(() => this.panels.forEach((panel) => panel.chart.resize()));
    this.observer.observe(root);
    this.note = element('p', { class: 'muted' });
    root.replaceChildren(this.note);
  }

  dispose() {
    this.dark.removeEventListener('change', this.restyle);
    this.observer.disconnect();
    this.panels.forEach((panel) => panel.chart.dispose());
    this.root.replaceChildren();
  }

  redraw() {
    if (this.last) {
      this.update(...this.last);
    }
  }

  update(detail, history, fleet, incidents) {
    this.last = [detail, history, fleet, incidents];
    if (!history.kept) {
      setText(
        this.note,
        `No charts are kept for this stream: this instance keeps them for ${history.most} streams ` +
          '(telemetry.streams in the topology file).',
      );
      return;
    }
    setText(this.note, '');
    this.colors = colors();
    const sensors = fleet.map.sensors;
    this.component ??= mostNovel(detail.noveltyShares, sensors, history.readings.state.length);
    this.observations(history.readings, sensors);
    this.coordinates(history.readings);
    if (fleet.certificates !== undefined) {
      this.bounds(history.windows, detail.outdated === true);
    }
    this.statistics(history.views);
    this.novelty(history.views, detail.noveltyLimit, incidents);
    if (detail.relationLimit !== undefined) {
      this.relations(history.views, detail.relationLimit);
    }
    this.errors(detail.horizons ?? []);
    this.spectrum(history.eigenvalues);
    if (sensors.length === 2 && history.readings.state.length === 2) {
      this.portrait(history.readings, sensors);
    }
  }

  panel(key, title, caption, shape = '') {
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
      panel = { figure, summary, tools, chart: echarts.init(canvas) };
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

  observations(readings, sensors) {
    const panel = this.panel(
      'observations',
      'Readings and the forecasts made for them',
      'The line is what was observed; it breaks where an episode ends. A point stands at the time it was forecast for, so it ' +
        'should lie on the line; hollow points are forecasts whose time has not come.',
      'wide',
    );
    this.sensorChoice(panel, sensors, readings.state.length);
    const times = readings.time;
    const sensor = sensors[this.component] ?? '';
    if (times.length === 0) {
      this.draw(panel, 0, 'No reading since this instance holds the stream.', empty());
      return;
    }
    const scale = relative(times);
    const values = readings.state[this.component];
    const series = [
      {
        name: sensor,
        type: 'line',
        symbol: 'none',
        data: broken(times, values, readings.continued, scale),
        lineStyle: { width: 1.6, color: this.colors.text },
        itemStyle: { color: this.colors.text },
      },
    ];
    const step = typicalStep(times, readings.continued);
    let last = 0;
    const said = [];
    readings.forecasts.forEach((forecast, i) => {
      const color = this.colors.series[i % this.colors.series.length];
      const predicted = forecast.state[this.component];
      const points = times.map((time, k) => [scale.at(time), predicted[k]]).filter((point) => point[1] !== null);
      const name = `${forecast.horizon} step${forecast.horizon === 1 ? '' : 's'} before`;
      series.push({ name, type: 'scatter', symbol: SYMBOLS[i], symbolSize: 6, data: points, itemStyle: { color } });
      // Of several horizons the bands would hide each other: the longest is drawn, which is widest.
      if (forecast.halfWidth !== undefined && i === readings.forecasts.length - 1) {
        for (const [side, sign] of [['lower', -1], ['upper', 1]]) {
          const half = forecast.halfWidth[this.component];
          series.push({
            name: `interval, ${forecast.horizon} steps: ${side} end`,
            type: 'line',
            symbol: 'none',
            connectNulls: true,
            data: times
              .map((time, k) => [scale.at(time), predicted[k] === null || half[k] === null ? null : predicted[k] + sign * half[k]])
              .filter((point) => point[1] !== null),
            lineStyle: { width: 1, type: 'dotted', color },
            itemStyle: { color },
          });
        }
      }
      const latest = predicted.findLastIndex((value) => value !== null);
      if (latest >= 0) {
        said.push(`${number(predicted[latest], 4)} forecast ${name} for ${number(values[latest], 4)}`);
      }
      if (forecast.ahead !== undefined && step > 0) {
        const at = scale.at(forecast.origin + forecast.horizon * step);
        if (at > 0 && at < -scale.first / 2) {
          last = Math.max(last, at);
          series.push({
            name,
            type: 'scatter',
            symbol: SYMBOLS[i],
            symbolSize: 8,
            data: [[at, forecast.ahead[this.component]]],
            itemStyle: { color: 'transparent', borderColor: color, borderWidth: 1.6 },
          });
        }
      }
    });
    this.draw(
      panel,
      values.length,
      `${sensor} is ${number(values.at(-1), 4)} over the last ${duration(-scale.first * scale.unit[1])} (${values.length} readings).` +
        (said.length === 0 ? ' No forecast in sensor units has come due.' : ` Last due: ${said.join('; ')}.`),
      {
        xAxis: { type: 'value', min: scale.first, max: Math.max(last, -scale.first * 0.01), name: `${scale.unit[0]} from the last reading`, nameLocation: 'middle', nameGap: 24, axisLabel: { formatter: (value) => number(value), showMinLabel: false, showMaxLabel: false } },
        yAxis: { type: 'value', scale: true, axisLabel: { formatter: (value) => number(value) } },
        series,
      },
    );
  }

  sensorChoice(panel, sensors, shown) {
    if (shown < 2 || panel.select !== undefined) {
      return;
    }
    panel.select = element(
      'select',
      {
        id: 'sensor',
        onchange: (event) => {
          this.component = Number(event.target.value);
          this.redraw();
        },
      },
      ...sensors.slice(0, shown).map((sensor, i) => element('option', { value: i }, sensor)),
    );
    panel.select.value = String(this.component);
    panel.tools.append(element('label', { for: 'sensor' }, 'Sensor ', panel.select));
  }

  coordinates(readings) {
    const panel = this.panel(
      'coordinates',
      'Soft coordinates over time',
      'One row per reference class, one column per reading: the darker, the larger the share of the class. A column of one even shade is a ' +
        'state that resembles no class more than another, as far outside the map.',
      'wide',
    );
    const bytes = Uint8Array.from(atob(readings.coordinates), (letter) => letter.charCodeAt(0));
    const rows = readings.time.length;
    if (rows === 0) {
      this.draw(panel, 0, 'No reading since this instance holds the stream.', empty());
      return;
    }
    const classes = readings.classes;
    const shown = mostHeld(bytes, rows, classes);
    const scale = relative(readings.time);
    const cells = [];
    for (let row = 0; row < rows; row++) {
      shown.forEach((k, place) => {
        const share = bytes[row * classes + k];
        if (share > 2) {
          cells.push([row, place, share / 255]);
        }
      });
    }
    const current = shown
      .map((k) => [k, bytes[(rows - 1) * classes + k] / 255])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([k, share]) => `class ${k} ${Math.round(100 * share)} %`);
    const selection = shown.length < classes ? ` The ${shown.length} of ${classes} classes that held most are drawn.` : '';
    this.draw(panel, rows * shown.length, `The last reading is ${current.join(', ')}.${selection}`, {
      tooltip: {
        trigger: 'item',
        renderMode: 'richText',
        confine: true,
        formatter: ({ data }) => `class ${shown[data[1]]}: ${Math.round(100 * data[2])} %, ${number(scale.at(readings.time[data[0]]))} ${scale.unit[0]}`,
      },
      legend: { show: false },
      grid: { top: 8, right: 16, bottom: 20, left: 8, containLabel: true },
      visualMap: { show: false, min: 0, max: 1, dimension: 2, inRange: { color: [this.colors.card, this.colors.heat] } },
      xAxis: {
        type: 'category',
        data: readings.time.map((time) => number(scale.at(time), 2)),
        name: `${scale.unit[0]} from the last reading`,
        nameLocation: 'middle',
        nameGap: 24,
        axisLabel: { interval: Math.max(0, Math.ceil(rows / 6) - 1) },
        splitLine: { show: false },
      },
      yAxis: { type: 'category', data: shown.map(String), name: '', splitLine: { show: false } },
      series: [{ name: 'share', type: 'heatmap', data: cells, progressive: 0 }],
    });
  }

  bounds(windows, outdated) {
    const panel = this.panel(
      'bounds',
      'Certified bounds over the last windows',
      'No linear closure within the norm limit has an error below the lower line; the frozen closure has at most the upper one. The mark on the upper line ' +
        'shows the verdict. Bounds of windows outside the map are left out: there they would claim nothing.',
    );
    if (windows.length === 0) {
      this.draw(panel, 0, 'No window has closed since this instance holds the stream.', empty());
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
    const head = outdated ? 'Last window, too old to say anything of the present' : 'Last window';
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
      'f-hat and s-hat of the last 512 transitions. f-hat is how far a state is from lying in one class; s-hat is how much the successors of one class vary. Plain ' +
        'statistics, without a confidence level.',
    );
    this.trend(panel, views, [
      ['f-hat', views.fHat, this.colors.series[0]],
      ['s-hat', views.sHat, this.colors.series[1]],
    ]);
  }

  novelty(views, limit, incidents) {
    const panel = this.panel(
      'novelty',
      'Novelty against its limit',
      'The highest novelty in every second: how badly the best class of the map explains a reading. A reading above the dashed limit is outside the map. ' +
        'Of normal readings a small share is; three in a row make the stream count as outside.',
    );
    const lines = [['novelty', views.novelty, this.colors.series[0]]];
    if (limit !== undefined) {
      lines.push(['limit', views.novelty.map(() => limit), this.colors.muted, 'dashed']);
    }
    const top = 1.05 * Math.max(limit ?? 0, ...views.novelty.filter(Number.isFinite));
    const during = (time) => incidents.some((one) => time >= one.since && time <= (one.ended ?? Infinity));
    const happened = views.time.map((time) => (during(time) ? top : null));
    this.trend(panel, views, lines, undefined, happened.some((value) => value !== null) ? happened : []);
  }

  relations(views, limit) {
    const panel = this.panel(
      'relations',
      'Relations between sensors against their limit',
      'The highest R in every second: how far the sensors are from what the reading before and the other sensors predict, 1 in the mean of normal readings. Of normal ' +
        'readings a small share lies above the dashed limit; the alarm goes by the evidence that gathers over readings. The line breaks where a reading has none before it.',
    );
    // A broken relation reaches hundreds of times the limit, which a linear scale would hide.
    const known = views.relation.filter((value) => value !== null);
    const wide = known.some((value) => value > 10 * limit) && known.every((value) => value > 0);
    this.trend(
      panel,
      views,
      [
        ['R', views.relation, this.colors.series[0]],
        ['limit', views.relation.map(() => limit), this.colors.muted, 'dashed'],
      ],
      wide ? { type: 'log' } : { type: 'value', min: 0 },
    );
  }

  /** Lines over time; where `happened` has values, an incident is shaded. */
  trend(panel, views, lines, scaling = { type: 'value', min: 0 }, happened = []) {
    if (views.time.length === 0) {
      this.draw(panel, 0, 'Nothing is known yet.', empty());
      return;
    }
    const scale = relative(views.time);
    this.draw(
      panel,
      views.time.length,
      `Now ${lines.map(([name, values]) => `${name} ${number(values.at(-1))}`).join(', ')}; ${duration(-scale.first * scale.unit[1])} shown.`,
      {
        xAxis: { type: 'value', min: scale.first, max: 0, name: `${scale.unit[0]} from the last reading`, nameLocation: 'middle', nameGap: 24, axisLabel: { formatter: (value) => number(value), showMinLabel: false } },
        yAxis: { ...scaling, axisLabel: { formatter: (value) => number(value) } },
        series: [
          ...lines.map(([name, values, color, type = 'solid']) => ({
            name,
            type: 'line',
            symbol: 'none',
            data: views.time.map((time, i) => [scale.at(time), values[i]]),
            lineStyle: { width: 1.6, color, type },
            itemStyle: { color },
          })),
          ...(happened.length === 0
            ? []
            : [
                {
                  name: 'incident',
                  type: 'line',
                  symbol: 'none',
                  data: happened.map((value, i) => [scale.at(views.time[i]), value]),
                  lineStyle: { width: 0 },
                  areaStyle: { color: this.colors.muted, opacity: 0.25 },
                  itemStyle: { color: this.colors.muted },
                },
              ]),
        ],
      },
    );
  }

  errors(horizons) {
    const panel = this.panel(
      'errors',
      'Forecast error by horizon',
      'Relative squared error in soft coordinates over the last 256 readings, beside that of repeating the present state (persistence). Lower is better; a forecast above ' +
        'persistence is not worth having.',
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
    const steps = (horizon) => `${horizon.horizon} step${horizon.horizon === 1 ? '' : 's'}`;
    const worse = horizons.filter((horizon) => horizon.stateSkill < 0).map(steps);
    const held = horizons
      .filter((horizon) => horizon.interval?.coverage !== undefined)
      .map(
        ({ interval, ...horizon }) =>
          `${steps(horizon)} ${number(100 * interval.coverage, 3)} % of ${interval.outcomes} outcomes (any sensor within ${number(100 * interval.guarantee, 2)} % of ${number(100 * interval.level)} %, whatever comes)`,
      );
    const notes =
      (worse.length === 0 ? '' : ` In sensor units worse than repeating the present reading: ${worse.join(', ')}.`) +
      (held.length === 0 ? '' : ` Intervals hold: ${held.join('; ')}.`);
    this.draw(
      panel,
      known.length,
      known
        .map((horizon, i) => `${horizon.horizon} step${horizon.horizon === 1 ? '' : 's'}: ${number(horizon.error)}` + (persistence[i] === null ? '' : ` (persistence ${number(persistence[i])})`))
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
      'Measured when a window closes. Near the unit circle a pattern lasts; its angle is how fast it turns. Outside the circle forecasts grow with the horizon.',
      'square',
    );
    if (eigenvalues === undefined) {
      this.draw(panel, 0, 'They are measured when the next window closes.', empty());
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
      this.draw(panel, 0, 'No reading since this instance holds the stream.', empty());
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

/** The sensor to begin with: the one that most of the novelty comes from, the first if none does. */
function mostNovel(shares, sensors, shown) {
  const known = sensors.slice(0, shown).map((sensor) => shares?.[sensor] ?? 0);
  return Math.max(0, known.indexOf(Math.max(...known)));
}

function empty() {
  return { xAxis: { show: false }, yAxis: { show: false }, series: [] };
}

function colors() {
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

/** Places times on an axis whose zero is the last one, in the unit that suits their range. */
function relative(times) {
  const last = times.at(-1);
  const seconds = Math.max(1e-6, (last - times[0]) / 1000);
  const unit = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1);
  const at = (time) => (time - last) / 1000 / unit[1];
  return { at, unit, first: Math.min(at(times[0]), -1e-9) };
}

function broken(times, values, continued, scale) {
  const line = [];
  times.forEach((time, i) => {
    if (i > 0 && !continued[i]) {
      line.push([scale.at(time), null]);
    }
    line.push([scale.at(time), values[i]]);
  });
  return line;
}

/** Median step between readings of one episode, milliseconds; 0 if there is none. */
function typicalStep(times, continued) {
  const steps = times.map((time, i) => (continued[i] && i > 0 ? time - times[i - 1] : null)).filter((step) => step !== null);
  steps.sort((a, b) => a - b);
  return steps.length === 0 ? 0 : steps[steps.length >> 1];
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
