package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.monitor.SnapshotOrigin;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every earlier release stored is continued as that release would have continued it: equal
 * outputs to the bit. Fields may be added to them, nothing may be missing or changed.
 */
class StoredStateTest {
  private static final HeapBudget AMPLE = new HeapBudget(Long.MAX_VALUE);

  /** A snapshot that is flipped for control. */
  private static final Bytes CHUNK =
      StoreKeys.chunk("sensor-01".getBytes(StandardCharsets.UTF_8), 0);

  private static final Map<Path, StoredFixture> READ = new HashMap<>();
  private static final Map<Path, MonitorBlueprint> BLUEPRINTS = new HashMap<>();

  @TempDir Path state;

  /** Directories of all cases of all releases. */
  static List<Path> cases() throws IOException, URISyntaxException {
    Path root = Path.of(StoredStateTest.class.getResource("/stored").toURI());
    List<Path> cases = new ArrayList<>();
    try (var files = Files.walk(root, 2)) {
      files
          .filter(file -> Files.exists(file.resolve(StoredFixture.STATE)))
          .sorted()
          .forEach(cases::add);
    }
    return cases;
  }

  private static StoredFixture fixture(Path directory) throws IOException {
    StoredFixture fixture = READ.get(directory);
    if (fixture == null) {
      fixture = StoredFixture.read(directory);
      READ.put(directory, fixture);
    }
    return fixture;
  }

  private static MonitorBlueprint blueprint(Path directory) throws Exception {
    MonitorBlueprint blueprint = BLUEPRINTS.get(directory);
    if (blueprint == null) {
      blueprint =
          MonitorBlueprint.of(StoredFixture.config(directory), StoredFixture.model(directory));
      BLUEPRINTS.put(directory, blueprint);
    }
    return blueprint;
  }

