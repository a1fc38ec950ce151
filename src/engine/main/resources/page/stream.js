// One stream: what it is taken for and why, its sensors over time, what happened, its certificate
// with the assumption, and the charts of its map.
import { Shelving } from './actions.js';
import { choose, read } from './address.js';
import { Charts, colors } from './charts.js';
import { count, duration, element, icon, number, setText } from './dom.js';
import { EventList, merged } from './events.js';
import { shelvedOf, standstill } from './fleet.js';
import { Horizons } from './horizons.js';
import { heldBy } from './instances.js';
import { Skill } from './skill.js';
import { Trial } from './trial.js';
import { SensorTable, sensorsOf } from './sensors.js';
import { goTo, Stretch } from './stretch.js';
import { since, zoneName } from './time.js';
import { Timeline } from './timeline.js';
import { fullName } from './sites.js';
import { assumption, CLAIMS, LONG_STREAM, STATES } from './words.js';

const MOST_SHARES = 5;

/** Sensors with this share of the largest factor are named together. */
const ALIKE = 0.8;

export class StreamView {
  constructor(root) {
    this.root = root;
    this.onQuery = () => {};
    this.backLink = element('a', { href: '#/', class: 'back' }, '← All streams');
    this.title = element('h2', { id: 'stream-title', tabindex: '-1' });
    this.id = element('span', { class: 'id muted', hidden: true });
    this.badge = element('span', { class: 'badge large' });
    this.meaning = element('p', { class: 'meaning' });
    this.certificate = element('p');
    this.assumption = element('p', { class: 'assumption' });
    this.facts = element('dl', { class: 'facts' });
    this.factValues = new Map();
    this.missing = element('p', { class: 'card', hidden: true });
    this.content = element('div', { class: 'stack' });
    this.chartsRoot = element('div', { class: 'charts' });
    this.claim = element('span', { class: 'badge', hidden: true });
    this.certificates = element(
      'section',
      { class: 'card', 'aria-labelledby': 'certificate-title' },
      element('h3', { id: 'certificate-title' }, 'Certificate of the last window'),
      this.claim,
      this.certificate,
      this.assumption,
    );
    this.trial = new Trial();
    this.skill = new Skill();
    this.horizons = new Horizons();
    this.sensorTable = new SensorTable();
    this.events = new EventList();
    this.shelving = new Shelving(() => this.onQuery());
    this.note = element('p', { class: 'card', hidden: true });
    this.timelineRoot = element('div');
    this.stretch = new Stretch(() => this.onQuery());
    this.expert = element(
      'details',
      { class: 'expert', ontoggle: () => this.onQuery() },
      element('summary', {}, 'Map, forecasts and closure'),
      this.facts,
      this.chartsRoot,
    );
    this.content.append(
      this.note,
      this.stretch.root,
      this.timelineRoot,
      this.sensorTable.root,
      this.events.root,
      this.shelving.root,
      this.trial.root,
      this.skill.root,
      this.certificates,
      this.horizons.root,
      this.expert,
    );
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', () => this.last && this.update(...this.last));
    root.append(
      element('p', {}, this.backLink),
      element('div', { class: 'headline' }, this.title, this.badge),
      this.id,
      this.meaning,
      this.skill.headline,
      this.missing,
      this.content,
    );
  }

  /** Where all streams are, as they were looked at. */
  back(address) {
    this.backLink.setAttribute('href', address);
  }

  focus() {
    this.title.focus();
  }

  /** Whether the last readings are needed whatever range is looked at. */
  needsLive() {
    return this.expert.open;
  }

  choose(changes) {
    choose(changes);
    this.onQuery();
  }

