package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.QuarantineMarks;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForgettingTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long YEARS = Duration.ofDays(3650).toMillis();

  @TempDir Path directory;

  /** What was forgotten, beside all the rest. */
  private static final class Listener extends CountingListener {
    final List<String> forgotten = new ArrayList<>();
    int held;

    @Override
    public void forgotten(int partition, String stream) {
      forgotten.add(stream);
    }

    @Override
    public void forgettingHeld(int partition, int streams) {
      held = streams;
    }
  }

  private final Listener listener = new Listener();

  private static TopologyConfig config(String forget, int most) {
    try {
      return TopologyConfig.parse(
          """
          name: pump
          model: {file: unused}
          input: {state: [q, p], time: t, time-unit: ms, idle: 1m, most-streams: %d%s}
          kafka: {bootstrap.servers: "unused:1"}
          """
              .formatted(most, forget),
          "test",
          Map.of());
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private TopologyTestDriver driver(String forget) {
    return driver(forget, Instant.now());
  }

  private TopologyTestDriver driver(String forget, Instant now) {
    return driver(forget, 3, now);
  }

  private TopologyTestDriver driver(String forget, int most, Instant now) {
    TopologyConfig config = config(forget, most);
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    return new TopologyTestDriver(
        MonitorTopology.build(
            config,
            TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(3),
            listener,
            new HeapBudget(Long.MAX_VALUE)),
        settings,
        now);
  }

  /** Some records of streams, one after the other. */
  private static void send(TopologyTestDriver driver, long millis, String... streams) {
    for (String stream : streams) {
      for (int i = 0; i < 5; i++) {
        driver
            .createInputTopic("pump.states", new ByteArraySerializer(), new ByteArraySerializer())
            .pipeInput(
                stream.getBytes(StandardCharsets.UTF_8),
                "{\"t\":%d,\"q\":2,\"p\":0.%d}"
                    .formatted(millis + i, i)
                    .getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static int rejects(TopologyTestDriver driver) {
    return driver
        .createOutputTopic("pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .size();
  }

  /** One pass over the streams, by the wall clock. */
  private static void pass(TopologyTestDriver driver) {
    driver.advanceWallClockTime(Duration.ofMinutes(10));
    for (int second = 0; second < 10; second++) {
      // A slow machine visits few streams in a second.
      driver.advanceWallClockTime(Duration.ofSeconds(1));
    }
  }

  private static void later(TopologyTestDriver driver, int hours) {
    driver.advanceWallClockTime(Duration.ofHours(hours));
    // A pass that began is over.
    driver.advanceWallClockTime(Duration.ofSeconds(1));
  }

  /** Keys of both stores in which a text occurs. */
  private static List<Bytes> keys(TopologyTestDriver driver, String text) {
    List<Bytes> keys = new ArrayList<>();
    for (String name : List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT)) {
      try (var all = TestStores.of(driver, name).all()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          if (new String(entry.key.get(), StandardCharsets.ISO_8859_1).contains(text)) {
            keys.add(entry.key);
          }
        }
      }
    }
    return keys;
  }

  @Test
  void forgetsAStreamThatTwoPassesFindTooOldAndMakesRoomForAnother() {
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "aa", "bb", "cc", "new");
      assertThat(rejects(driver)).as("records of a fourth stream").isEqualTo(5);
      send(driver, HOUR / 2, "aa", "bb");
      pass(driver);
      pass(driver);
      later(driver, 1);
      send(driver, 2 * HOUR, "aa", "bb");
      pass(driver);
      assertThat(listener.forgotten).isEmpty();
      pass(driver);

      assertThat(listener.forgotten).containsExactly("cc");
      assertThat(keys(driver, "cc")).isEmpty();
      assertThat(keys(driver, "bb")).isNotEmpty();
      send(driver, 2 * HOUR, "new");
      assertThat(rejects(driver)).isZero();
      send(driver, 2 * HOUR, "cc");
      assertThat(rejects(driver)).as("it begins anew, and there are three others").isEqualTo(5);
    }
  }

  /** One that a stream had before it was forgotten would speak of another stream's records. */
  @Test
  void marksOfAForgottenStreamAreForgottenAndThoseOfOthersStay() {
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "aa", "bb", "cc");
      QuarantineMarks marks = new QuarantineMarks(TestStores.of(driver, StoreKeys.SNAPSHOT));
      for (String stream : List.of("bb", "cc")) {
        marks.add(stream.getBytes(StandardCharsets.UTF_8), 0, 1, 2, new IllegalStateException("x"));
      }
      later(driver, 1);
      send(driver, 2 * HOUR, "aa", "bb");
      pass(driver);
      pass(driver);

      assertThat(listener.forgotten).containsExactly("cc");
      List<String> marked = new ArrayList<>();
      marks.each((stream, mark) -> marked.add(stream));
      assertThat(marked).containsExactly("bb");
    }
  }

  /** What a map on trial keeps of a stream goes with the stream. */
  @Test
  void aForgottenStreamIsForgottenByTheShadowToo() throws Exception {
    TopologyConfig config = config(", forget: 1h", 3);
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(config, TestTopology.MODEL, Optional.of(TestTopology.OTHER_MODEL))
            .withJournalLength(3);
    HeapBudget room = new HeapBudget(Long.MAX_VALUE);
    try (TopologyTestDriver driver =
        TestTopology.driver(config, blueprint, listener, room, directory)) {
      send(driver, 0, "aa", "cc");
      send(driver, 0, "bb");
      TestStores.journal(driver, StoreKeys.JOURNAL).flushCache();
      assertThat(keys(driver, "cc")).as("of both maps").hasSizeGreaterThan(4);
      later(driver, 1);
      send(driver, 2 * HOUR, "aa", "bb");
      pass(driver);
      pass(driver);

      assertThat(listener.forgotten).containsExactly("cc");
      assertThat(keys(driver, "cc")).isEmpty();
      int left = keys(driver, "bb").size();
      assertThat(left).as("of both maps").isGreaterThan(4).isEqualTo(keys(driver, "aa").size());
    }
  }

  @Test
  void aStreamThatComesBackBeginsAnew() {
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "aa", "bb", "cc");
      later(driver, 2);
      send(driver, 2 * HOUR, "aa", "bb");
      pass(driver);
      pass(driver);
      send(driver, 2 * HOUR, "cc");
      driver.advanceWallClockTime(Duration.ofSeconds(1));

      assertThat(listener.forgotten).containsExactly("cc");
      assertThat(listener.statuses.get("cc").counts().records()).isEqualTo(5);
      assertThat(listener.statuses.get("aa").counts().records()).isEqualTo(10);
    }
  }

  /** Two of three clocks are the median: the wall clock alone keeps the third. */
  @Test
  void mostClocksFarAheadMakeNobodyOldWhoIsAlive() {
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "aa", "bb", "cc");
      later(driver, 2);
      send(driver, YEARS, "aa", "bb");
      // Once in an hour of the wall clock, and a little more slowly than it is looked for.
      for (int i = 1; i < 5; i++) {
        send(driver, i * HOUR, "cc");
        for (int j = 0; j < 5; j++) {
          pass(driver);
        }
      }
      assertThat(listener.forgotten).as("it sends something every hour").isEmpty();

      for (int j = 0; j < 5; j++) {
        send(driver, YEARS + j, "aa", "bb");
        pass(driver);
      }
      assertThat(listener.forgotten).as("silent by both clocks").containsExactly("cc");
    }
  }

  @Test
  void oneClockFarAheadIsNotTheMedian() {
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "aa", "bb", "cc");
      for (int i = 0; i < 30; i++) {
        send(driver, YEARS + i * HOUR, "aa");
        send(driver, i * 10L, "bb");
        pass(driver);
      }
      assertThat(listener.forgotten).as("silent by the wall clock, beside a slow one").isEmpty();
    }
  }

  @Test
  void aReplayOfOldRecordsForgetsNothingByItsEventTimeAlone() {
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      later(driver, 2);
      send(driver, 0, "cc");
      for (int i = 0; i < 4; i++) {
        send(driver, i * 100L * HOUR, "aa", "bb");
        pass(driver);
      }
      assertThat(listener.forgotten).isEmpty();
    }
  }

  /** After a stop everybody has been silent by the wall clock. */
  @Test
  void nothingIsForgottenRightAfterAPartitionCameHere() {
    List<List<KeyValue<Bytes, byte[]>>> stores;
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "aa", "bb", "cc");
      stores = entries(driver);
    }
    try (TopologyTestDriver driver =
        driver(", forget: 1h", Instant.now().plus(Duration.ofDays(3)))) {
      fill(driver, stores);
      send(driver, YEARS, "aa", "bb");
      for (int i = 0; i < 5; i++) {
        pass(driver);
      }
      assertThat(listener.forgotten).isEmpty();
    }
  }

  /** All but one seem old, as they do when a clock or a way that records take fails. */
  @Test
  void manyThatAreDueTogetherStayUntilTheyWereSilentForTwiceTheTime() {
    try (TopologyTestDriver driver = driver(", forget: 10h", 10, Instant.now())) {
      send(driver, 0, "a", "b", "c", "d", "e", "f");
      later(driver, 11);
      send(driver, 20 * HOUR, "a", "b", "c");
      pass(driver);
      pass(driver);
      pass(driver);
      assertThat(listener.forgotten).isEmpty();
      assertThat(listener.held).isEqualTo(3);

      send(driver, 20 * HOUR, "f");
      pass(driver);
      pass(driver);
      assertThat(listener.forgotten).as("two are few").containsExactly("d", "e");
      assertThat(listener.held).isZero();
      listener.forgotten.clear();

      later(driver, 11);
      send(driver, 40 * HOUR, "a");
      pass(driver);
      pass(driver);
      assertThat(listener.forgotten).isEmpty();
      assertThat(listener.held).isEqualTo(3);
      later(driver, 9);
      send(driver, 40 * HOUR + 100, "a");
      pass(driver);
      pass(driver);
      assertThat(listener.forgotten).containsExactly("b", "c", "f");
      assertThat(listener.held).isZero();
    }
  }

  @Test
  void forgetsNothingUnlessItIsToldTo() {
    try (TopologyTestDriver driver = driver("")) {
      send(driver, 0, "aa", "bb", "cc");
      send(driver, YEARS, "aa", "bb");
      pass(driver);
      pass(driver);

      assertThat(listener.forgotten).isEmpty();
      assertThat(keys(driver, "cc")).isNotEmpty();
    }
  }

  private static List<List<KeyValue<Bytes, byte[]>>> entries(TopologyTestDriver driver) {
    List<List<KeyValue<Bytes, byte[]>>> stores = new ArrayList<>();
    for (String name : List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT)) {
      List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
      try (var all = TestStores.of(driver, name).all()) {
        all.forEachRemaining(entries::add);
      }
      stores.add(entries);
    }
    return stores;
  }

  private static void fill(TopologyTestDriver driver, List<List<KeyValue<Bytes, byte[]>>> stores) {
    KeyValueStore<Bytes, byte[]> journal = TestStores.of(driver, StoreKeys.JOURNAL);
    KeyValueStore<Bytes, byte[]> snapshots = TestStores.of(driver, StoreKeys.SNAPSHOT);
    stores.get(0).forEach(entry -> journal.put(entry.key, entry.value));
    stores.get(1).forEach(entry -> snapshots.put(entry.key, entry.value));
  }

  /** State that was stored before anything was noted: its silence counts from now on. */
  @Test
  void findsStreamsThatWereStoredWithoutANote() {
    List<List<KeyValue<Bytes, byte[]>>> stores;
    try (TopologyTestDriver driver = driver("")) {
      send(driver, 0, "cc");
      send(driver, 2 * HOUR, "aa", "bb");
      stores = entries(driver);
    }
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      fill(driver, stores);
      later(driver, 1);
      for (int i = 0; i < 8; i++) {
        send(driver, 2 * HOUR + 5 + 5L * i, "aa", "bb");
        pass(driver);
      }

      assertThat(listener.forgotten).containsExactly("cc");
    }
  }

  /** Notes of an earlier version have no wall clock. */
  @Test
  void readsNotesWithoutAWallClock() {
    List<List<KeyValue<Bytes, byte[]>>> stores;
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, 0, "cc");
      send(driver, 2 * HOUR, "aa", "bb");
      stores = entries(driver);
    }
    stores
        .get(1)
        .replaceAll(
            entry ->
                StoreKeys.isNote(entry.key)
                    ? KeyValue.pair(entry.key, Arrays.copyOf(entry.value, Long.BYTES))
                    : entry);
    try (TopologyTestDriver driver =
        driver(", forget: 1h", Instant.now().plus(Duration.ofDays(3)))) {
      fill(driver, stores);
      later(driver, 1);
      send(driver, 2 * HOUR + 5, "aa", "bb");
      pass(driver);
      pass(driver);
      assertThat(listener.forgotten).as("its silence counts from now on").isEmpty();
      for (int i = 0; i < 8; i++) {
        send(driver, 2 * HOUR + 10 + 5L * i, "aa", "bb");
        pass(driver);
      }
      assertThat(listener.forgotten).containsExactly("cc");
    }
  }

  /** A reading of each of both tags of some streams; the second closes the cells before it. */
  private static void sendTags(TopologyTestDriver driver, long millis, String... streams) {
    for (String stream : streams) {
      for (String tag : List.of("Q", "P")) {
        driver
            .createInputTopic("pump.tags", new ByteArraySerializer(), new ByteArraySerializer())
            .pipeInput(
                stream.getBytes(StandardCharsets.UTF_8),
                "{\"id\":\"%s\",\"ts\":%d,\"value\":2}"
                    .formatted(tag, millis)
                    .getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private TopologyTestDriver tagDriver(String forget) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {layout: tags, tag: {from: field id}, sensors: {q: Q, p: P}, time: ts, step: 1s,
              grace: 3s, idle: 1m, most-streams: 3%s}
            kafka: {bootstrap.servers: "unused:1"}
            """
                .formatted(forget),
            "test",
            Map.of());
    return TestTopology.driver(config, listener, directory);
  }

  private static List<Bytes> cells(TopologyTestDriver driver, String text) {
    List<Bytes> keys = new ArrayList<>();
    for (String name : List.of(StoreKeys.TAGS, StoreKeys.CELLS)) {
      try (var all = TestStores.of(driver, name).all()) {
        all.forEachRemaining(
            entry -> {
              if (new String(entry.key.get(), StandardCharsets.ISO_8859_1).contains(text)) {
                keys.add(entry.key);
              }
            });
      }
    }
    return keys;
  }

  @Test
  void openCellsOfASilentStreamAreForgottenAndMakeRoom() throws Exception {
    try (TopologyTestDriver driver = tagDriver(", forget: 1h")) {
      // Its cell stays open: nothing later closes it, and there is no monitor of it.
      sendTags(driver, 0, "cc");
      sendTags(driver, 0, "aa", "bb", "new");
      assertThat(rejects(driver)).as("tags of a fourth stream").isEqualTo(2);
      sendTags(driver, HOUR / 2, "aa", "bb");
      pass(driver);
      pass(driver);
      assertThat(cells(driver, "cc")).isNotEmpty();
      later(driver, 1);
      sendTags(driver, 2 * HOUR, "aa", "bb");
      pass(driver);
      assertThat(cells(driver, "cc")).as("one pass is not enough").isNotEmpty();
      pass(driver);

      assertThat(cells(driver, "cc")).isEmpty();
      assertThat(cells(driver, "bb")).isNotEmpty();
      sendTags(driver, 2 * HOUR, "new");
      assertThat(rejects(driver)).isZero();
    }
  }

  @Test
  void openCellsStayUnlessTheyAreToBeForgotten() throws Exception {
    try (TopologyTestDriver driver = tagDriver("")) {
      sendTags(driver, 0, "aa", "bb", "cc");
      sendTags(driver, YEARS, "aa", "bb");
      pass(driver);
      pass(driver);
      assertThat(cells(driver, "cc")).isNotEmpty();
    }
  }

  @Test
  void aForgottenMachineHasLeftItsFleet() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            TestFleet.yaml("streams: 5, every: 500ms, pairs: 12, grace: 100ms")
                .replace("end: done", "end: done, forget: 1500ms"),
            "fleet",
            Map.of());
    List<String> streams = List.of("a", "b", "c", "d", "e");
    Map<String, List<String>> records = TestFleet.records(streams, 200, Map.of());
    List<SimulatedInput.Message> messages = new ArrayList<>(TestFleet.arrivals(records, 2));
    messages.removeIf(
        message -> message.stream().equals("b") && records.get("b").indexOf(message.json()) >= 20);
    try (TopologyTestDriver driver = TestTopology.driver(config, listener, directory)) {
      for (SimulatedInput.Message message : messages) {
        driver
            .createInputTopic("pump.states", new ByteArraySerializer(), new ByteArraySerializer())
            .pipeInput(message.stream().getBytes(StandardCharsets.UTF_8), message.value());
      }
    }

    // Three windows without it: 1.5 s of event time.
    assertThat(listener.closed)
        .extracting(closed -> closed.certificate().counts().missing())
        .startsWith(0, 1, 1, 1, 0)
        .endsWith(0);
  }
}
