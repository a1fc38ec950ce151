// Several sensors of a stream above one another on one axis of time, with where they usually are,
// the forecasts and their intervals, what the model said, and what happened.
import { RANGES } from './address.js';
import { CHANNELS } from './channels.js';
import { duration, element, number, plural, reading, setText } from './dom.js';
import { init } from './plot.js';
import { usualOf, withUnit } from './sensors.js';
import { clock, isClock, tick, usesUtc, zoneName } from './time.js';
import { STATES } from './words.js';

const LEFT = 64;
const RIGHT = 18;
const STRIP = 14;
const TITLE = 30;
const PLOT = 108;
const AXIS = 34;

/** More lines than that on a phone or a wall are no picture any more. */
const MOST_SENSORS = 8;

/** Shorter ranges, milliseconds, have an axis of numbers. */
const SHORTEST_TIME = 5000;

/** Shorter ones, in pixels, are clicks. */
const SHORTEST_DRAG = 8;

/** Sensors that are drawn before somebody chooses. */
const FIRST_SENSORS = 4;
const SYMBOLS = ['circle', 'triangle', 'diamond', 'rect'];

/** Lines that differ without colour, and their marks in text. */
const LINES = [
  { type: 'solid', mark: '──' },
  { type: 'dotted', mark: '···' },
  { type: 'dashed', mark: '- -' },
];
const FORECAST_LINE = LINES[2];

/** The same in text. */
const MARKS = ['●', '▲', '◆', '■'];

export class Timeline {
  /** `onSensors` is told which sensors are chosen, `onStretch` which time a mouse is dragged over. */
  constructor(onSensors, onStretch = null) {
    this.onSensors = onSensors;
    this.canvas = element('div', { class: 'timeline' });
    this.brush = element('div', { class: 'brush', hidden: true });
    if (onStretch !== null) {
      this.followDrag(onStretch);
    }
    this.summary = element('p', { class: 'summary', id: 'summary-timeline' });
    this.horizons = element('p', { class: 'muted small', hidden: true });
    this.sensorBox = element('fieldset', { class: 'sensor-choice' }, element('legend', {}, 'Sensors'));
    this.boxes = new Map();
    this.root = element(
      'figure',
      { class: 'card figure wide', 'data-chart': 'timeline', 'aria-labelledby': 'title-timeline' },
      element('h3', { id: 'title-timeline' }, 'Readings over time'),
      this.sensorBox,
      this.horizons,
      element('div', { class: 'plot', role: 'img', 'aria-label': 'Readings over time', 'aria-describedby': 'summary-timeline' }, this.canvas, this.brush),
      this.summary,
      element(
        'figcaption',
        { class: 'muted small' },
        'The shaded band is where the sensor usually was in the recording (98 of 100 readings). In the view of the last readings, each forecast is a point at the time it is for; ' +
          'hollow points are still to come, and the coloured band is the interval of the longest horizon. Over longer ranges the line is the mean of each time slot, the dashed line the mean of the ' +
          'forecasts made for it, and the grey band its smallest and largest reading, and the last chart shows the evidence that alarms come from. The strip at the top shows the status; incidents are shaded in all charts.' +
          (onStretch === null ? '' : ' Drag with the mouse to zoom into a time.'),
      ),
    );
    this.observer = new ResizeObserver(() => this.chart?.resize());
    this.observer.observe(this.canvas);
  }