  update(stream, fleet) {
    this.last = [stream, fleet];
    setText(this.title, fullName({ ...stream.detail, stream: stream.id }));
    this.title.title = stream.id;
    setText(this.id, stream.id);
    this.id.hidden = stream.detail.name === undefined;
    const { detail, history } = stream;
    const gone = detail.missing === true;
    this.missing.hidden = !gone;
    this.content.hidden = gone;
    this.badge.hidden = gone;
    this.skill.headline.hidden = gone;
    if (gone) {
      setText(this.meaning, '');
      setText(
        this.missing,
        `No such stream found on ${heldBy(fleet)}. Either it has sent no reading yet, or the instance that holds it does not answer.`,
      );
      return;
    }
    const inFleet = fleet.certificates?.sampling === 'fleet';
    const words = STATES[detail.condition];
    if (this.words !== words) {
      this.words = words;
      this.badge.dataset.tone = words.tone;
      this.badge.replaceChildren(icon(words.icon), words.label);
    }
    setText(this.meaning, words.words + mode(detail) + said(detail) + alarms(detail, fleet) + shelved(detail));
    this.showCertificate(detail, fleet, inFleet);
    const sensors = sensorsOf(detail.map ?? detail.modeMap ?? fleet.map);
    const shares = sharesOf(detail);
    this.sensorTable.update(sensors, detail.sensors ?? {}, shares, detail.condition !== 'off');
    const incidents = merged(history.incidents, stream.incidents);
    this.events.update(incidents, zoneName());
    this.shelving.update(stream.id, detail.shelved);
    this.trial.update(detail);
    this.skill.update(detail);
    this.horizons.update(detail);
    this.showFacts(detail);
    this.showTimeline(stream, fleet, sensors, shares, incidents);
    this.drawExpert();
  }

  showTimeline(stream, fleet, sensors, shares, incidents) {
    const { detail, history } = stream;
    const { choices } = read();
    this.stretch.update(stream);
    this.note.hidden = history.kept;
    this.timelineRoot.hidden = !history.kept;
    if (!history.kept) {
      setText(
        this.note,
        `No charts are kept for this stream: this instance keeps them for ${history.most} streams ` +
          '(to keep more, raise telemetry.streams in the topology file).',
      );
      return;
    }
    if (this.timeline === undefined || this.timeline.stream !== stream.id) {
      this.timeline?.dispose();
      this.timeline = new Timeline((names) => this.choose({ sensors: names.join(',') }), goTo);
      this.timeline.stream = stream.id;
      this.timelineRoot.replaceChildren(this.timeline.root);
    }
    this.timeline.update({
      detail,
      history,
      sensors,
      range: stream.range,
      wanted: choices.sensors?.split(','),
      shares,
      incidents,
      colors: colors(),
    });
  }

  /** The charts of the map are drawn while somebody looks at them. */
  drawExpert() {
    if (this.last === undefined) {
      return;
    }
    const [stream, fleet] = this.last;
    if (!this.expert.open || stream.detail.missing === true || stream.history.readings === undefined) {
      return;
    }
    if (this.charts === undefined || this.charts.stream !== stream.id) {
      this.charts?.dispose();
      this.charts = new Charts(this.chartsRoot, stream.id);
    }
    this.charts.update(stream.detail, stream.history, fleet);
  }

  showCertificate(detail, fleet, inFleet) {
    const settings = fleet.certificates;
    this.certificates.hidden = settings === undefined;
    if (settings === undefined) {
      return;
    }
    const claim = CLAIMS[detail.claim];
    this.claim.hidden = claim === undefined;
    if (claim !== undefined && this.claim.shown !== claim) {
      this.claim.shown = claim;
      this.claim.dataset.tone = claim.tone;
      this.claim.replaceChildren(icon(claim.icon), claim.label);
      this.claim.title = claim.words;
    }
    const none = detail.outdated
      ? 'The last window is too old to say anything about the present.'
      : inFleet
      ? 'The fleet has one certificate; it is shown above the table of all streams.'
      : `The first window of ${settings.units} ${settings.sampling === 'records' ? 'transitions' : 'episodes'} is still open.`;
    const run = detail.run > 1 ? ` The same verdict in ${detail.run} windows in a row.` : '';
    setText(this.certificate, detail.certificate === undefined ? none : detail.certificate.words + run);
    const units = detail.certificate?.units ?? settings.units;
    const level = detail.certificate?.alarm.delta ?? settings.delta;
    setText(
      this.assumption,
      `${assumption(settings.sampling, units, level)} ${inFleet ? '' : LONG_STREAM}`,
    );
  }

