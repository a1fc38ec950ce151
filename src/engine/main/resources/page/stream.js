// One stream: what it is taken for and why, its sensors over time, what happened, its certificate
// with the assumption, and the charts of its map.
import { Shelving } from './actions.js';
import { choose, read } from './address.js';
import { Charts, colors } from './charts.js';
import { count, duration, element, icon, number, setText } from './dom.js';
import { EventList, merged } from './events.js';
import { Horizons } from './horizons.js';
import { heldBy } from './instances.js';
import { Skill } from './skill.js';
import { Trial } from './trial.js';
import { SensorTable, sensorsOf } from './sensors.js';
import { evidence, meaning, quarantined, relations } from './sentences.js';
import { goTo, Stretch } from './stretch.js';
import { zoneName } from './time.js';
import { Timeline } from './timeline.js';
import { fullName } from './sites.js';
import { assumption, CLAIMS, LONG_STREAM, STATES } from './words.js';

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
    setText(this.meaning, meaning(detail, fleet));
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

/** Parts of the sensors in what is unusual, by name; empty where nothing is. */
function sharesOf(row) {
  if (row.incident !== undefined) {
    return Object.fromEntries(row.incident.sensors.map((sensor) => [sensor.name, sensor.share]));
  }
  return row.noveltyShares ?? {};
}
