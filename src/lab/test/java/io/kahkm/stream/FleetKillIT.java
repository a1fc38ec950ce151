package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.broker.JavaProcess;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fleet on two machines, of which one is killed: each window's certificate is the offline one and
 * each unit counts once.
 */
class FleetKillIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int STREAMS = 200;
  private static final int WINDOWS = 6;
  private static final int STATES_OF_A_WINDOW = 25;
  private static final int JOURNAL_LENGTH = 64;
  private static final String STRANGER = "undeclared";
  private static final List<String> MACHINES = List.of("one", "two");

  /** Records between two pauses of the feeder, so that both machines are always at work. */
  private static final int BURST = 500;

  private static final int PAUSE_MILLIS = 50;

  @TempDir Path directory;

  @Test
  void countsEachUnitOnceWhenAMachineIsKilled() throws Exception {
    List<String> streams =
        IntStream.range(0, STREAMS).mapToObj(s -> String.format("pump-%03d", s)).toList();
    int states = WINDOWS * STATES_OF_A_WINDOW;
    Map<String, List<String>> records = TestFleet.records(streams, states, Map.of());
    List<SimulatedInput.Message> messages = TestFleet.arrivals(records, 3);
    // A dead machine's partitions move and its transaction ends after a few seconds, not after
    // many.
    Map<String, String> quick =
        Map.of(
            "group.min.session.timeout.ms",
            "1000",
            "transaction.abort.timed.out.transaction.cleanup.interval.ms",
            "500");
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), quick)) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config = prepare(cluster);
      MonitorBlueprint blueprint =
          TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(JOURNAL_LENGTH);
      Map<String, List<byte[]>> expected =
          Map.of(FleetWindow.FLEET, TestFleet.offline(config, blueprint, records));
      Map<String, JavaProcess> machines = new TreeMap<>();
      try {
        for (String machine : MACHINES) {
          machines.put(machine, start(machine));
        }
        awaitBothAtWork(cluster);
        CountDownLatch kill = new CountDownLatch(1);
        Thread feeder = new Thread(() -> feed(cluster, messages, kill));
        feeder.start();
        assertThat(cluster.read("pump.certificates", 2, LONGEST)).hasSizeBetween(2, WINDOWS - 1);
        // The one that gathers the fleet, so that its open windows move too.
        String killed = gatherer(cluster);
        machines.remove(killed).close();
        kill.countDown();

        Map<String, List<byte[]>> certificates =
            Cluster.byStream(cluster.read("pump.certificates", WINDOWS, LONGEST));
        feeder.join();
        JavaProcess survivor = machines.values().iterator().next();
        assertThat(survivor.alive()).as(survivor::log).isTrue();
        assertThat(expected.get(FleetWindow.FLEET)).hasSize(WINDOWS);
        assertThat(Reconciliation.compare(certificates, expected).problems()).isEmpty();
        List<String> wanted = units(streams);
        List<String> counted = unitsOnTheWay(cluster, wanted.size());
        assertThat(counted).isEqualTo(wanted);
        assertThatAFaultWouldShow(config, blueprint, records, certificates, expected, counted);

        // A stream beyond the declared ones finds every window closed.
        cluster.send(
            "pump.states",
            TestFleet.arrivals(TestFleet.records(List.of(STRANGER), states, Map.of()), 1));
        awaitLateUnits(survivor, WINDOWS);
        assertThat(cluster.read("pump.certificates", WINDOWS, LONGEST)).hasSize(WINDOWS);
      } finally {
        for (JavaProcess machine : machines.values()) {
          machine.close();
        }
      }
    }
  }

  /** Negative control on the very data of this test. */
  private static void assertThatAFaultWouldShow(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      Map<String, List<String>> records,
      Map<String, List<byte[]>> certificates,
      Map<String, List<byte[]>> expected,
      List<String> units) {
    List<byte[]> windows = certificates.get(FleetWindow.FLEET);
    byte[] dropped = windows.remove(3);
    assertThat(Reconciliation.compare(certificates, expected).problems()).isNotEmpty();
    windows.add(3, dropped);
    windows.add(3, dropped);
    assertThat(Reconciliation.compare(certificates, expected).problems()).isNotEmpty();
    windows.remove(3);
    assertThat(Reconciliation.compare(certificates, expected).problems()).isEmpty();

    // The unit of one stream, dropped, or taken for another's: every window differs.
    Map<String, List<String>> less = new TreeMap<>(records);
    less.remove("pump-100");
    assertThatEveryWindowDiffers(TestFleet.offline(config, blueprint, less), windows);
    Map<String, List<String>> doubled = new TreeMap<>(records);
    doubled.put("pump-100", records.get("pump-105"));
    assertThatEveryWindowDiffers(TestFleet.offline(config, blueprint, doubled), windows);
    List<String> twice = new ArrayList<>(units);
    twice.add(units.get(0));
    Collections.sort(twice);
    assertThat(twice).isNotEqualTo(units);
  }

  private static void assertThatEveryWindowDiffers(List<byte[]> faulty, List<byte[]> windows) {
    assertThat(faulty).hasSameSizeAs(windows);
    for (int k = 0; k < faulty.size(); k++) {
      assertThat(Arrays.equals(faulty.get(k), windows.get(k))).isFalse();
    }
  }

  private TopologyConfig prepare(Cluster cluster) throws Exception {
    TopologyConfig shared =
        // Partitions are read at their own pace: a long grace leaves closing to completeness.
        TestFleet.config("streams: " + STREAMS + ", every: 500ms, pairs: 12, grace: 1h")
            .withKafka(
                Map.of(
                    "bootstrap.servers",
                    cluster.bootstrapServers(),
                    "session.timeout.ms",
                    "3000",
                    "heartbeat.interval.ms",
                    "500",
                    "transaction.timeout.ms",
                    "4000",
                    // What was read stays on the topic between the processors, to be counted.
                    "repartition.purge.interval.ms",
                    "3600000"));
    for (String machine : MACHINES) {
      TopologyConfig own =
          shared.withKafka(
              Map.of("client.id", machine, "state.dir", directory.resolve(machine).toString()));
      Files.writeString(topology(machine), own.toMaskedYaml());
    }
    ModelFile.write(TestTopology.MODEL, model());
    new TopicSetup(shared, MessageSizes.largest(shared, TestTopology.MODEL))
        .createMissing(Optional.of(4), Optional.of((short) 1));
    return shared;
  }

  private Path topology(String machine) {
    return directory.resolve(machine + ".yaml");
  }

  private Path model() {
    return directory.resolve("model.safetensors");
  }

  private JavaProcess start(String machine) throws Exception {
    return EngineChild.start(
        topology(machine), model(), JOURNAL_LENGTH, directory.resolve(machine + ".log"));
  }

  /** The last third waits until a machine was killed. */
  private static void feed(
      Cluster cluster, List<SimulatedInput.Message> messages, CountDownLatch kill) {
    try {
      for (int from = 0; from < messages.size(); from += BURST) {
        if (from > messages.size() * 2 / 3) {
          kill.await();
        }
        cluster.send(
            "pump.states", messages.subList(from, Math.min(from + BURST, messages.size())));
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (Exception failure) {
      throw new IllegalStateException("the input could not be written", failure);
    }
  }

  private static List<MemberDescription> members(Admin admin) throws Exception {
    try {
      return List.copyOf(
          admin.describeConsumerGroups(List.of("pump")).all().get().get("pump").members());
    } catch (ExecutionException early) {
      assertThat(early).hasCauseInstanceOf(GroupIdNotFoundException.class);
      return List.of();
    }
  }

  private static void awaitBothAtWork(Cluster cluster) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      long end = System.nanoTime() + LONGEST.toNanos();
      while (true) {
        List<MemberDescription> members = members(admin);
        if (members.size() == MACHINES.size()
            && members.stream().noneMatch(m -> m.assignment().topicPartitions().isEmpty())) {
          return;
        }
        assertThat(System.nanoTime()).as("members %s", members).isLessThan(end);
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  /** The machine that holds the partition in which the units of all streams meet. */
  private static String gatherer(Cluster cluster) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      for (MemberDescription member : members(admin)) {
        if (member.assignment().topicPartitions().stream()
            .anyMatch(p -> p.topic().endsWith(TopologyNodes.FLEET_UNITS + "-repartition"))) {
          return member.clientId().substring(0, MACHINES.get(0).length());
        }
      }
    }
    throw new AssertionError("nobody gathers the fleet");
  }

  private static List<String> units(List<String> streams) {
    List<String> units = new ArrayList<>();
    for (String stream : streams) {
      for (int window = 0; window < WINDOWS; window++) {
        units.add(stream + " " + window);
      }
    }
    return units;
  }

  /** Stream and window of every committed unit between the two processors, sorted. */
  private static List<String> unitsOnTheWay(Cluster cluster, int expected) {
    List<String> units = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> unit :
        cluster.read("pump-" + TopologyNodes.FLEET_UNITS + "-repartition", expected, LONGEST)) {
      FleetChunk chunk = FleetChunk.read(unit.value());
      assertThat(chunk.last()).isTrue();
      units.add(new String(unit.key(), StandardCharsets.UTF_8) + " " + chunk.window());
    }
    Collections.sort(units);
    return units;
  }

  private static void awaitLateUnits(JavaProcess machine, int units) throws Exception {
    String line = EngineMain.LATE_UNIT + STRANGER;
    long end = System.nanoTime() + LONGEST.toNanos();
    while (machine.log().lines().filter(line::equals).count() < units) {
      assertThat(System.nanoTime()).as(machine.log()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(machine.log().lines().filter(l -> l.startsWith(EngineMain.LATE_UNIT)))
        .containsOnly(line)
        .hasSize(units);
  }
}