  showFacts(detail) {
    const limit = detail.noveltyLimit === undefined ? '' : ` (threshold ${number(detail.noveltyLimit)})`;
    const facts = {
      'Last reading': detail.ageSeconds < 2 ? 'now' : `${duration(detail.ageSeconds)} ago`,
      Readings: count(detail.records),
      Episodes: count(detail.episodes),
      'Irregular steps': count(detail.irregular),
      'Values missing': `${count(detail.heldValues)} replaced by the last value, ${count(detail.incomplete)} rows skipped`,
      Novelty: number(detail.novelty) + limit,
      'Novelty, evidence': evidence(detail.noveltyEvidence),
      Relations: relations(detail),
      'Relations, evidence': evidence(detail.relationEvidence),
      'Single sensors, evidence': evidence(detail.sensorEvidence),
      'Unlike the recording, rolling share': detail.outsideRatio === undefined ? '–' : `${number(100 * detail.outsideRatio)} %`,
      'Nearest class': detail.class,
      'Norm of the closure': number(detail.closureNorm),
      'Spectral radius': number(detail.closureRadius),
    };
    if (detail.quarantined !== undefined) {
      facts['Records quarantined'] = quarantined(detail.quarantined);
    }
    for (const [name, value] of Object.entries(facts)) {
      let shown = this.factValues.get(name);
      if (shown === undefined) {
        shown = element('dd');
        this.factValues.set(name, shown);
        this.facts.append(element('div', {}, element('dt', {}, name), shown));
      }
      setText(shown, String(value ?? '–'));
    }
  }
}

/** Records on which the engine threw; they lie on the rejects topic as failed. */
function quarantined(mark) {
  return `${count(mark.records)}, the last at partition ${mark.partition} offset ${mark.offset}: ${mark.error}`;
}

/** Parts of the sensors in what is unusual, by name; empty where nothing is. */
export function sharesOf(row) {
  if (row.incident !== undefined) {
    return Object.fromEntries(row.incident.sensors.map((sensor) => [sensor.name, sensor.share]));
  }
  return row.noveltyShares ?? {};
}

/** How much of the evidence that makes a page has gathered. */
function evidence(level) {
  return level === undefined ? '–' : `${Math.round(100 * level)} % of the evidence for an alarm`;
}

function relations(detail) {
  if (detail.relationLimit === undefined) {
    return 'not watched';
  }
  const value = detail.relation === undefined ? 'no reading before' : number(detail.relation);
  return `${value} (threshold ${number(detail.relationLimit)})`;
}

/** Since when the relations are broken, and which sensors do not follow the others. */
function broken(detail) {
  if (detail.relationSince === undefined) {
    return '';
  }
  const sensors = detail.relationSensors ?? [];
  const begin = ` Sensors disagree ${since(detail.relationSince, detail.time)}`;
  if (sensors.length === 0) {
    return `${begin}.`;
  }
  // Sensors that stand out about as much cannot be told apart.
  const equals = sensors.filter((named) => named.factor >= ALIKE * sensors[0].factor);
  const verb = equals.length > 1 ? 'do not follow' : 'does not follow';
  const read = equals
    .map((named) =>
      (named.predicted ?? null) === null || (named.value ?? null) === null
        ? `${named.sensor} is held at its last value`
        : `${named.sensor} reads ${number(named.value, 5)}, the others predict ${number(named.predicted, 5)}`,
    )
    .join('; ');
  return (
    `${begin}: ${equals.map((named) => named.sensor).join(' or ')} ${verb} the others as in the recording ` +
    `(${count(Math.round(sensors[0].factor))} times the usual deviation): ${read}.`
  );
}

/** Which sensor is faulty and how; the same words as in the incident and in alerts. */
function faulty(detail) {
  return detail.sensorFaulty && detail.faultWords !== undefined ? ` ${detail.faultWords}.` : '';
}

/** A provisional alarm whose evidence is complete: no alarm while the others show nothing. */
function notice(detail) {
  const channel = detail.noveltyNotice ? 'Novelty' : detail.relationNotice ? 'Relations' : detail.sensorNotice ? 'A sensor' : '';
  const words = detail.sensorNotice && detail.faultWords !== undefined ? ` ${detail.faultWords}.` : '';
  return channel === ''
    ? ''
    : ` Notice: ${channel} would raise an alarm, but the training recording was too short for a reliable threshold, and the other alarms show nothing.${words}`;
}

