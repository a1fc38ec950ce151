package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.fleet.FleetClock;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.stream.input.InputParser;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The windows of a fleet beside a second, plain account of who reported what: units in many orders,
 * streams that come, fall silent and retire, stores that are opened again at any moment.
 */
class FleetStoreTest {
  private static final List<String> STREAMS =
      List.of("a", "aa", "b", "\u00e9", "a\u0000\u0000", "z");
  private static final long EVERY = 500_000_000;
  private static final Map<String, byte[]> UNITS = units();

  private static TopologyConfig config(String retired) {
    return TestFleet.config(
        "streams: 5, every: 500ms, pairs: 12, grace: 600ms, retired: [" + retired + "]");
  }

  private static MonitorBlueprint blueprint(String retired) {
    return TestTopology.blueprint(config(retired), TestTopology.MODEL);
  }

  /** A unit of every stream, in one part. */
  private static Map<String, byte[]> units() {
    MonitorBlueprint blueprint = blueprint("");
    InputParser parser = new InputParser(config("").input(), 2);
    Map<String, byte[]> units = new HashMap<>();
    TestFleet.records(STREAMS, 60, Map.of())
        .forEach(
            (stream, values) -> {
              StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
              for (String value : values) {
                ParsedInput.Accepted row =
                    (ParsedInput.Accepted) parser.parse(value.getBytes(UTF_8), 0);
                for (FleetSummary unit : monitor.advance(row.observation()).fleetSummaries()) {
                  units.putIfAbsent(stream, FleetChunk.of(unit, StoreKeys.CHUNK_BYTES).get(0));
                }
              }
            });
    return units;
  }

  private static FleetChunk unit(String stream, long window, long time) {
    byte[] copy = UNITS.get(stream).clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putLong(4, window).putLong(12, time);
    return FleetChunk.read(copy);
  }

  /** What a window should say. */
  private record Said(long window, long units, int missing, int run) {}

  private static Said said(FleetStore.Closed closed) {
    WindowCertificate certificate = closed.certificate();
    return new Said(
        certificate.extent().index(),
        certificate.counts().units(),
        certificate.counts().missing(),
        closed.verdictRun());
  }

  /** The same by plain lists. */
  private static final class Account {
    private final FleetSettings fleet;
    private final FleetClock clock;
    private final long silence;
    private final TreeMap<Long, Set<String>> open = new TreeMap<>();
    private final Map<Long, Long> earliest = new HashMap<>();
    private final Map<String, Long> last = new HashMap<>();
    private long closed = Long.MIN_VALUE;

    /** Whether no window was closed yet: then the first one waits. */
    private boolean none = true;

    Account(FleetSettings fleet, long silence) {
      this.fleet = fleet;
      this.silence = silence;
      clock = new FleetClock(fleet);
    }

    boolean take(String stream, long window, long time) {
      last.put(stream, window);
      if (window <= closed || open.getOrDefault(window, Set.of()).contains(stream)) {
        return false;
      }
      open.computeIfAbsent(window, w -> new HashSet<>()).add(stream);
      earliest.merge(window, time, Math::min);
      clock.unit(time, open.get(window).size(), earliest.get(window));
      return true;
    }

    private int due(long window) {
      Set<String> named = new HashSet<>(last.keySet());
      named.addAll(fleet.retired());
      Set<String> gone = new HashSet<>(fleet.retired());
      last.forEach(
          (stream, reported) -> {
            if (silence > 0 && window - reported > silence) {
              gone.add(stream);
            }
          });
      gone.removeAll(open.get(window));
      return Math.max(fleet.streams(), named.size()) - gone.size();
    }

    long through() {
      long through = Math.max(closed, fleet.closedAt(clock.time()));
      for (Map.Entry<Long, Set<String>> window : open.entrySet()) {
        boolean first = none && window.getKey().equals(open.firstKey());
        int units = window.getValue().size();
        if (!first && units >= fleet.serving() && units >= due(window.getKey())) {
          through = Math.max(through, window.getKey());
        }
      }
      return through;
    }

