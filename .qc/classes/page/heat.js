// A picture of shares: one row per class, one column per reading, the darker the larger.
import { element } from './dom.js';

const LEFT = 34;
const BOTTOM = 20;
const LINE = 13;
const MARKS = 6;

/** Draws into its element anew whenever it is told to. */
export class Heat {
  constructor(root) {
    this.canvas = element('canvas');
    this.root = root;
    root.append(this.canvas);
  }

  resize() {
    if (this.last !== undefined) {
      this.draw(...this.last);
    }
  }

  dispose() {
    this.canvas.remove();
  }

  /**
   * `share(column, row)` is from 0 to 1; rows are named from the bottom, columns by `label`, which
   * is asked for some of them.
   */
  draw(columns, names, share, label, colors) {
    this.last = [columns, names, share, label, colors];
    const { clientWidth: width, clientHeight: height } = this.root;
    const ratio = devicePixelRatio;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext('2d');
    pen.scale(ratio, ratio);
    const across = (width - LEFT) / columns;
    const up = (height - BOTTOM) / names.length;
    pen.fillStyle = colors.heat;
    for (let row = 0; row < names.length; row++) {
      const top = (names.length - 1 - row) * up;
      for (let column = 0; column < columns; column++) {
        const part = share(column, row);
        if (part > 0.01) {
          pen.globalAlpha = part;
          pen.fillRect(LEFT + column * across, top, Math.ceil(across), Math.ceil(up));
        }
      }
    }
    pen.globalAlpha = 1;
    pen.fillStyle = colors.muted;
    pen.font = `12px ${getComputedStyle(this.root).fontFamily}`;
    pen.textBaseline = 'middle';
    pen.textAlign = 'right';
    const every = Math.max(1, Math.ceil(LINE / up));
    for (let row = 0; row < names.length; row += every) {
      pen.fillText(names[row], LEFT - 6, (names.length - 0.5 - row) * up);
    }
    pen.textAlign = 'center';
    const marks = Math.max(2, Math.min(MARKS, Math.floor(width / 110)));
    for (let mark = 0; mark < marks; mark++) {
      const column = Math.floor(((mark + 0.5) * columns) / marks);
      pen.fillText(label(column), LEFT + (column + 0.5) * across, height - BOTTOM / 2);
    }
  }
}
