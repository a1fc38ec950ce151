// What is known of the sensors: their units, where they usually are, and how many decimals that
// needs.
import { asShown, decimals, element, reading, setText } from './dom.js';

/** The sensors of a map, in its order. */
export function sensorsOf(map) {
  return map.sensors.map((name, i) => {
    const usual = map.usual?.[i] ?? null;
    return {
      name,
      unit: map.units?.[name] ?? '',
      usual,
      places: usual === null ? null : decimals(usual[1] - usual[0]),
    };
  });
}

/** A value of a sensor with its unit. */
export function withUnit(sensor, value) {
  return sensor.unit === '' ? reading(value, sensor.places) : `${reading(value, sensor.places)} ${sensor.unit}`;
}

/** Where a sensor usually is. */
export function usualOf(sensor) {
  return sensor.usual === null ? '–' : `${reading(sensor.usual[0], sensor.places)} to ${reading(sensor.usual[1], sensor.places)}`;
}

/** On which side of its usual range a value is, both as they are shown: nobody reads "100, usual 84 to 100, above". */
export function beyondOf(sensor, value) {
  if (sensor.usual === null || !Number.isFinite(value)) {
    return '';
  }
  const [low, high] = sensor.usual.map((end) => asShown(end, sensor.places));
  const shown = asShown(value, sensor.places);
  return shown < low ? 'below' : shown > high ? 'above' : '';
}

/** The table of all sensors of a stream: value, usual range, part in what is unusual. */
export class SensorTable {
  constructor() {
    this.rows = new Map();
    this.body = element('tbody');
    const head = ['Sensor', 'Now', 'Usual range in the recording', 'Share of the alarm'];
    this.root = element(
      'div',
      { class: 'card scroll', tabindex: '0', role: 'region', 'aria-label': 'Sensors now' },
      element(
        'table',
        { class: 'sensors' },
        element('thead', {}, element('tr', {}, ...head.map((title) => element('th', { scope: 'col' }, title)))),
        this.body,
      ),
    );
  }

  /**
   * Shows the values; `shares` are parts of an alarm by name, empty without one. Values that are not
   * judged are compared with nothing.
   */
  update(sensors, values, shares, judged) {
    for (const sensor of sensors) {
      let row = this.rows.get(sensor.name);
      if (row === undefined) {
        const cells = { value: element('td', { class: 'value' }), usual: element('td'), share: element('td') };
        cells.place = element('span', { class: 'place', 'aria-hidden': 'true' }, element('span', { class: 'dot' }));
        row = { cells, root: element('tr', {}, element('th', { scope: 'row' }, sensor.name), cells.value, cells.usual, cells.share) };
        cells.text = element('span');
        cells.usual.append(cells.text, cells.place);
        this.rows.set(sensor.name, row);
        this.body.append(row.root);
      }
      const value = values[sensor.name];
      const beyond = judged ? beyondOf(sensor, value) : '';
      setText(row.cells.value, withUnit(sensor, value));
      setText(row.cells.text, usualOf(sensor) + (beyond === '' ? '' : `, ${beyond}`));
      row.root.dataset.beyond = String(beyond !== '');
      row.cells.place.hidden = sensor.usual === null || value === undefined;
      if (!row.cells.place.hidden) {
        row.cells.place.firstChild.style.left = `${place(value, sensor.usual)}%`;
      }
      const share = shares[sensor.name];
      setText(row.cells.share, share === undefined ? '' : `${Math.round(100 * share)} %`);
    }
  }
}

/** Where a value lies on a scale whose middle half is the usual range. */
function place(value, [low, high]) {
  const width = high - low || 1;
  return Math.min(100, Math.max(0, 25 + (50 * (value - low)) / width));
}