    /** Windows, their units and the streams that are missing. */
    List<long[]> close() {
      long through = through();
      List<long[]> windows = new ArrayList<>();
      for (long window : List.copyOf(open.headMap(through, true).keySet())) {
        int units = open.get(window).size();
        windows.add(new long[] {window, units, Math.max(0, due(window) - units)});
        open.remove(window);
        none = false;
      }
      closed = through;
      return windows;
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 0, 1", "'', 2, 2", "z, 0, 3", "z, 1, 4", "\u00e9, 3, 5"})
  void windowsCloseAsAPlainAccountOfTheirReportsSays(String retired, long silence, long seed) {
    MonitorBlueprint blueprint = blueprint(retired);
    FleetSettings fleet = blueprint.settings().fleet().orElseThrow();
    KeyValueStore<Bytes, byte[]> bytes = MonitorTopologyStores.store(StoreKeys.FLEET);
    FleetStore store = new FleetStore(bytes, blueprint, silence * EVERY);
    Account account = new Account(fleet, silence);
    Random random = new Random(seed);
    String verdict = "";
    int run = 0;
    int windows = 0;
    int late = 0;
    int missing = 0;
    int together = 0;
    long last = 0;
    Map<String, Long> next = new HashMap<>();
    for (int step = 0; step < 700; step++) {
      String stream = STREAMS.get(random.nextInt(STREAMS.size()));
      long now = step / 7;
      // Each falls silent for a while, and now and then repeats a window or lags behind.
      if ((now / 9 + STREAMS.indexOf(stream)) % 5 == 0) {
        continue;
      }
      long window = Math.max(next.getOrDefault(stream, 0L), now - random.nextInt(3));
      next.put(stream, random.nextInt(9) == 0 ? window : window + 1);
      long time = (window + 1) * EVERY + random.nextInt((int) EVERY / 2);
      boolean taken = store.take(stream.getBytes(UTF_8), unit(stream, window, time));
      assertThat(taken).as("step %d", step).isEqualTo(account.take(stream, window, time));
      late += taken ? 0 : 1;
      if (random.nextInt(4) == 0) {
        store = new FleetStore(bytes, blueprint, silence * EVERY);
      }
      List<FleetStore.Closed> closed = store.close();
      List<long[]> expected = account.close();
      assertThat(closed).as("step %d", step).hasSameSizeAs(expected);
      for (int i = 0; i < closed.size(); i++) {
        String word = closed.get(i).certificate().verdict().label();
        run = word.equals(verdict) ? run + 1 : 1;
        verdict = word;
        long[] window1 = expected.get(i);
        assertThat(said(closed.get(i)))
            .as("step %d", step)
            .isEqualTo(new Said(window1[0], window1[1], (int) window1[2], run));
        missing += closed.get(i).certificate().counts().missing() > 0 ? 1 : 0;
        windows++;
        last = window1[0];
        together += i;
      }
      assertThat(store.close()).isEmpty();
      if (windows > 0 && random.nextInt(5) == 0) {
        FleetStore again = new FleetStore(bytes, blueprint, silence * EVERY);
        assertThat(again.last().orElseThrow().verdictRun()).isEqualTo(run);
        assertThat(again.last().orElseThrow().certificate().verdict().label()).isEqualTo(verdict);
        assertThat(said(again.last().orElseThrow()).window()).isEqualTo(last);
      }
    }
    assertThat(windows).isGreaterThan(50);
    assertThat(late).isPositive();
    assertThat(missing).isPositive();
    assertThat(together).as("windows that closed with another one").isPositive();
  }

  @Test
  void whatIsGivenUpIsGoneAndLaterWindowsAreNot() {
    MonitorBlueprint blueprint = blueprint("");
    KeyValueStore<Bytes, byte[]> bytes = MonitorTopologyStores.store(StoreKeys.FLEET);
    FleetStore store = new FleetStore(bytes, blueprint, 0);
    assertThat(store.last()).isEmpty();
    for (long window = 3; window <= 9; window++) {
      for (String stream : List.of("a", "b")) {
        assertThat(store.take(stream.getBytes(UTF_8), unit(stream, window, (window + 1) * EVERY)))
            .isTrue();
      }
    }
    int before = units(bytes);
    assertThat(before).isEqualTo(14);

    // Two streams of five are a quorum: their time is the end of window 9, the grace one more.
    assertThat(store.giveUp()).isEqualTo(5);
    assertThat(units(bytes)).isEqualTo(4);
    assertThat(store.giveUp()).isZero();
    store = new FleetStore(bytes, blueprint, 0);
    assertThat(store.take("z".getBytes(UTF_8), unit("z", 7, 8 * EVERY))).isFalse();
    assertThat(store.take("z".getBytes(UTF_8), unit("z", 8, 9 * EVERY))).isTrue();
    assertThat(store.close()).isEmpty();
    for (String stream : List.of("a", "b")) {
      store.take(stream.getBytes(UTF_8), unit(stream, 10, 11 * EVERY));
    }
    assertThat(store.close())
        .extracting(FleetStoreTest::said)
        .containsExactly(new Said(8, 3, 2, 1));
    assertThat(store.last().map(FleetStoreTest::said)).contains(new Said(8, 3, 2, 1));
    assertThat(units(bytes)).isEqualTo(4);
  }

  /** Neither is a stream of this engine; the first is passed over, the second stops each window. */
  @Test
  void whatOthersLeftInTheStoreKeepsNoWindowOpenForEver() {
    MonitorBlueprint blueprint = blueprint("");
    KeyValueStore<Bytes, byte[]> bytes = MonitorTopologyStores.store(StoreKeys.FLEET);
    FleetStore store = new FleetStore(bytes, blueprint, 0);
    bytes.put(Bytes.wrap(new byte[] {2, (byte) 0xff}), new byte[8]);
    for (long window = 3; window <= 5; window++) {
      for (String stream : STREAMS.subList(0, 5)) {
        store.take(stream.getBytes(UTF_8), unit(stream, window, (window + 1) * EVERY));
      }
    }
    assertThat(store.close())
        .extracting(FleetStoreTest::said)
        .extracting(Said::window)
        .containsExactly(3L, 4L, 5L);

    bytes.put(Bytes.wrap(new byte[] {2, 'x'}), new byte[3]);
    for (long window = 6; window <= 9; window++) {
      for (String stream : STREAMS.subList(0, 5)) {
        store.take(stream.getBytes(UTF_8), unit(stream, window, (window + 1) * EVERY));
      }
    }
    assertThatThrownBy(store::close).isInstanceOf(MalformedStateException.class);
    // Those whose grace has passed by the fleet's time.
    assertThat(store.giveUp()).isEqualTo(2);
  }

  @Test
  void keepsOnlySoManyWindowsOfClocksThatStayAhead() {
    KeyValueStore<Bytes, byte[]> bytes = MonitorTopologyStores.store(StoreKeys.FLEET);
    int most = 200;
    FleetStore store = new FleetStore(bytes, blueprint(""), 0, most);
    byte[] a = "a".getBytes(UTF_8);
    for (long window = 1; window <= most; window++) {
      assertThat(store.take(a, unit("a", window, 0))).isTrue();
    }
    assertThat(store.take(a, unit("a", most + 1L, 0))).isFalse();
    assertThat(store.take("b".getBytes(UTF_8), unit("b", most, 0))).isTrue();
    assertThat(store.take(a, unit("a", 0, 0))).as("a nearer one").isTrue();
    assertThat(units(bytes)).isEqualTo(most);
    // The head grows with each window alike, and has to fit a message with as many as there may be.
    int share = bytes.get(Bytes.wrap(new byte[1])).length / most;
    assertThat((share + 1) * FleetStore.MOST_OPEN_WINDOWS).isLessThan(StoreKeys.CHUNK_BYTES);
  }

  /** Keys of units: those of streams and of the state begin with a small byte. */
  private static int units(KeyValueStore<Bytes, byte[]> bytes) {
    int count = 0;
    try (var all = bytes.all()) {
      while (all.hasNext()) {
        byte first = all.next().key.get()[0];
        count += first < 0 || first > 2 ? 1 : 0;
      }
    }
    return count;
  }
}
