package io.kahkm.stream;

import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.fleet.FleetClock;
import io.kahkm.internal.certificate.fleet.FleetPresence;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.monitor.ModelCertificates;
import io.kahkm.internal.monitor.SnapshotOrigin;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.StreamIds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The open windows of a fleet: one unit per stream and window, and how far the fleet has come.
 *
 * <pre>
 * key                                                        value
 * one byte 0                                                 head of the state, the fleet's time, last
 *                                                            closed window, its verdict and how many
 *                                                            windows had it, for each open window
 *                                                            its units and their earliest report
 * one byte 1                                                 the last certificate
 * one byte 2, stream                                         the stream has reported; int64 its last
 *                                                            window
 * int64 k with its sign bit flipped, stream, int32 index     part of the stream's unit in window k
 * </pre>
 *
 * Integers of keys are big-endian. The store belongs to the task's transaction: what was closed and
 * sent is gone from it, what is in it was not. One owner, the task's thread.
 */
final class FleetStore {
  /** Windows that may be open together; the head of the state stays far below a message's limit. */
  static final int MOST_OPEN_WINDOWS = 10_000;

  private static final Bytes STATE = Bytes.wrap(new byte[] {0});
  private static final Bytes LAST = Bytes.wrap(new byte[] {1});
  private static final byte KNOWN = 2;

  private final KeyValueStore<Bytes, byte[]> store;
  private final MonitorBlueprint blueprint;
  private final FleetSettings fleet;
  private final long forget;
  private final int mostOpen;
  private final FleetClock clock;
  private final TreeMap<Long, Reports> reported = new TreeMap<>();
  private long closedThrough = Long.MIN_VALUE;
  private @Nullable String verdict;
  private int verdictRun;

  /**
   * What streams have reported of an open window.
   *
   * @param units how many have, at least 1
   * @param earliest smallest event time of their reports, in nanoseconds
   */
  private record Reports(int units, long earliest) {
    Reports and(Reports other) {
      return new Reports(units + other.units, Math.min(earliest, other.earliest));
    }
  }

  /**
   * A window that was closed.
   *
   * @param certificate what it says
   * @param verdictRun consecutive windows with its verdict, at least 1
   */
  record Closed(WindowCertificate certificate, int verdictRun) {}

  /**
   * Continues with what the store holds.
   *
   * @param store the store of the task
   * @param blueprint settings and model, with a fleet
   * @param forget silence in event time after which a stream has left the fleet, in nanoseconds; 0
   *     for never
   * @throws io.kahkm.internal.monitor.setting.IncompatibleStateException if the store was begun
   *     with another map or other settings
   */
  FleetStore(KeyValueStore<Bytes, byte[]> store, MonitorBlueprint blueprint, long forget) {
    this(store, blueprint, forget, MOST_OPEN_WINDOWS);
  }

  /** The same with another number of windows that may be open together. */
  FleetStore(
      KeyValueStore<Bytes, byte[]> store, MonitorBlueprint blueprint, long forget, int mostOpen) {
    this.forget = forget;
    this.mostOpen = mostOpen;
    this.store = store;
    this.blueprint = blueprint;
    fleet = blueprint.settings().fleet().orElseThrow();
    clock = new FleetClock(fleet);
    byte[] state = store.get(STATE);
    if (state != null) {
      read(new StateReader(state));
    }
  }

  private void read(StateReader reader) {
    int version = SnapshotOrigin.require(reader, blueprint.settings(), blueprint.model());
    if (version == SnapshotOrigin.RELEASED) {
      clock.transferTime(reader);
    } else {
      clock.transfer(reader);
    }
    closedThrough = reader.getLong();
    verdict = reader.getString();
    verdictRun = reader.getInt();
    int windows = reader.getInt(0, Integer.MAX_VALUE, "open windows");
    for (int i = 0; i < windows; i++) {
      long window = reader.getLong();
      int units = reader.getInt(1, Integer.MAX_VALUE, "units of a window");
      reported.put(window, new Reports(units, reader.getLong()));
    }
    reader.finish();
  }