  /** A finger scrolls the page instead; the inputs of the two times are for everybody. */
  followDrag(onStretch) {
    let start = null;
    const inside = (event) => Math.min(this.canvas.clientWidth - RIGHT, Math.max(LEFT, event.clientX - this.canvas.getBoundingClientRect().left));
    const timeAt = (x) => this.span[0] + ((x - LEFT) / (this.canvas.clientWidth - LEFT - RIGHT)) * (this.span[1] - this.span[0]);
    this.canvas.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'mouse' && event.button === 0 && this.span !== undefined) {
        start = inside(event);
        this.canvas.setPointerCapture(event.pointerId);
      }
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (start !== null) {
        const x = inside(event);
        this.brush.hidden = Math.abs(x - start) < SHORTEST_DRAG;
        this.brush.style.left = `${Math.min(start, x)}px`;
        this.brush.style.width = `${Math.abs(x - start)}px`;
      }
    });
    const end = (event) => {
      const x = inside(event);
      const dragged = start !== null && Math.abs(x - start) >= SHORTEST_DRAG;
      const [from, to] = [timeAt(Math.min(start, x)), timeAt(Math.max(start, x))];
      start = null;
      this.brush.hidden = true;
      if (dragged) {
        onStretch(from, to);
      }
    };
    this.canvas.addEventListener('pointerup', end);
    this.canvas.addEventListener('pointercancel', () => {
      start = null;
      this.brush.hidden = true;
    });
  }

  dispose() {
    this.observer.disconnect();
    this.chart?.dispose();
  }

  /** The sensors to draw: those chosen, else those an alarm comes from, else the first. */
  chosen(sensors, kept, wanted, shares) {
    const known = sensors.slice(0, kept);
    const named = (wanted ?? []).map((name) => known.find((sensor) => sensor.name === name)).filter(Boolean);
    if (named.length > 0) {
      return named.slice(0, MOST_SENSORS);
    }
    const blamed = known
      .filter((sensor) => shares[sensor.name] >= 0.05)
      .sort((a, b) => shares[b.name] - shares[a.name]);
    return [...blamed, ...known.filter((sensor) => !blamed.includes(sensor))].slice(0, FIRST_SENSORS);
  }

  showBoxes(sensors, kept, chosen) {
    const names = sensors.slice(0, kept).map((sensor) => sensor.name);
    if (names.join('\n') !== this.names) {
      this.names = names.join('\n');
      this.boxes.clear();
      this.sensorBox.replaceChildren(
        element('legend', {}, 'Sensors'),
        ...names.map((name) => {
          const box = element('input', { type: 'checkbox', onchange: () => this.onSensors([...this.boxes].filter(([, one]) => one.checked).map(([one]) => one)) });
          this.boxes.set(name, box);
          return element('label', {}, box, ` ${name}`);
        }),
        kept < sensors.length ? element('span', { class: 'muted small' }, ` the first ${kept} of ${sensors.length} are kept (telemetry.components)`) : '',
      );
    }
    this.sensorBox.hidden = names.length < 2;
    for (const [name, box] of this.boxes) {
      box.checked = chosen.some((sensor) => sensor.name === name);
    }
  }

  /** Which mark stands for a forecast of how many steps. */
  showHorizons({ forecasts, low }) {
    const marks = forecasts.map((forecast, i) => `${low === undefined ? MARKS[i] : FORECAST_LINE.mark} ${forecast.horizon}`);
    this.horizons.hidden = marks.length === 0;
    setText(this.horizons, marks.length === 0 ? '' : `Forecasts, steps ahead: ${marks.join(', ')}`);
  }

  update({ detail, history, sensors, range, wanted, shares, incidents: known, colors }) {
    const data = range === 'live' ? live(history) : past(history);
    const kept = data.kept;
    const chosen = this.chosen(sensors, kept, wanted, shares);
    this.showBoxes(sensors, kept, chosen);
    this.showHorizons(data);
    this.root.dataset.points = String(data.times.length);
    this.root.dataset.range = range;
    if (data.times.length === 0) {
      this.canvas.hidden = true;
      setText(this.summary, range === 'live' ? 'No reading since this instance took over the stream.' : 'No data are stored for this time range.');
      return;
    }
    this.canvas.hidden = false;
    this.span = [data.from, data.to];
    const last = data.times.at(-1);
    const incidents = lasting(known, detail.incident, last);
    this.root.dataset.last = stateSpans(data, incidents, detail).filter((span) => span.from <= last && last <= span.to).at(-1)?.state ?? '';
    const rows = [
      ...chosen.map((sensor) => ({ kind: 'sensor', sensor, index: sensors.indexOf(sensor) })),
      { kind: 'novelty' },
      ...(detail.relationLimit === undefined ? [] : [{ kind: 'relation' }]),
      ...(gathered(data).length === 0 ? [] : [{ kind: 'evidence' }]),
    ];
    const height = STRIP + TITLE / 2 + rows.length * (TITLE + PLOT) + AXIS;
    if (this.height !== height) {
      this.height = height;
      this.canvas.style.height = `${height}px`;
    }
    this.chart ??= init(this.canvas);
    this.chart.resize();
    this.chart.setOption(option(rows, data, detail, incidents, colors, this.canvas.clientWidth), { notMerge: true });
    setText(this.summary, words(chosen, sensors, data, incidents, detail.noveltyLimit));
  }
}

/** The last known value, or undefined. */
function lastOf(values) {
  return values.findLast((value) => value !== null);
}

