// What the forecasts are worth: by how much they are certified to beat each reference, one sentence
// for the stream and one for every horizon, as the engine words them.
import { element, setText } from './dom.js';

export class Skill {
  constructor() {
    /** One sentence under the headline. */
    this.headline = element('p', { class: 'meaning', hidden: true });
    this.list = element('ul');
    this.root = element(
      'section',
      { class: 'card', 'aria-labelledby': 'title-skill', hidden: true },
      element('h3', { id: 'title-skill' }, 'What the forecasts are worth'),
      this.list,
      element(
        'p',
        { class: 'muted small' },
        'Squared errors in sensor units, capped at four times the usual error of the reference. ' +
          'Certified shares hold at every moment, for any sequence of readings: no independence is assumed. ' +
          'At long horizons forecasts overlap, so it takes more readings to certify them.',
      ),
    );
  }

  update(detail) {
    const summaries = detail.skill ?? [];
    this.headline.hidden = summaries.length === 0;
    this.root.hidden = summaries.length === 0;
    if (summaries.length === 0) {
      return;
    }
    setText(this.headline, `Forecasts: ${summaries[0].words}.`);
    const sentences = (detail.horizons ?? []).flatMap((horizon) => [
      ...(horizon.claims ?? []).map((claim) => claim.words),
      ...(horizon.others ?? []).flatMap((other) => [other.ours.words, other.theirs.words]),
    ]);
    while (this.list.children.length > sentences.length) {
      this.list.lastChild.remove();
    }
    while (this.list.children.length < sentences.length) {
      this.list.append(element('li'));
    }
    sentences.forEach((sentence, i) => setText(this.list.children[i], sentence));
  }
}