/** What the readings were like before they stopped coming; it stands beside the silence. */
function silence(detail) {
  return detail.silent ? ` No reading for ${duration(detail.ageSeconds)}; status at the last one: ${STATES[detail.lastCondition].label}.` : '';
}

/** What is known of the present readings; of a machine that stands still, since when. */
function said(detail) {
  return detail.condition === 'off'
    ? off(detail)
    : learning(detail) + silence(detail) + outside(detail) + broken(detail) + faulty(detail) + notice(detail);
}

/** Which mode the machine is in, where it has several. */
function mode(detail) {
  if (detail.mode === undefined) {
    return '';
  }
  return detail.modeUnknown
    ? ` Mode ${detail.mode} has no model (model.by-mode in the topology file): its readings are not judged.`
    : ` Mode ${detail.mode}.`;
}

/** Since when nothing is judged, and what was open when the machine stopped. */
function off(detail) {
  const when = standstill(detail);
  const open = detail.incident === undefined ? '' : ' The incident that was open when it stopped is still open.';
  return `${when === '' ? '' : ` ${detail.standstill.running ? 'It' : 'Off'} ${when}.`}${open}`;
}

/** Which alarm the readings are collected for, and how many more it needs. */
function learning(detail) {
  if (detail.condition !== 'learning') {
    return '';
  }
  if (detail.class !== undefined && detail.readiness === 'incomplete') {
    return ' The last reading lacks a value: whether it resembles the recording, and whether its sensors follow each other, was not judged.';
  }
  if (detail.class !== undefined && detail.readiness === 'warming-up') {
    return ' The readings fill the delays of the model again after a gap or a missing value.';
  }
  if (detail.class !== undefined && detail.relationLearning) {
    return ' For more than 100 readings it has not been possible to judge whether the sensors follow each other: too few values came in each, or no reading followed another by one step. All other alarms work, except that drift and scatter of a single sensor need complete readings too.';
  }
  return detail.class === undefined
    ? ' They fill the delays of the model, or teach it the scaling of this stream. Nothing is watched yet.'
    : ` The readings resemble those the model was fitted on, and the sensors follow each other as they did there. A sensor that stands still, has no value or leaves its range is noticed. ` +
        `Whether one drifts or scatters is judged again in ${count(detail.sensorWaiting)} readings, if they come without a gap: until then its past is not known, or holds an alarm.`;
}

/** What of the alarms is off or provisional. */
function alarms(detail, fleet) {
  const map = detail.map ?? detail.modeMap ?? fleet.map ?? {};
  const off = [
    map.noveltyAlarm === 'off' ? 'novelty' : '',
    map.relationAlarm === 'off' ? 'relations' : '',
    map.sensorAlarm === 'off' ? 'single sensors' : '',
  ].filter(Boolean);
  const said = off.length === 0 ? '' : ` The model has no alarm for ${off.join(' and ')}.`;
  const provisional = [
    map.noveltyAlarm === 'provisional' ? 'novelty' : '',
    map.relationAlarm === 'provisional' ? 'relations' : '',
    map.sensorAlarm === 'provisional' ? 'single sensors' : '',
  ].filter(Boolean);
  return provisional.length > 0
    ? `${said} Alarms of ${provisional.join(' and ')} are provisional: the training recording was too short for reliable thresholds. One alarm alone is only a notice, two together are a full alarm; a sensor that is stuck or gone is one by itself.`
    : said;
}

/** Until when its alarms raise no alerts, by whom and why. */
function shelved(detail) {
  return detail.shelved === undefined ? '' : ` The stream is ${shelvedOf(detail)}.`;
}

/** Since when, and which sensors the novelty comes from, the largest share first. */
function outside(detail) {
  if (detail.outsideSince === undefined) {
    return '';
  }
  const shares = Object.entries(detail.noveltyShares ?? {})
    .filter(([, share]) => share >= 0.01)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_SHARES)
    .map(([sensor, share]) => `${sensor} ${Math.round(100 * share)} %`);
  const from = shares.length === 0 ? '' : ` Contributing sensors: ${shares.join(', ')}.`;
  return ` Unlike the recording ${since(detail.outsideSince, detail.time)}.${from}`;
}