/** The last readings one by one. */
function live(history) {
  const { time, state, novelty, relation, forecasts, continued, condition } = history.readings;
  const breaks = time.map((_, i) => i > 0 && !continued[i]);
  const step = median(time.slice(1).map((at, i) => (continued[i + 1] ? at - time[i] : NaN)));
  const from = time.length === 0 ? 0 : time[0];
  let to = time.at(-1);
  for (const forecast of forecasts) {
    const ahead = forecast.origin + forecast.horizon * step;
    // A horizon far beyond what is shown would press the readings together.
    if (forecast.ahead !== undefined && ahead > to && ahead - time.at(-1) < (time.at(-1) - from) / 2) {
      to = ahead;
    }
  }
  return {
    kept: state.length,
    times: time,
    from,
    to,
    breaks,
    step,
    forecasts,
    mean: state,
    novelty: { times: time, values: novelty, breaks },
    relation: { times: time, values: relation, breaks },
    conditions: step > 0 ? spansOf(time, condition, step, breaks) : [],
  };
}

/** Steps of a longer time. A gap is a break; steps are drawn in their middle. */
function past(history) {
  const { range, step, time, mean, low, high, forecasts, novelty, relation, evidence, condition, from, to } = history.past;
  const middle = time.map((start) => start + step / 2);
  const apart = Math.max(step, median(time.slice(1).map((at, i) => at - time[i])));
  const breaks = time.map((at, i) => i > 0 && at - time[i - 1] > 3 * apart);
  const last = (time.at(-1) ?? 0) + step;
  const length = RANGES.find((one) => one.key === range)?.length ?? last - (time[0] ?? last);
  return {
    kept: mean.length,
    times: middle,
    from: from ?? last - length,
    to: to ?? last,
    breaks,
    step: apart,
    forecasts,
    mean,
    low,
    high,
    novelty: { times: middle, values: novelty, breaks },
    relation: { times: middle, values: relation, breaks },
    evidence: { times: middle, values: evidence, breaks },
    conditions: spansOf(time, condition, step, breaks),
  };
}

/** Stretches of one state; a gap ends one. */
function spansOf(time, condition, step, breaks) {
  const spans = [];
  time.forEach((start, i) => {
    const before = spans.at(-1);
    if (before !== undefined && !breaks[i]) {
      before.to = start;
    }
    if (before !== undefined && !breaks[i] && before.state === condition[i]) {
      before.to = start + step;
    } else {
      spans.push({ from: start, to: start + step, state: condition[i] });
    }
  });
  return spans;
}

function median(values) {
  const known = values.filter(Number.isFinite).sort((a, b) => a - b);
  return known.length === 0 ? 0 : known[known.length >> 1];
}

function line(times, values, breaks) {
  const points = [];
  times.forEach((time, i) => {
    if (breaks?.[i]) {
      points.push([time, null]);
    }
    points.push([time, values[i]]);
  });
  return points;
}

function option(rows, data, detail, incidents, colors, width) {
  const top = (i) => STRIP + TITLE / 2 + i * (TITLE + PLOT) + TITLE;
  const apart = (data.to - data.from) / Math.max(3, width / 110);
  const xAxis = (i, last) => ({
    gridIndex: i,
    // An axis of time has hardly a label where a range of parts of a second begins a new one.
    type: isClock(data.from) && data.to - data.from >= SHORTEST_TIME ? 'time' : 'value',
    min: data.from,
    max: data.to,
    axisLabel: { show: last, color: colors.muted, hideOverlap: true, formatter: (time) => tick(time, apart) },
    axisLine: { show: last, lineStyle: { color: colors.line } },
    axisTick: { show: last, lineStyle: { color: colors.line } },
    splitLine: { show: true, lineStyle: { color: colors.line, opacity: 0.5 } },
    splitNumber: Math.max(2, Math.round(width / 130)),
  });
  const grids = [
    { left: LEFT, right: RIGHT, top: 2, height: STRIP },
    ...rows.map((_, i) => ({ left: LEFT, right: RIGHT, top: top(i), height: PLOT })),
  ];
  const yAxes = [{ gridIndex: 0, show: false, type: 'value', min: 0, max: 1 }];
  const titles = [];
  const series = [strip(data, incidents, detail, colors)];
  rows.forEach((row, i) => {
    const axis = i + 1;
    const part = row.kind === 'sensor' ? ofSensor(row, data, detail, colors) : row.kind === 'evidence' ? ofEvidence(data, colors) : ofChannel(row.kind, data, detail, colors);
    titles.push(title(part.title, part.note, top(i) - TITLE + 8, colors, width));
    yAxes.push({
      gridIndex: axis,
      type: part.log ? 'log' : 'value',
      scale: part.scale,
      min: part.min,
      max: part.max,
      splitNumber: 3,
      axisLabel: { color: colors.muted, hideOverlap: true, showMinLabel: part.log || part.min === 0, showMaxLabel: part.log === true, formatter: part.label },
      axisLine: { show: false },
      splitLine: { lineStyle: { color: colors.line } },
    });
    part.series.forEach((one) => series.push({ ...one, xAxisIndex: axis, yAxisIndex: axis }));
    series.push(shade(axis, incidents, data, colors));
  });
  return {
    animation: false,
    useUTC: usesUtc(),
    backgroundColor: 'transparent',
    textStyle: { fontFamily: 'inherit' },
    title: titles,
    grid: grids,
    xAxis: [xAxis(0, false), ...rows.map((_, i) => xAxis(i + 1, i === rows.length - 1))],
    yAxis: yAxes,
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: colors.muted }, label: { show: false } },
    // Rich text is drawn, not parsed: a name on the chart can never become markup.
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: colors.card,
      borderColor: colors.line,
      textStyle: { color: colors.text, fontSize: 13 },
      formatter: (points) => tooltip(points, data),
    },
    series,
  };
}

