// One stream: what it is taken for, its certificate with the assumption, and its charts.
import { count, duration, element, icon, number, setText } from './dom.js';
import { assumption, CONDITIONS, IN_FLEET, LONG_STREAM } from './words.js';
import { Charts } from './charts.js';

const MOST_SHARES = 5;

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
    this.content.append(
      element(
        'section',
        { class: 'card', 'aria-labelledby': 'certificate-title' },
        element('h3', { id: 'certificate-title' }, 'Certificate of the last window'),
        this.certificate,
        this.assumption,
      ),
      this.facts,
      this.chartsRoot,
    );
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
        `This instance holds no such stream (${fleet.instance}). Another instance may hold it, or it has not been heard of yet.`,
      );
      return;
    }
    const inFleet = fleet.certificates?.sampling === 'fleet';
    const words = inFleet && detail.condition === 'waiting' ? IN_FLEET : CONDITIONS[detail.condition];
    if (this.words !== words) {
      this.words = words;
      this.badge.dataset.tone = words.tone;
      this.badge.replaceChildren(icon(words.icon), words.label);
    }
    setText(this.meaning, words.words + outside(detail));
    this.showCertificate(detail, fleet, inFleet);
    this.showFacts(detail);
    if (this.charts === undefined || this.charts.stream !== stream.id) {
      this.charts?.dispose();
      this.charts = new Charts(this.chartsRoot, stream.id);
    }
    this.charts.update(detail, history, fleet);
  }

  showCertificate(detail, fleet, inFleet) {
    const settings = fleet.certificates;
    if (settings === undefined) {
      setText(this.certificate, 'No certificates are made here: the topology file has no certificates section.');
      setText(this.assumption, '');
      return;
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

  showFacts(detail) {
    const limit = detail.noveltyLimit === undefined ? '' : ` (limit ${number(detail.noveltyLimit)})`;
    const facts = {
      'Last reading': detail.ageSeconds < 2 ? 'now' : `${duration(detail.ageSeconds)} ago`,
      Readings: count(detail.records),
      Episodes: count(detail.episodes),
      'Irregular steps': count(detail.irregular),
      'Values missing': `${count(detail.heldValues)} held, ${count(detail.incomplete)} left out`,
      Novelty: number(detail.novelty) + limit,
      'Outside, rolling': detail.outsideRatio === undefined ? '–' : `${number(100 * detail.outsideRatio)} %`,
      'Nearest class': detail.class,
      'Norm of the closure': number(detail.closureNorm),
      'Spectral radius': number(detail.closureRadius),
    };
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
