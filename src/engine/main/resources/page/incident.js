// One incident: what happened in a sentence, when, which sensors, their curves before, during and
// after, the evidence, what it resembles, what people said, and what to do.
import { Actions } from './actions.js';
import { incidentLink, link } from './address.js';
import { CHANNELS } from './channels.js';
import { colors } from './charts.js';
import { duration, element, number, setText } from './dom.js';
import { LABELS } from './operator.js';
import { fullName, shownName } from './sites.js';
import { sensorsOf, usualOf, withUnit } from './sensors.js';
import { full, zoneName } from './time.js';
import { Timeline } from './timeline.js';

const SECOND = 1000;

/** Before and after it, at least so long or so many steps are drawn. */
const SHORTEST_MARGIN = 600 * SECOND;
const LEAST_STEPS = 30;
const MOST_CURVES = 4;

/** Where the charts of an ended incident are asked for again, since what comes after it grows. */
const REFRESH = 30 * SECOND;

export class IncidentView {
  constructor(root, signIn, changed) {
    this.root = root;
    this.back = element('a', { class: 'back', href: '#/incidents' }, '← All incidents');
    this.title = element('h2', { id: 'incident-title', tabindex: '-1' });
    this.badge = element('span', { class: 'badge large' });
    this.words = element('p', { class: 'meaning' });
    this.said = element('ul', { class: 'said', 'aria-label': 'What people said' });
    this.missing = element('p', { class: 'card', hidden: true });
    this.facts = element('dl', { class: 'facts long' });
    this.culprits = element('tbody');
    this.similar = element('ul', { class: 'plain' });
    this.noSimilar = element('p', { class: 'muted' }, 'No ended incident resembles it.');
    this.noCurves = element('p', { class: 'card', hidden: true });
    this.timelineRoot = element('div');
    this.actions = new Actions(signIn, changed);
    const head = ['Sensor', 'Share of what was unusual', 'From', 'What is wrong', 'Usual range'];
    this.content = element(
      'div',
      { class: 'stack' },
      this.said,
      element('section', { class: 'card', 'aria-label': 'When and how' }, this.facts),
      element(
        'div',
        { class: 'card scroll', tabindex: '0', role: 'region', 'aria-label': 'Sensors of the incident' },
        element('table', { class: 'sensors wrapping' }, element('thead', {}, element('tr', {}, ...head.map((title) => element('th', { scope: 'col' }, title)))), this.culprits),
      ),
      this.noCurves,
      this.timelineRoot,
      element('section', { class: 'card', 'aria-labelledby': 'similar-title' }, element('h3', { id: 'similar-title' }, 'Which incidents does it resemble?'), this.noSimilar, this.similar),
      this.actions.root,
    );
    root.append(element('p', {}, this.back), element('div', { class: 'headline' }, this.title, this.badge), this.words, this.missing, this.content);
  }

  focus() {
    this.title.focus();
  }

  /** Asks for everything that is shown. */
  async load(ask, id) {
    const incident = await ask(`/api/incidents/${encodeURIComponent(id)}`);
    if (incident.missing) {
      return { id, incident };
    }
    const path = `/api/streams/${encodeURIComponent(incident.stream)}`;
    const detail = await ask(path);
    if (detail.missing) {
      return { id, incident, detail };
    }
    return { id, incident, detail, history: await this.history(ask, path, incident, detail) };
  }

  async history(ask, path, incident, detail) {
    const [from, to] = around(incident, detail);
    const key = `${path} ${from} ${incident.ended === undefined ? 'open' : to}`;
    if (this.kept?.key !== key || Date.now() - this.kept.asked > (incident.ended === undefined ? 0 : REFRESH)) {
      const answer = await ask(`${path}/history?from=${Math.floor(from)}&to=${Math.ceil(to)}`);
      this.kept = { key, asked: Date.now(), answer };
    }
    return this.kept.answer;
  }