function tooltip(points, data) {
  const lines = [`${clock(points[0].axisValue)}${isClock(data.from) ? ` ${zoneName()}` : ''}`];
  for (const point of points) {
    const shown = point.seriesName.startsWith('_') ? null : point.data?.[2] ?? point.data?.[1];
    if (shown !== null && shown !== undefined) {
      lines.push(`${point.seriesName}: ${typeof shown === 'number' ? reading(shown, null) : shown}`);
    }
  }
  return lines.join('\n');
}

function title(text, note, top, colors, width) {
  return {
    text: `{name|${text}}  {note|${note}}`,
    left: LEFT - 2,
    top,
    padding: 0,
    textStyle: {
      width: width - LEFT - RIGHT,
      overflow: 'truncate',
      rich: {
        name: { color: colors.text, fontSize: 13, fontWeight: 600 },
        note: { color: colors.muted, fontSize: 12 },
      },
    },
  };
}

/** The state that an incident's channels made. */
function stateOf(channels) {
  return channels.includes('map') ? 'outside' : channels.includes('relations') ? 'broken' : 'faulty';
}

/** The state in every step; among the last readings, the incidents. */
function stateSpans(data, incidents, detail) {
  return data.conditions.length > 0
    ? data.conditions
    : [
        { from: data.from, to: data.times.at(-1), state: detail.watched === false ? 'no-limit' : 'on' },
        ...incidents.map((one) => ({ from: Math.max(one.since, data.from), to: Math.min(one.ended ?? one.updated, data.to), state: stateOf(one.channels ?? []) })).filter((span) => span.to >= span.from),
      ];
}

/** What is open has been known to be until its last update, and lasts until the last reading. */
function lasting(incidents, open, last) {
  return incidents.map((one) => (one.ended === undefined && one.since === open?.since ? { ...one, updated: Math.max(one.updated, last) } : one));
}

function strip(data, incidents, detail, colors) {
  const tone = (state) => colors.tones[STATES[state].tone];
  const spans = stateSpans(data, incidents, detail);
  return {
    name: '_state',
    type: 'line',
    xAxisIndex: 0,
    yAxisIndex: 0,
    data: [],
    silent: true,
    markArea: {
      silent: true,
      data: spans.map((span) => [
        { xAxis: Math.max(span.from, data.from), itemStyle: { color: tone(span.state), opacity: span.state === 'on' ? 0.45 : 1 } },
        { xAxis: Math.min(span.to, data.to) },
      ]),
    },
  };
}

/** Incidents through a chart. */
function shade(axis, incidents, data, colors) {
  const spans = incidents.filter((one) => (one.ended ?? one.updated) >= data.from && one.since <= data.to);
  return {
    name: '_incidents',
    type: 'line',
    xAxisIndex: axis,
    yAxisIndex: axis,
    data: [],
    silent: true,
    markArea: {
      silent: true,
      itemStyle: { color: colors.tones.bad, opacity: 0.12 },
      data: spans.map((one) => [{ xAxis: Math.max(one.since, data.from) }, { xAxis: Math.min(one.ended ?? one.updated, data.to) }]),
    },
  };
}

