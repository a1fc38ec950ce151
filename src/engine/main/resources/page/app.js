// Asks the engine once a second and shows the answer: polling is bounded (a request ends before the
// next begins, a hidden page asks nothing), where a stream of events would hold one of the engine's
// few HTTP threads for every open page.
import { rangeOf, read } from './address.js';
import { setText, element, icon } from './dom.js';
import { CLAIMS, STATES } from './words.js';
import { heldBy } from './instances.js';
import { FleetView } from './fleet.js';
import { clock, setZone, ZONES, zoneName } from './time.js';

const INTERVAL = 1000;
const PATIENCE = 5000;
const MOST_INCIDENTS = 20;

const fleetView = new FleetView(document.getElementById('fleet'), document.getElementById('announcer'));
const streamRoot = document.getElementById('stream');

/** The charts are loaded with the first stream that is looked at. */
let streamView = null;
const live = document.getElementById('live');
const problem = document.getElementById('problem');
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
    throw new Error(`the engine answered ${answer.status}`);
  }
  return answer.json();
}

async function update() {
  clearTimeout(timer);
  const mine = ++round;
  try {
    const fleet = await ask(fleetView.path());
    const { stream, choices } = read();
    const shared = fleet.certificates?.sampling === 'fleet' ? await ask('/api/fleet') : null;
    if (stream === null) {
      if (mine === round) {
        show(fleet, shared, null);
      }
    } else {
      if (streamView === null) {
        const { StreamView } = await import('./stream.js');
        streamView ??= new StreamView(streamRoot);
        streamView.onQuery = update;
      }
      const path = `/api/streams/${encodeURIComponent(stream)}`;
      const query = new URLSearchParams({ stream, limit: MOST_INCIDENTS });
      const range = rangeOf(choices);
      const live = range === 'live' || streamView.needsLive();
      const [detail, history, past, said] = await Promise.all([
        ask(path),
        live ? ask(`${path}/history`) : null,
        range === 'live' ? null : ask(`${path}/history?range=${range}`),
        ask(`/api/incidents?${query}`),
      ]);
      if (mine === round) {
        show(fleet, shared, { id: stream, range, detail, history: { ...history, ...past }, incidents: said.incidents });
      }
    }
    if (mine === round) {
      answered(fleet);
    }
  } catch (failure) {
    if (mine === round) {
      unanswered(failure);
    }
  }
  if (mine === round && !document.hidden) {
    timer = setTimeout(update, INTERVAL);
  }
}

function show(fleet, shared, stream) {
  fleetView.update(fleet, shared);
  const next = stream === null ? '' : stream.id;
  const moved = shown !== next;
  fleetView.root.hidden = stream !== null;
  streamRoot.hidden = stream === null;
  if (stream !== null) {
    streamView.update(stream, fleet);
    streamView.back(fleetView.address());
  }
  document.title = stream === null ? 'KAHKM Streams' : `${stream.id} – KAHKM Streams`;
  if (moved && shown !== null) {
    scrollTo(0, 0);
    if (stream !== null) {
      streamView.focus();
    } else {
      fleetView.focus(shown);
    }
  }
  shown = next;
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
  if (event.key === 'Escape' && read().stream !== null) {
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
fleetView.onQuery = update;
update();
