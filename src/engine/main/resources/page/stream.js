// One stream: what it is taken for, its certificate with the assumption, and its charts.
import { count, duration, element, icon, number, setText } from './dom.js';
import { assumption, CLAIMS, LONG_STREAM, STATES } from './words.js';
import { heldBy } from './instances.js';
import { Charts } from './charts.js';

const MOST_SHARES = 5;

/** Sensors with this share of the largest factor are named together. */
const ALIKE = 0.8;

export class StreamView {
  constructor(root) {
    this.root = root;
    this.title = element('h2', { id: 'stream-title', tabindex: '-1' });
    this.badge = element('span', { class: 'badge large' });
    this.meaning = element('p', { class: 'meaning' });
    this.certificate = element('p');
    this.assumption = element('p', { class: 'assumption' });
    this.facts = element('dl', { class: 'facts' });
    this.factValues = new Map();
    this.missing = element('p', { class: 'card', hidden: true });
    this.content = element('div');
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
    this.incidentList = element('ol', { class: 'incidents' });
    this.incidents = element(
      'section',
      { class: 'card', 'aria-labelledby': 'incidents-title', hidden: true },
      element('h3', { id: 'incidents-title' }, 'Incidents'),
      this.incidentList,
    );
    this.content.append(this.incidents, this.facts, this.chartsRoot, this.certificates);
    root.append(
      element('p', {}, element('a', { href: '#/', class: 'back' }, '← All streams')),
      element('div', { class: 'headline' }, this.title, this.badge),
      this.meaning,
      this.missing,
      this.content,
    );
  }

  focus() {
    this.title.focus();
  }

  update(stream, fleet) {
    setText(this.title, stream.id);
    const { detail, history } = stream;
    const gone = detail.missing === true;
    this.missing.hidden = !gone;
    this.content.hidden = gone;
    this.badge.hidden = gone;
    if (gone) {
      setText(this.meaning, '');
      setText(
        this.missing,
        `No such stream is held by ${heldBy(fleet)}. It has not been heard of yet, or its instance does not answer.`,
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
    setText(this.meaning, words.words + outside(detail) + broken(detail) + alarms(detail, fleet));
    this.showCertificate(detail, fleet, inFleet);
    this.showIncidents(stream.incidents ?? []);
    this.showFacts(detail);
    if (this.charts === undefined || this.charts.stream !== stream.id) {
      this.charts?.dispose();
      this.charts = new Charts(this.chartsRoot, stream.id);
    }
    this.charts.update(detail, history, fleet, stream.incidents ?? []);
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
      ? 'The last window is too old to say anything of the present.'
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

  /** What happened, the newest first, and the command that says what it was. */
  showIncidents(incidents) {
    this.incidents.hidden = incidents.length === 0;
    const shown = JSON.stringify(incidents.map((one) => [one.incident, one.updated, one.state, one.mark]));
    if (shown === this.shownIncidents) {
      return;
    }
    this.shownIncidents = shown;
    this.incidentList.replaceChildren(
      ...incidents.map((one) => {
        const sensors = one.sensors
          .slice(0, MOST_SHARES)
          .map((sensor) => `${sensor.name} ${Math.round(100 * sensor.share)} %`)
          .join(', ');
        const mark =
          one.mark === undefined
            ? [
                'To say what it was: ',
                element('code', {}, `kahkm mark TOPOLOGY ${quoted(one.incident)} normal|fault|sensor|test --note "..."`),
              ]
            : [`Marked as ${one.mark.label} by ${one.mark.who}${one.mark.note === '' ? '' : `: ${one.mark.note}`}.`];
        return element(
          'li',
          {},
          element('span', { class: 'badge', 'data-tone': one.state === 'open' ? 'bad' : 'plain' }, one.state),
          ` ${one.words}`,
          element('p', { class: 'muted small' }, sensors),
          element('p', { class: 'small' }, ...mark),
        );
      }),
    );
  }

  showFacts(detail) {
    const limit = detail.noveltyLimit === undefined ? '' : ` (limit ${number(detail.noveltyLimit)})`;
    const facts = {
      'Last reading': detail.ageSeconds < 2 ? 'now' : `${duration(detail.ageSeconds)} ago`,
      Readings: count(detail.records),
      Episodes: count(detail.episodes),
      'Irregular steps': count(detail.irregular),
      'Values missing': `${count(detail.heldValues)} held, ${count(detail.incomplete)} left out`,
      Novelty: number(detail.novelty) + limit,
      'Novelty, evidence': evidence(detail.noveltyEvidence),
      Relations: relations(detail),
      'Relations, evidence': evidence(detail.relationEvidence),
      'Outside, rolling': detail.outsideRatio === undefined ? '–' : `${number(100 * detail.outsideRatio)} %`,
      'Nearest class': detail.class,
      'Norm of the closure': number(detail.closureNorm),
      'Spectral radius': number(detail.closureRadius),
    };
    if (detail.quarantined !== undefined) {
      facts['Records put aside'] = quarantined(detail.quarantined);
    }
    for (const [sensor, value] of Object.entries(detail.sensors ?? {})) {
      facts[sensor] = number(value, 5);
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

/** An identity as one word of a shell. */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** How much of the evidence that makes a page has gathered. */
function evidence(level) {
  return level === undefined ? '–' : `${Math.round(100 * level)} % of a page`;
}

function relations(detail) {
  if (detail.relationLimit === undefined) {
    return 'not watched';
  }
  const value = detail.relation === undefined ? 'no reading before' : number(detail.relation);
  return `${value} (limit ${number(detail.relationLimit)})`;
}

/** Since when the relations are broken, and which sensors do not follow the others. */
function broken(detail) {
  if (detail.relationSince === undefined) {
    return '';
  }
  const sensors = detail.relationSensors ?? [];
  const since = ` Relation broken for ${duration((detail.time - detail.relationSince) / 1000)}`;
  if (sensors.length === 0) {
    return `${since}.`;
  }
  // Sensors that stand out about as much cannot be told apart.
  const equals = sensors.filter((named) => named.factor >= ALIKE * sensors[0].factor);
  const verb = equals.length > 1 ? 'do not follow' : 'does not follow';
  const read = equals
    .map((named) =>
      (named.predicted ?? null) === null || (named.value ?? null) === null
        ? `${named.sensor} is held`
        : `${named.sensor} reads ${number(named.value, 5)}, the others predict ${number(named.predicted, 5)}`,
    )
    .join('; ');
  return (
    `${since}: ${equals.map((named) => named.sensor).join(' or ')} ${verb} the others as in the recording ` +
    `(${count(Math.round(sensors[0].factor))} times the usual): ${read}.`
  );
}

/** What of the alarms is off or provisional. */
function alarms(detail, fleet) {
  const map = fleet.map ?? {};
  const off = [
    map.noveltyAlarm === 'off' ? 'novelty' : '',
    map.relationAlarm === 'off' ? 'relations' : '',
  ].filter(Boolean);
  const said = off.length === 0 ? '' : ` No alarm of ${off.join(' and ')}: the model has none.`;
  const provisional = map.noveltyAlarm === 'provisional' || map.relationAlarm === 'provisional';
  return provisional
    ? `${said} Alarms are provisional: the recording was too short for their limits to hold.`
    : said;
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
  const from = shares.length === 0 ? '' : ` It comes from: ${shares.join(', ')}.`;
  return ` Outside for ${duration((detail.time - detail.outsideSince) / 1000)}.${from}`;
}
