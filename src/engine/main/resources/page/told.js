// What came of telling people of incidents, by mail, Slack, Teams and webhook, on all instances.
import { count, duration } from './dom.js';

/** A sentence or several; empty where the engine tells nobody itself. */
export function toldOf(fleet) {
  const all = (fleet.instances ?? []).flatMap((instance) => (instance.alerts ?? []).map((one) => ({ ...one, address: instance.address })));
  const channels = [...new Set(all.map((one) => one.channel))];
  if (channels.length === 0) {
    return '';
  }
  const sum = (ofChannel, key) => ofChannel.reduce((total, one) => total + one[key], 0);
  const delivered = channels.map((channel) => {
    const ofChannel = all.filter((one) => one.channel === channel);
    const lost = sum(ofChannel, 'givenUp');
    return `${channel} ${count(sum(ofChannel, 'delivered'))}${lost === 0 ? '' : ` (${count(lost)} given up)`}`;
  });
  const waiting = all
    .filter((one) => one.undelivered > 0)
    .map((one) => ` Not delivered by ${one.channel} of ${one.address}: ${count(one.undelivered)}, the oldest for ${duration(one.oldestSeconds)}${one.problem === undefined ? '' : ` (${one.problem})`}.`);
  return `Alerts delivered since the engine started: ${delivered.join(', ')}.${waiting.join('')}`;
}