  /** A case of the first release. */
  private static Path named(String name) throws Exception {
    return cases().stream()
        .filter(directory -> directory.endsWith(Path.of("0.1.0", name)))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void continuesWhatAnEarlierReleaseStored(Path directory) throws Exception {
    StoredFixture fixture = fixture(directory);

    assertThat(difference(directory, fixture, fixture.stores(), AMPLE)).isEmpty();
  }

  /** Every stream leaves the heap at its turn: snapshots are written anew and read again. */
  @ParameterizedTest
  @ValueSource(strings = {"delayed", "excursion", "fleet", "rolling", "scaled"})
  void continuesItWithLittleHeapToo(String name) throws Exception {
    Path directory = named(name);
    StoredFixture fixture = fixture(directory);

    assertThat(difference(directory, fixture, fixture.stores(), new HeapBudget(1))).isEmpty();
  }

  /**
   * It would pass over what this release journals, as if nothing had been taken. It reads at once
   * what the first stream began with, and must not know that.
   */
  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "scaled", "plain"})
  void anEarlierReleaseRefusesThePartitionAfterOneRecordOfThisOne(String name) throws Exception {
    Path directory = named(name);
    StoredFixture fixture = fixture(directory);
    Bytes origin = StoreKeys.chunk(new byte[0], 0);
    assertThat(version(fixture.stores().get(StoreKeys.SNAPSHOT).get(origin))).isEqualTo(3);

    try (StoredRun run =
        new StoredRun(
            StoredFixture.config(directory),
            blueprint(directory),
            AMPLE,
            fixture.stores(),
            Files.createTempDirectory(state, "task"))) {
      assertThat(version(run.stored(StoreKeys.SNAPSHOT, origin))).isEqualTo(3);
      run.pipe(fixture.rest().subList(0, 4));
      assertThat(version(run.stored(StoreKeys.SNAPSHOT, origin))).isEqualTo(SnapshotOrigin.VERSION);
    }
  }

  /** The head of a snapshot: four bytes that say what it is, and its version. */
  private static int version(byte[] snapshot) {
    return ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "four-state", "fleet", "scaled", "plain"})
  void noticesStateThatIsGone(String name) throws Exception {
    Path directory = named(name);
    StoredFixture fixture = fixture(directory);

    assertThat(difference(directory, fixture, Map.of(), AMPLE)).isPresent();
  }

  /**
   * The first difference between what the release said of the rest of the input and what this one
   * says, the map's fingerprint included; empty if there is none.
   */
  private Optional<String> difference(
      Path directory,
      StoredFixture fixture,
      Map<String, Map<Bytes, byte[]>> stores,
      HeapBudget budget)
      throws Exception {
    MonitorBlueprint blueprint = blueprint(directory);
    String fingerprint = blueprint.model().map().fingerprint();
    if (!fingerprint.equals(fixture.fingerprint())) {
      return Optional.of("fingerprint was " + fixture.fingerprint() + " and is " + fingerprint);
    }
    Path fresh = Files.createTempDirectory(state, "task");
    try (StoredRun run =
        new StoredRun(StoredFixture.config(directory), blueprint, budget, stores, fresh)) {
      run.pipe(fixture.rest());
      Optional<String> output = outputs(fixture, run.outputs());
      return output.isPresent() ? output : statuses(fixture.statuses(), run.statuses());
    }
  }

  private static Optional<String> outputs(
      StoredFixture fixture, Map<String, List<StoredRecord>> actual) {
    for (Map.Entry<String, List<StoredRecord>> sink : fixture.outputs().entrySet()) {
      List<StoredRecord> before = sink.getValue();
      List<StoredRecord> now = actual.get(sink.getKey());
      for (int i = 0; i < Math.min(before.size(), now.size()); i++) {
        Optional<String> difference = record(before.get(i), now.get(i), fixture.cut());
        if (difference.isPresent()) {
          return Optional.of(sink.getKey() + ", record " + i + ": " + difference.get());
        }
      }
      if (before.size() != now.size()) {
        return Optional.of(
            sink.getKey() + ": were " + before.size() + " records and are " + now.size());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> record(StoredRecord before, StoredRecord now, int cut) {
    if (!Arrays.equals(before.key(), now.key()) || before.timestamp() != now.timestamp()) {
      return Optional.of("another key or timestamp");
    }
    for (Map.Entry<String, String> header : before.headers().entrySet()) {
      // The rest is an input of its own here: its offsets begin with 0.
      String expected =
          header.getKey().equals(RejectRecords.OFFSET)
              ? Long.toString(Long.parseLong(header.getValue()) - cut)
              : header.getValue();
      String present = now.headers().get(header.getKey());
      if (!expected.equals(present)) {
        return Optional.of(header.getKey() + " was " + expected + " and is " + present);
      }
    }
    // Rejects carry the input's value, which may be anything.
    return Arrays.equals(before.value(), now.value())
        ? Optional.empty()
        : RecordedFields.difference(before.value(), now.value());
  }

  private static Optional<String> statuses(Map<String, byte[]> before, Map<String, byte[]> now) {
    for (Map.Entry<String, byte[]> status : before.entrySet()) {
      Optional<String> difference =
          RecordedFields.difference(status.getValue(), now.get(status.getKey()));
      if (difference.isPresent()) {
        return Optional.of("status of " + status.getKey() + ": " + difference.get());
      }
    }
    return Optional.empty();
  }

  /** The last bit of a number in the learned closure changes what is said. */
  @Test
  void noticesAFlippedBitOfTheLearnedClosure() throws Exception {
    Path directory = named("vanderpol");
    MonitorBlueprint blueprint = blueprint(directory);
    byte[] snapshot = fixture(directory).stores().get(StoreKeys.SNAPSHOT).get(CHUNK);
    Matrix closure =
        StreamMonitor.restore(blueprint.settings(), blueprint.model(), snapshot).closure();
    ByteBuffer bytes = ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < closure.rows(); i += 2) {
      int position = 0;
      while (bytes.getDouble(position) != closure.get(i, i)) {
        position++;
      }

      assertThat(differenceWithFlippedBit(directory, position)).as("B[%d][%d]", i, i).isPresent();
    }
  }

  private Optional<String> differenceWithFlippedBit(Path directory, int position) throws Exception {
    StoredFixture fixture = fixture(directory);
    Map<String, Map<Bytes, byte[]>> stores = new TreeMap<>(fixture.stores());
    Map<Bytes, byte[]> snapshots = new TreeMap<>(stores.get(StoreKeys.SNAPSHOT));
    snapshots.put(CHUNK, flipped(snapshots.get(CHUNK), position));
    stores.put(StoreKeys.SNAPSHOT, snapshots);
    return difference(directory, fixture, stores, AMPLE);
  }

  private static byte[] flipped(byte[] bytes, int position) {
    byte[] flipped = bytes.clone();
    flipped[position] ^= 1;
    return flipped;
  }

  @Test
  void refusesASnapshotWithAFlippedBitInItsHead() throws Exception {
    Path directory = named("vanderpol");
    MonitorBlueprint blueprint = blueprint(directory);
    byte[] snapshot = fixture(directory).stores().get(StoreKeys.SNAPSHOT).get(CHUNK);
    byte[] magic = flipped(snapshot, 0);
    byte[] fingerprint = flipped(snapshot, 30);

    assertThatThrownBy(() -> StreamMonitor.restore(blueprint.settings(), blueprint.model(), magic))
        .isInstanceOf(MalformedStateException.class);
    assertThatThrownBy(
            () -> StreamMonitor.restore(blueprint.settings(), blueprint.model(), fingerprint))
        .isInstanceOf(IncompatibleStateException.class);
  }

  @Test
  void fieldsMayBeAddedAndNothingElse() {
    assertThat(difference("{\"a\":1,\"b\":[{\"c\":2.0}]}", "{\"b\":[{\"d\":0,\"c\":2.0}],\"a\":1}"))
        .isEmpty();
    assertThat(difference("{\"a\":1,\"b\":2}", "{\"a\":1}")).hasValue(".b is missing");
    assertThat(difference("{\"a\":[0.1]}", "{\"a\":[0.10000000000000002]}")).isPresent();
    assertThat(difference("{\"a\":-0.0}", "{\"a\":0.0}")).isPresent();
    assertThat(difference("{\"a\":\"1\"}", "{\"a\":1}")).isPresent();
    assertThat(difference("{\"a\":[1,2]}", "{\"a\":[1,2,3]}")).isPresent();
    assertThat(difference("{\"a\":null}", "{}")).isPresent();
    assertThat(difference("{\"verdict\":\"UNDECIDED\"}", "{\"verdict\":\"OUT_OF_MAP\"}")).isEmpty();
    assertThat(difference("{\"verdict\":\"UNDECIDED\"}", "{\"verdict\":\"SUSPECT\"}")).isPresent();
    assertThat(difference("{\"was\":\"UNDECIDED\"}", "{\"was\":\"OUT_OF_MAP\"}")).isPresent();
  }

  private static Optional<String> difference(String recorded, String actual) {
    return RecordedFields.difference(
        recorded.getBytes(StandardCharsets.UTF_8), actual.getBytes(StandardCharsets.UTF_8));
  }
}