function ofSensor({ sensor, index }, data, detail, colors) {
  const values = data.mean[index];
  const label = (value) => reading(value, sensor.places);
  const series = [];
  if (sensor.usual !== null) {
    series.push({
      name: '_usual',
      type: 'line',
      data: [],
      silent: true,
      markArea: { silent: true, itemStyle: { color: colors.tones.good, opacity: 0.13 }, data: [[{ yAxis: sensor.usual[0] }, { yAxis: sensor.usual[1] }]] },
    });
  }
  if (data.low !== undefined) {
    series.push(...band(`_range ${index}`, data.times, data.low[index], data.high[index], data.breaks, colors.muted, 0.3));
  }
  let interval = null;
  data.forecasts.forEach((forecast, i) => {
    const color = colors.series[i % colors.series.length];
    const predicted = forecast.state[index];
    const name = `${sensor.name}, forecast ${forecast.horizon} ${plural(forecast.horizon, 'step')} before`;
    const at = forecast.origin + forecast.horizon * data.step;
    const ahead = forecast.ahead !== undefined && data.step > 0 && at > data.times.at(-1) && at <= data.to ? [at, forecast.ahead[index]] : null;
    series.push(
      data.low === undefined
        ? {
            name,
            type: 'scatter',
            symbol: SYMBOLS[i],
            symbolSize: 5,
            data: data.times.map((time, k) => [time, predicted[k]]).filter((point) => point[1] !== null),
            itemStyle: { color },
          }
        : {
            name,
            type: 'line',
            symbol: data.times.length < 2 ? SYMBOLS[i] : 'none',
            data: line(data.times, predicted, data.breaks),
            lineStyle: { width: 1.6, type: FORECAST_LINE.type, color },
            itemStyle: { color },
          },
    );
    if (ahead !== null) {
      series.push({ name, type: 'scatter', symbol: SYMBOLS[i], symbolSize: 7, data: [ahead], itemStyle: { color: 'transparent', borderColor: color, borderWidth: 1.6 } });
    }
    if (forecast.halfWidth !== undefined) {
      // Of several horizons the bands would hide each other: the longest is drawn, which is widest.
      interval = { forecast, color, ahead };
    }
  });
  if (interval !== null) {
    const { forecast, color, ahead } = interval;
    const due = data.times.map((time, k) => [time, forecast.state[index][k], forecast.halfWidth[index][k]]).filter(([, middle, half]) => middle !== null && half !== null);
    if (ahead !== null && (forecast.halfWidthAhead?.[index] ?? null) !== null) {
      due.push([...ahead, forecast.halfWidthAhead[index]]);
    }
    series.unshift(
      ...band(`_interval ${index}`, due.map(([time]) => time), due.map(([, middle, half]) => middle - half), due.map(([, middle, half]) => middle + half), [], color, 0.18),
    );
  }
  series.push({
    name: sensor.name,
    type: 'line',
    symbol: data.times.length < 2 ? 'circle' : 'none',
    data: line(data.times, values, data.breaks),
    lineStyle: { width: 1.6, color: colors.text },
    itemStyle: { color: colors.text },
  });
  const all = [values, data.low?.[index], data.high?.[index]].flatMap((list) => list ?? []).filter((value) => value !== null);
  const [low, high] = extent(all, sensor.usual);
  return {
    title: sensor.name + (sensor.unit === '' ? '' : ` (${sensor.unit})`),
    // What is drawn last: what the engine knows may be of a later reading.
    note: `${withUnit(sensor, data.low === undefined ? lastOf(values) : detail.sensors?.[sensor.name])}${sensor.usual === null ? '' : `, usually ${usualOf(sensor)}`}`,
    scale: true,
    min: low,
    max: high,
    label,
    series,
  };
}

/** Ends of an axis on which readings and, unless they are far away, the usual range can be seen. */
function extent(values, usual) {
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (usual !== null && high - low < 20 * (usual[1] - usual[0])) {
    low = Math.min(low, usual[0]);
    high = Math.max(high, usual[1]);
  }
  const room = 0.06 * (high - low || Math.abs(high) || 1);
  return [low - room, high + room];
}

