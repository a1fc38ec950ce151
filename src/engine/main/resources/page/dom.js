// Builds elements and formats numbers. Text only ever becomes text: nothing here parses markup.

/** An element with attributes (null leaves one out) and children (strings become text nodes). */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick' || key === 'oninput' || key === 'onchange' || key === 'ontoggle' || key === 'onsubmit') {
      made.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Changes a text only where it differs, so that a screen reader and a selection are left alone. */
export function setText(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** Shapes that differ without colour. */
const SHAPES = {
  check: ['M3 8.5l3.2 3.2L13 5'],
  cross: ['M4 4l8 8', 'M12 4l-8 8'],
  leave: ['M9 3H3v10h6', 'M7 8h7', 'M11.5 5.5L14 8l-2.5 2.5'],
  back: ['M9 3H3v10h6', 'M14 8H7', 'M9.5 5.5L7 8l2.5 2.5'],
  question: ['M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8', 'M8 12.6v.2'],
  pause: ['M5.5 4v8', 'M10.5 4v8'],
  dots: ['M3.5 8h.2', 'M8 8h.2', 'M12.5 8h.2'],
  clock: ['M8 2.5a5.5 5.5 0 1 0 .01 0', 'M8 5v3.2l2 1.5'],
};

/** A decorative icon; the words beside it say the same. */
export function icon(shape) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const line of SHAPES[shape]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', line);
    svg.append(path);
  }
  return svg;
}

/** Three significant digits; a dash for what is not known. */
export function number(value, digits = 3) {
  if (value === undefined || value === null || !Number.isFinite(value)) {
    return '–';
  }
  const size = Math.abs(value);
  if (size < 1e-9) {
    return '0';
  }
  if (size < 1e-3 || size >= 1e6) {
    return minus(value.toExponential(1));
  }
  return minus(size >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(digits))));
}

/** The sign of a number as people write it. */
function minus(text) {
  return text.replace(/^-/, '\u2212');
}

const MOST_DECIMALS = 8;

/** Decimals with which a hundredth of a width can be seen. */
export function decimals(width) {
  return width > 0 && Number.isFinite(width) ? Math.min(MOST_DECIMALS, Math.max(0, 1 - Math.floor(Math.log10(width)))) : null;
}

/** A sensor's value with so many decimals, as many as its usual range needs; five digits without. */
export function reading(value, places) {
  if (value === undefined || value === null || !Number.isFinite(value)) {
    return '–';
  }
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-6 && (places ?? MOST_DECIMALS) >= MOST_DECIMALS)) {
    return minus(value.toExponential(4));
  }
  const shown = places ?? Math.min(MOST_DECIMALS, Math.max(0, 4 - Math.floor(Math.log10(Math.max(size, 1e-6)))));
  const text = value.toLocaleString('en', { minimumFractionDigits: places ?? 0, maximumFractionDigits: shown });
  return minus(text);
}

/** The number that somebody reads where a sensor's value is shown with so many decimals. */
export function asShown(value, places) {
  return Number(reading(value, places).replaceAll(',', '').replace('−', '-'));
}

/** A duration in the unit a person would choose. */
export function duration(seconds) {
  if (seconds === undefined || !Number.isFinite(seconds)) {
    return '–';
  }
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  if (seconds < 120) {
    return `${Math.round(seconds)} s`;
  }
  if (seconds < 7200) {
    return `${Math.round(seconds / 60)} min`;
  }
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

/** A whole number with separators. */
export function count(value) {
  return value === undefined ? '–' : value.toLocaleString('en');
}

/** A noun for so many of what it names. */
export function plural(value, noun) {
  return value === 1 ? noun : `${noun}s`;
}