  private void save() {
    StateWriter writer = new StateWriter();
    SnapshotOrigin.write(writer, blueprint.settings(), blueprint.model());
    clock.transfer(writer);
    writer.putLong(closedThrough);
    writer.putString(verdict);
    writer.putInt(verdictRun);
    writer.putInt(reported.size());
    reported.forEach(
        (window, reports) -> {
          writer.putLong(window);
          writer.putInt(reports.units());
          writer.putLong(reports.earliest());
        });
    store.put(STATE, writer.toByteArray());
  }

  /**
   * Takes a part of a stream's unit.
   *
   * @param stream the stream's key
   * @param chunk a part; the parts of a unit come in order
   * @return false if it comes too late: its window is closed, or the stream has its unit there; or
   *     if too many windows are open before its own
   */
  boolean take(byte[] stream, FleetChunk chunk) {
    Bytes key = key(chunk.window(), stream, chunk.index());
    boolean late =
        chunk.window() <= closedThrough || store.get(key) != null || exceeds(chunk.window());
    if (!late) {
      store.put(key, chunk.bytes());
    }
    if (chunk.last()) {
      StateWriter window = new StateWriter();
      window.putLong(chunk.window());
      store.put(known(stream), window.toByteArray());
    }
    if (chunk.last() && !late) {
      Reports reports = reported.merge(chunk.window(), new Reports(1, chunk.time()), Reports::and);
      clock.unit(chunk.time(), reports.units(), reports.earliest());
      save();
    }
    return !late;
  }

  /**
   * Whether a window is one too many. Machines whose clocks stay far ahead report windows that
   * nobody else will report for years: of these only so many are kept, the nearest.
   */
  private boolean exceeds(long window) {
    if (reported.containsKey(window) || reported.size() < mostOpen) {
      return false;
    }
    long farthest = reported.lastKey();
    if (window > farthest) {
      return true;
    }
    delete(farthest);
    reported.remove(farthest);
    return false;
  }

  /**
   * Closes every window that all serving streams have reported or whose grace has passed, and those
   * before it: a stream that has reported a window sends nothing of an earlier one.
   *
   * @return them, in order of time
   */
  List<Closed> close() {
    long through = through();
    if (through == closedThrough) {
      return List.of();
    }
    List<Closed> closed = new ArrayList<>();
    for (long window : List.copyOf(reported.headMap(through, true).keySet())) {
      closed.add(counted(close(window)));
      reported.remove(window);
    }
    closedThrough = through;
    save();
    if (!closed.isEmpty()) {
      keep(closed.get(closed.size() - 1).certificate());
    }
    return closed;
  }

  /** The last window that is due to be closed, the one that was closed last where none is. */
  private long through() {
    long through = Math.max(closedThrough, fleet.closedAt(clock.time()));
    for (Map.Entry<Long, Reports> window : reported.entrySet()) {
      if (isComplete(window.getKey(), window.getValue())) {
        through = Math.max(through, window.getKey());
      }
    }
    return through;
  }

  /**
   * Leaves out the windows that are due, because closing them throws.
   *
   * @return how many
   */
  int giveUp() {
    long through;
    try {
      through = through();
    } catch (RuntimeException thrown) {
      // What cannot be looked through for completeness is over when its grace has passed.
      through = Math.max(closedThrough, fleet.closedAt(clock.time()));
    }
    List<Long> due = List.copyOf(reported.headMap(through, true).keySet());
    for (long window : due) {
      delete(window);
      reported.remove(window);
    }
    if (through > closedThrough) {
      closedThrough = through;
      save();
    }
    return due.size();
  }