/** An area between two lines, as a base that is not seen and what is stacked on it. */
function band(name, times, low, high, breaks, color, opacity) {
  const part = (values, area) => ({
    name,
    type: 'line',
    symbol: 'none',
    silent: true,
    stack: name,
    // Below zero a stack would otherwise begin anew.
    stackStrategy: 'all',
    data: line(times, values, breaks),
    lineStyle: { width: 0 },
    ...(area ? { areaStyle: { color, opacity } } : {}),
  });
  return [part(low, false), part(high.map((value, i) => (value === null || low[i] === null ? null : value - low[i])), true)];
}

function ofChannel(kind, data, detail, colors) {
  const novelty = kind === 'novelty';
  const { times, values, breaks } = data[kind];
  const limit = novelty ? detail.noveltyLimit : detail.relationLimit;
  const known = values.filter((value) => value !== null);
  // A broken relation reaches hundreds of times the limit, which a linear scale would hide.
  const log = !novelty && known.some((value) => value > 10 * limit) && known.every((value) => value > 0);
  const now = lastOf(values);
  return {
    title: novelty ? 'Novelty' : 'Relations',
    note: `${number(now)}${limit === undefined ? ', no threshold' : `, threshold ${number(limit)}`}`,
    log,
    // The limit has to be seen on both scales.
    min: log ? 10 ** Math.floor(Math.log10(Math.min(limit, ...known))) : 0,
    max: log ? undefined : Math.max(limit ?? 0, ...known) * 1.06 || 1,
    label: (value) => number(value),
    series: [
      {
        name: novelty ? 'novelty' : 'relations',
        type: 'line',
        symbol: 'none',
        data: line(times, values, breaks),
        lineStyle: { width: 1.6, color: colors.series[0] },
        itemStyle: { color: colors.series[0] },
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: colors.muted, type: 'dashed', width: 1.2 },
          data: limit === undefined ? [] : [{ yAxis: limit }],
        },
      },
    ],
  };
}

/** The alarms of which evidence is known, with their values in percent of what makes an alarm. */
function gathered(data) {
  return CHANNELS.map(([channel, title]) => ({ title, values: (data.evidence?.values?.[channel] ?? []).map((level) => (level === null ? null : 100 * level)) })).filter(({ values }) =>
    values.some((value) => value !== null),
  );
}

/** Alarms come from evidence that gathers over readings, not from single ones above a threshold. */
function ofEvidence(data, colors) {
  const { times, breaks } = data.evidence;
  const known = gathered(data);
  const highest = Math.max(...known.flatMap(({ values }) => values.filter((value) => value !== null)));
  return {
    title: 'Evidence for an alarm',
    note: `in percent: an alarm is raised at 100; ${known.map(({ title }, i) => `${LINES[i].mark} ${title.toLowerCase()}`).join(', ')}`,
    min: 0,
    max: Math.max(110, Math.min(200, highest * 1.06)),
    label: (value) => `${number(value)} %`,
    series: known.map(({ title, values }, i) => ({
      name: `evidence, ${title.toLowerCase()}`,
      type: 'line',
      symbol: times.length < 2 ? 'circle' : 'none',
      data: line(times, values, breaks),
      lineStyle: { width: 1.6, type: LINES[i].type, color: colors.series[i % colors.series.length] },
      itemStyle: { color: colors.series[i % colors.series.length] },
      ...(i > 0
        ? {}
        : {
            markLine: { silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: colors.muted, type: 'dashed', width: 1.2 }, data: [{ yAxis: 100 }] },
          }),
    })),
  };
}

/** The picture in words. */
function words(chosen, sensors, data, incidents, noveltyLimit) {
  const from = clock(data.times[0]);
  const to = clock(data.times.at(-1));
  const zone = isClock(data.from) ? ` (${zoneName()})` : '';
  const said = chosen.map((sensor) => {
    const values = data.mean[sensors.indexOf(sensor)].filter((value) => value !== null);
    return `${sensor.name} ${withUnit(sensor, values.at(-1))}, from ${reading(Math.min(...values), sensor.places)} to ${reading(Math.max(...values), sensor.places)}`;
  });
  const within = incidents.filter((one) => (one.ended ?? one.updated) >= data.from && one.since <= data.to).length;
  return (
    `${from} to ${to}${zone}, ${duration((data.times.at(-1) - data.times[0]) / 1000)}. ${said.join('; ')}. ` +
    `Novelty ${number(lastOf(data.novelty.values))}${noveltyLimit === undefined ? '' : `, threshold ${number(noveltyLimit)}`}. ` +
    (within === 0 ? 'No incident in this time.' : `${within} ${plural(within, 'incident')} in this time.`)
  );
}
