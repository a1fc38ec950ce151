// The library of the charts, which is no module: it leaves itself in the global object.
import './echarts.js';

/** Begins a chart in an element. */
export const init = (root) => globalThis.echarts.init(root);
