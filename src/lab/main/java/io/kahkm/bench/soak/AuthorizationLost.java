package io.kahkm.bench.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The brokers take back the right to write to an output topic, and give it again. */
final class AuthorizationLost implements EngineFault {
  /** Brokers that look up rights, and allow everything of topics that nobody has limited. */
  static final Map<String, String> BROKER_SETTINGS =
      Map.of(
          "authorizer.class.name",
          "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
          "allow.everyone.if.no.acl.found",
          "true");

  @Override
  public String label() {
    return "authorization-lost";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    long inFlight = site.inFlight();
    String topic = site.topology().forecasts();
    site.cluster().denyWriting(topic);
    StringBuilder log = new StringBuilder();
    try {
      for (String name : List.of(InstanceFault.FIRST, InstanceFault.SECOND)) {
        log.append(StateFault.requireGivingUp(site.engine(name)));
      }
      // Who starts it before the right is back is told the same.
      StateFault.requireGivingUp(site.start(InstanceFault.FIRST));
    } finally {
      site.cluster().allowWriting(topic);
    }
    Map<Integer, Long> marks = site.marks(Site.PARTITIONS);
    long start = System.nanoTime();
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    Duration recovery = InstanceFault.recovery(site, start, marks);
    return new FaultObservation(inFlight, recovery, log.toString());
  }
}
