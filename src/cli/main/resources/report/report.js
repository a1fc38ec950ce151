// The incidents of a scored file as the live page shows them: its view, of data that stand in this
// file. The address says which incident, as there.
import { read } from './address.js';
import { setText } from './dom.js';
import { IncidentView } from './incident.js';
import { setZone } from './time.js';

const { map, incidents } = JSON.parse(document.getElementById('incident-data').textContent);
const root = document.getElementById('incident');
const list = document.getElementById('incident-list');
const view = new IncidentView(root, () => {}, () => {});

/** The incident that is shown; the first one before somebody chooses. */
let shown = incidents[0];

// Nobody can write to a file; whoever wants to acknowledge something does so on the live page.
view.actions.root.remove();

// Sentences have their times in UTC.
setZone('UTC');

function show() {
  const { incident } = read();
  shown = incidents.find((one) => one.incident.incident === incident) ?? shown;
  const { history, ...rest } = shown;
  view.update({ id: shown.incident.incident, ...rest, history: history ?? { kept: false } }, { map });
  if (history === undefined) {
    setText(view.noCurves, 'There are too many incidents for the curves of each: score a shorter part of the file to see these.');
  }
}

function follow() {
  show();
  const { incident, incidents: all } = read();
  if (all) {
    list.scrollIntoView();
  } else if (incident !== null) {
    root.scrollIntoView();
    view.focus();
  }
}

addEventListener('hashchange', follow);
addEventListener('resize', show);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
follow();
