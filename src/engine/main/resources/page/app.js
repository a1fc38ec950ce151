// Asks the engine once a second and shows the answer: polling is bounded (a request ends before the
// next begins, a hidden page asks nothing), where a stream of events would hold one of the engine's
// few HTTP threads for every open page.
import { choose, rangeOf, read, stretchOf } from './address.js';
import { setText, element, icon } from './dom.js';
import { operator, signInButton } from './operator.js';
import { CLAIMS, STATES } from './words.js';
import { heldBy } from './instances.js';
import { FleetView } from './fleet.js';
import { fullName } from './sites.js';
import { clock, setZone, ZONES, zoneName } from './time.js';

const INTERVAL = 1000;
const PATIENCE = 5000;
const MOST_INCIDENTS = 20;

const fleetView = new FleetView(document.getElementById('fleet'), document.getElementById('announcer'));
const roots = Object.fromEntries(['fleet', 'stream', 'incident', 'incidents'].map((name) => [name, document.getElementById(name)]));

/** The other views by name; the code of each, and the charts, are loaded when it is first looked at. */
const views = new Map();
const live = document.getElementById('live');
const problem = document.getElementById('problem');
const signIn = signInButton();
let shown = null;
let timer = 0;
let round = 0;
let lastAnswer = null;

/** Whether the words of certificates are explained too; null before any answer. */
let explained = null;

async function ask(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status === 404) {
    return { missing: true, ...(await answer.json()) };
  }
  if (!answer.ok) {
    throw Object.assign(new Error(`the engine answered ${answer.status}`), { status: answer.status });
  }
  return answer.json();
}

/** How each view is made, and what it asks for beside the list of all streams. */
const LOADED = {
  async stream() {
    const { StreamView } = await import('./stream.js');
    return new StreamView(roots.stream);
  },
  async incident() {
    const { IncidentView } = await import('./incident.js');
    return new IncidentView(roots.incident, () => signIn.open(), update);
  },
  async incidents() {
    const { IncidentList } = await import('./incidents.js');
    return new IncidentList(roots.incidents);
  },
};

/** Made once, however often it is asked for while its code is on the way. */
function viewOf(name) {
  if (!views.has(name)) {
    views.set(
      name,
      LOADED[name]().then((view) => {
        view.onQuery = update;
        return view;
      }),
    );
    views.get(name).catch(() => views.delete(name));
  }
  return views.get(name);
}

/** Which view the address asks for, what identifies it, and what the tab is called. */
function wanted() {
  const { stream, incident, incidents } = read();
  if (stream !== null) {
    return { name: 'stream', id: stream, title: stream };
  }
  if (incident !== null) {
    return { name: 'incident', id: incident, title: incident };
  }
  return incidents ? { name: 'incidents', id: '', title: 'Incidents' } : { name: 'fleet', id: '', title: '' };
}

async function streamData(view, id, choices) {
  const path = `/api/streams/${encodeURIComponent(id)}`;
  const query = new URLSearchParams({ stream: id, limit: MOST_INCIDENTS });
  const range = rangeOf(choices);
  const stretch = stretchOf(choices);
  const withLive = range === 'live' || view.needsLive();
  const steps = stretch === null ? `range=${range}` : `from=${stretch[0]}&to=${stretch[1]}`;
  const [detail, history, past, said] = await Promise.all([
    ask(path),
    withLive ? ask(`${path}/history`) : null,
    range === 'live' ? null : ask(`${path}/history?${steps}`),
    ask(`/api/incidents?${query}`),
  ]);
  return { id, range, detail, history: { ...history, ...past }, incidents: said.incidents };
}

async function update() {
  clearTimeout(timer);
  const mine = ++round;
  try {
    const fleet = await ask(fleetView.path());
    const shared = fleet.certificates?.sampling === 'fleet' ? await ask('/api/fleet') : null;
    const target = wanted();
    const view = target.name === 'fleet' ? fleetView : await viewOf(target.name);
    const data = target.name === 'stream' ? await streamData(view, target.id, read().choices) : target.name === 'fleet' ? null : await view.load(ask, target.id);
    if (mine === round) {
      show(fleet, shared, target, view, data);
      answered(fleet);
    }
  } catch (failure) {
    const { range, from } = read().choices;
    if (mine === round && failure.status === 400 && (range !== undefined || from !== undefined)) {
      // A link from an engine that keeps more: what this one has is shown instead.
      choose({ range: '', from: '', to: '' });
      return update();
    }
    if (mine === round) {
      unanswered(failure);
    }
  }
  if (mine === round && !document.hidden) {
    timer = setTimeout(update, INTERVAL);
  }
}

function show(fleet, shared, target, view, data) {
  fleetView.update(fleet, shared);
  const next = `${target.name} ${target.id}`;
  const moved = shown !== null && shown.key !== next;
  for (const [name, root] of Object.entries(roots)) {
    root.hidden = name !== target.name;
  }
  if (data !== null) {
    view.update(data, fleet);
  }
  if (target.name === 'stream') {
    view.back(fleetView.address());
  }
  const title = target.name === 'stream' && data.detail.missing !== true ? fullName(data.detail) : target.title;
  document.title = title === '' ? 'KAHKM Streams' : `${title} – KAHKM Streams`;
  if (moved) {
    scrollTo(0, 0);
    view.focus(shown.id);
  }
  shown = { key: next, id: target.id };
}

function answered(fleet) {
  lastAnswer = Date.now();
  if (explained !== (fleet.certificates !== undefined)) {
    explained = fleet.certificates !== undefined;
    glossary(explained);
  }
  live.dataset.state = 'live';
  setText(live, 'live');
  problem.hidden = true;
  const map = fleet.map;
  setText(
    document.getElementById('instance'),
    `${heldBy(fleet)}; engine ${fleet.engine}${fleet.ready ? '' : ', not ready'}; ` +
      `map ${map.fingerprint.slice(0, 12)} (${map.classes} classes, ${map.sensors.length} sensors)`,
  );
}

function unanswered(failure) {
  live.dataset.state = 'lost';
  setText(live, 'no answer');
  const since = lastAnswer === null ? '' : ` since ${clock(lastAnswer)}; the values shown are out of date`;
  setText(problem, `No answer from the engine${since}. (${failure.message})`);
  problem.hidden = false;
}

function glossary(certified) {
  const list = document.getElementById('glossary');
  list.replaceChildren();
  for (const words of [...Object.values(STATES), ...(certified ? Object.values(CLAIMS) : [])]) {
    list.append(
      element('dt', {}, element('span', { class: 'badge', 'data-tone': words.tone }, icon(words.icon), words.label)),
      element('dd', {}, words.words),
    );
  }
}

addEventListener('hashchange', update);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    clearTimeout(timer);
  } else {
    update();
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && wanted().name !== 'fleet' && document.querySelector('dialog[open]') === null) {
    location.hash = fleetView.address();
  }
});

/** The zone is the person's, not the address's: it is kept in this browser alone. */
function chooseZone(name) {
  setZone(name);
  try {
    localStorage.setItem('zone', name);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  update();
}

function zones() {
  const select = document.getElementById('zone');
  select.append(...ZONES.map((name) => element('option', { value: name }, name)));
  try {
    setZone(localStorage.getItem('zone'));
  } catch {
    setZone('');
  }
  select.value = zoneName();
  select.addEventListener('change', () => chooseZone(select.value));
}

zones();
document.getElementById('operator').replaceWith(signIn);
operator.load();
fleetView.onQuery = update;
update();