  update({ id, incident, detail, history }, fleet) {
    const gone = incident.missing === true;
    this.missing.hidden = !gone;
    this.content.hidden = gone;
    this.badge.hidden = gone;
    if (gone) {
      setText(this.title, id);
      setText(this.words, '');
      setText(this.missing, 'No such incident is known. It may be older than the incidents topic keeps, or the instance has not read the topic yet.');
      return;
    }
    const open = incident.ended === undefined;
    setText(this.title, [fullName(incident), full(incident.since)].filter(Boolean).join(', '));
    this.badge.dataset.tone = open ? 'bad' : 'plain';
    setText(this.badge, incident.state);
    setText(this.words, incident.words);
    this.showSaid(incident, detail);
    this.showFacts(incident, open);
    const sensors = sensorsOf(detail.map ?? detail.modeMap ?? fleet.map);
    this.showCulprits(incident, sensors);
    this.showSimilar(incident);
    this.showCurves(incident, detail, history, sensors);
    this.actions.update(incident, detail.shelved);
  }

  showSaid(incident, detail) {
    const said = sayings(incident, detail);
    this.said.hidden = said.length === 0;
    const text = said.join('\n');
    if (text !== this.saidText) {
      this.saidText = text;
      this.said.replaceChildren(...said.map((one) => element('li', {}, one)));
    }
  }

  showFacts(incident, open) {
    const lasted = (incident.ended ?? incident.updated) - incident.since;
    const facts = [
      ['Began', full(incident.since)],
      ['Alarm', incident.opened === incident.since ? 'at once' : `${full(incident.opened)}, ${duration((incident.opened - incident.since) / SECOND)} after it began`],
      [open ? 'Lasts' : 'Ended', open ? `${duration(lasted / SECOND)} until its last reading` : `${full(incident.ended)}, after ${duration(lasted / SECOND)}`],
      ['Alarms', incident.channels.map(channelOf).join('; ')],
    ];
    if (incident.neighbours.length > 0) {
      facts.push(['Within ten minutes also', incident.neighbours]);
    }
    const key = JSON.stringify([facts, zoneName()]);
    if (key !== this.factsKey) {
      this.factsKey = key;
      this.facts.replaceChildren(...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, ...(Array.isArray(value) ? streams(value) : [value])))));
    }

    function channelOf(channel) {
      const peak = incident.peak[channel] ?? 0;
      const words = Object.fromEntries(CHANNELS)[channel];
      return peak > 0 ? `${words}, at most ${number(peak, 2)} times the threshold` : words;
    }
  }

  showCulprits(incident, sensors) {
    const key = JSON.stringify([incident.sensors, incident.faults, zoneName()]);
    if (key === this.culpritsKey) {
      return;
    }
    this.culpritsKey = key;
    const named = new Set(incident.sensors.map((sensor) => sensor.name));
    const rows = [...incident.sensors, ...(incident.faults ?? []).filter((fault) => !named.has(fault.sensor)).map((fault) => ({ name: fault.sensor }))];
    this.culprits.replaceChildren(
      ...rows.map((row) => {
        const sensor = sensors.find((one) => one.name === row.name) ?? { name: row.name, unit: '', usual: null, places: null };
        const fault = (incident.faults ?? []).find((one) => one.sensor === row.name);
        return element(
          'tr',
          {},
          element('th', { scope: 'row' }, row.name),
          element('td', {}, row.share === undefined ? '' : `${Math.round(100 * row.share)} %`),
          element('td', {}, row.first === undefined ? (fault === undefined ? '' : full(fault.since)) : full(row.first)),
          element('td', {}, fault === undefined ? '' : faultOf(fault, sensor)),
          element('td', {}, usualOf(sensor)),
        );
      }),
    );
  }

  showSimilar(incident) {
    const key = JSON.stringify(incident.similar);
    if (key === this.similarKey) {
      return;
    }
    this.similarKey = key;
    this.noSimilar.hidden = incident.similar.length > 0;
    this.similar.replaceChildren(
      ...incident.similar.map((one) =>
        element(
          'li',
          {},
          element('a', { href: incidentLink(one.incident) }, one.incident),
          `, ${Math.round(100 * one.similarity)} % alike${one.label === undefined ? '' : `, it was ${LABELS[one.label] ?? one.label}`}`,
        ),
      ),
    );
  }

  showCurves(incident, detail, history, sensors) {
    const none = detail.missing === true || history?.kept !== true || (history.past?.time ?? []).length === 0;
    this.noCurves.hidden = !none;
    this.timelineRoot.hidden = none;
    if (none) {
      setText(
        this.noCurves,
        detail.missing === true
          ? 'Its stream is not known now, so there are no curves.'
          : 'No curves are kept of that time: telemetry.history says how far back they reach, telemetry.streams for how many streams.',
      );
      return;
    }
    if (this.timeline === undefined || this.timeline.incident !== incident.incident) {
      this.timeline?.dispose();
      this.wanted = culpritNames(incident);
      this.timeline = new Timeline((names) => {
        this.wanted = names;
        this.redraw();
      });
      this.timeline.incident = incident.incident;
      this.timelineRoot.replaceChildren(this.timeline.root);
    }
    this.redraw = () =>
      this.timeline.update({
        detail: { ...detail, incident: undefined },
        history,
        sensors,
        range: '',
        wanted: this.wanted,
        shares: {},
        incidents: [incident],
        colors: colors(),
      });
    this.redraw();
  }
}

