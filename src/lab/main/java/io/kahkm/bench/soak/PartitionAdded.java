package io.kahkm.bench.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The input topic gets a partition; the engines stop, and go on as the runbook says. */
final class PartitionAdded implements EngineFault {
  private static final long SENDING_ON_SECONDS = 3;

  @Override
  public String label() {
    return "partition-added";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    long inFlight = site.inFlight();
    SoakTopology before = site.topology();
    site.cluster().addPartitions(before.input(), SoakTopology.PARTITIONS + 1);
    StringBuilder log = new StringBuilder();
    for (String name : List.of(InstanceFault.FIRST, InstanceFault.SECOND)) {
      log.append(StateFault.requireGivingUp(site.engine(name)));
    }
    // Started again on the same topic it says the same.
    StateFault.requireGivingUp(site.start(InstanceFault.FIRST));
    // Producers learn of the partition and go on for a while, into all five.
    site.feeder().pause();
    site.feeder().reconnect();
    site.feeder().resume();
    TimeUnit.SECONDS.sleep(SENDING_ON_SECONDS);

    site.feeder().pause();
    String copy = SoakTopology.INPUT + "-" + Integer.toHexString(random.nextInt());
    site.createInput(copy);
    List<ConsumerRecord<byte[], byte[]>> unread = unread(site, before);
    site.feeder().copy(unread, copy);
    site.feeder().topic(copy);
    site.topology(before.withInput(copy));
    Map<Integer, Long> marks = site.marks(Site.PARTITIONS);
    long start = System.nanoTime();
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    site.feeder().resume();
    Duration recovery = InstanceFault.recovery(site, start, marks);
    return new FaultObservation(inFlight, recovery, log.toString());
  }

  /** What no engine has committed, of all partitions together in the order of its timestamps. */
  private static List<ConsumerRecord<byte[], byte[]>> unread(Site site, SoakTopology topology)
      throws InterruptedException {
    Map<Integer, Long> committed = site.cluster().committed(topology.name(), topology.input());
    List<ConsumerRecord<byte[], byte[]>> unread = new ArrayList<>();
    site.cluster()
        .read(
            List.of(topology.input()),
            record -> {
              if (record.offset() >= committed.getOrDefault(record.partition(), 0L)) {
                unread.add(record);
              }
            });
    unread.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
    return unread;
  }
}
