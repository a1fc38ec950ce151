// Which instances the answer comes from, and which of them could not be reached.
import { count, plural } from './dom.js';

/** One sentence without its full stop, such as "3 instances: 8 of 8 partitions". */
export function heldBy(fleet) {
  const instances = fleet.instances ?? [];
  const silent = instances.filter((instance) => instance.problem !== undefined);
  const held = `${count(fleet.partitionsHeld)} of ${count(fleet.partitionsTotal)} partitions`;
  const answering = instances.length - silent.length;
  const whose = instances.length < 2 ? fleet.instance : `${count(answering)} ${plural(answering, 'instance')}: ${held}`;
  const missing = silent.map((instance) => `${instance.address} ${instance.problem}`);
  return missing.length === 0 ? whose : `${whose}; not shown: ${missing.join(', ')}`;
}