/** The time that is drawn, in milliseconds: before, during and after it. */
export function around(incident, detail) {
  const end = incident.ended ?? incident.updated;
  const margin = Math.max(end - incident.since, SHORTEST_MARGIN, LEAST_STEPS * (detail.step ?? 0));
  return [incident.since - margin, end + margin];
}

function culpritNames(incident) {
  const faulty = (incident.faults ?? []).map((fault) => fault.sensor);
  const others = incident.sensors.map((sensor) => sensor.name).filter((name) => !faulty.includes(name));
  return [...new Set([...faulty, ...others])].slice(0, MOST_CURVES);
}

/** What people said of an incident and its stream, each with name and time. */
export function sayings(incident, detail) {
  const { acknowledgement, mark, request } = incident;
  const shelved = detail?.shelved;
  const by = (one) => `${one.who}, ${full(one.when)}`;
  const noted = (one) => (one.note === '' ? '' : `: ${one.note}`);
  return [
    acknowledgement && `Acknowledged by ${by(acknowledgement)}${noted(acknowledgement)}`,
    mark && `It was ${LABELS[mark.label] ?? mark.label}, says ${by(mark)}${noted(mark)}`,
    request && `${by(request)} asks to accept ${request.sensor === undefined ? 'it' : `sensor ${request.sensor}`} as normal. ${answered(request.answer)}`,
    shelved && `${shownName(incident)} is shelved until ${full(shelved.until)} by ${shelved.who}: ${shelved.why}`,
  ].filter(Boolean);
}

function answered(answer) {
  if (answer === undefined) {
    return 'Nobody has carried it out yet.';
  }
  return `${answer.accepted ? 'Accepted' : 'Refused'} by ${answer.who}, ${full(answer.when)}: ${answer.note}`;
}

const KINDS = {
  stuck: (fault) => `stuck, unchanged in ${number(fault.amount)} readings`,
  gone: (fault) => `no value in ${number(fault.amount)} readings`,
  high: (fault, sensor) => `reads ${withUnit(sensor, fault.amount)} too high`,
  low: (fault, sensor) => `reads ${withUnit(sensor, fault.amount)} too low`,
  noisy: (fault) => `noisy, ${number(fault.amount)} times its usual scatter`,
  quiet: (fault) => `quiet, ${number(fault.amount)} times its usual scatter`,
  'out-of-range': (fault, sensor) => (fault.amount === 0 ? 'was beyond its range' : `${withUnit(sensor, fault.amount)} beyond its range`),
};

/** What is wrong with a sensor. */
function faultOf(fault, sensor) {
  const words = KINDS[fault.kind]?.(fault, sensor) ?? fault.kind;
  return fault.implied === undefined ? words : `${words}; its past and the others imply ${withUnit(sensor, fault.implied)}`;
}

function streams(names) {
  return names.flatMap((name, i) => [i === 0 ? '' : ', ', element('a', { href: link(name) }, name)]);
}