  private void delete(long window) {
    List<Bytes> keys = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> parts = store.range(prefix(window), prefix(window + 1))) {
      parts.forEachRemaining(part -> keys.add(part.key));
    }
    keys.forEach(store::delete);
  }

  /**
   * Whether all serving streams have reported a window. The very first window of a fleet never is:
   * only the next one shows whether more streams report than are declared.
   */
  private boolean isComplete(long window, Reports reports) {
    boolean first = verdictRun == 0 && window == reported.firstKey();
    return !first && reports.units() >= fleet.serving() && reports.units() >= due(window);
  }

  /** Streams whose units a window needs. */
  private int due(long window) {
    Streams streams = streams(window);
    return FleetPresence.of(
            fleet,
            streams.known(),
            streams.left(),
            stream -> store.get(key(window, utf8(stream), 0)) != null)
        .due();
  }

  /**
   * The streams of the fleet.
   *
   * @param known those that ever reported
   * @param left those that left it: declared, or silent for so long that they are forgotten
   */
  private record Streams(Set<String> known, Set<String> left) {}

  /** The streams of the fleet as they stand at a window. */
  private Streams streams(long window) {
    Set<String> known = new HashSet<>();
    Set<String> left = new HashSet<>(fleet.retired());
    try (KeyValueIterator<Bytes, byte[]> streams =
        store.range(known(new byte[0]), Bytes.wrap(new byte[] {KNOWN + 1}))) {
      while (streams.hasNext()) {
        KeyValue<Bytes, byte[]> entry = streams.next();
        byte[] key = entry.key.get();
        if (key[0] == KNOWN) {
          // A key that is no text is none of a stream of this engine.
          StreamIds.of(Arrays.copyOfRange(key, 1, key.length))
              .ifPresent(
                  stream -> {
                    known.add(stream);
                    if (forgets(new StateReader(entry.value).getLong(), window)) {
                      left.add(stream);
                    }
                  });
        }
      }
    }
    return new Streams(known, left);
  }

  private boolean forgets(long last, long window) {
    return forget > 0 && window > last && window - last > forget / fleet.every();
  }

  private static Bytes known(byte[] stream) {
    return Bytes.wrap(ByteBuffer.allocate(1 + stream.length).put(KNOWN).put(stream).array());
  }

  private static byte[] utf8(String stream) {
    return stream.getBytes(StandardCharsets.UTF_8);
  }

  private CertificateSettings certificates() {
    return blueprint.settings().certificates().orElseThrow();
  }

  private void keep(WindowCertificate certificate) {
    StateWriter writer = new StateWriter();
    FleetWindow.write(certificates(), certificate, writer);
    store.put(LAST, writer.toByteArray());
  }

  /**
   * The window that was closed last, here or where the task was before.
   *
   * @return empty before the first
   */
  Optional<Closed> last() {
    byte[] kept = store.get(LAST);
    if (kept == null) {
      return Optional.empty();
    }
    StateReader reader = new StateReader(kept);
    Closed last = new Closed(FleetWindow.read(certificates(), reader), verdictRun);
    reader.finish();
    return Optional.of(last);
  }

  private Closed counted(WindowCertificate certificate) {
    String present = certificate.verdict().label();
    verdictRun = present.equals(verdict) ? verdictRun + 1 : 1;
    verdict = present;
    return new Closed(certificate, verdictRun);
  }

  private WindowCertificate close(long number) {
    FleetWindow window =
        ModelCertificates.fleetWindow(blueprint.settings(), blueprint.model(), number);
    List<Bytes> keys = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> parts = store.range(prefix(number), prefix(number + 1))) {
      while (parts.hasNext()) {
        KeyValue<Bytes, byte[]> part = parts.next();
        keys.add(part.key);
        FleetChunk chunk = FleetChunk.read(part.value);
        if (chunk.last()) {
          byte[] key = part.key.get();
          byte[] stream = Arrays.copyOfRange(key, Long.BYTES, key.length - Integer.BYTES);
          // Only the length is kept: the bytes of all units together may be too many for the heap.
          int length = chunk.unitLength();
          window.add(StreamIds.of(stream).orElseThrow(), () -> unit(number, stream, length));
        }
      }
    }
    Streams streams = streams(number);
    WindowCertificate record = window.close(streams.known(), streams.left());
    keys.forEach(store::delete);
    return record;
  }

  private byte[] unit(long window, byte[] stream, int length) {
    ByteBuffer unit = ByteBuffer.allocate(length);
    for (int i = 0; unit.hasRemaining(); i++) {
      byte[] content = FleetChunk.read(store.get(key(window, stream, i))).content();
      if (content.length > unit.remaining()) {
        throw new MalformedStateException("the parts of a fleet's unit exceed its length");
      }
      unit.put(content);
    }
    return unit.array();
  }

  private static Bytes prefix(long window) {
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(window ^ Long.MIN_VALUE).array());
  }

  private static Bytes key(long window, byte[] stream, int index) {
    return Bytes.wrap(
        ByteBuffer.allocate(Long.BYTES + stream.length + Integer.BYTES)
            .putLong(window ^ Long.MIN_VALUE)
            .put(stream)
            .putInt(index)
            .array());
  }
}
