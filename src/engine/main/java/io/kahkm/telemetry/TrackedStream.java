package io.kahkm.telemetry;

import io.kahkm.engine.QuarantineMark;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.condition.Condition;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.Silence;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.StreamHistory;
import io.kahkm.telemetry.meter.StreamLabel;
import io.kahkm.text.StreamName;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one stream. Written by the stream thread that owns the partition, read by the
 * threads of the HTTP server.
 */
public final class TrackedStream {
  /** What Kafka calls a missing timestamp. */
  private static final long NEVER = -1;

  private final String id;
  private final StreamName name;
  private final String label;
  private final int partition;
  private final long order;
  private final boolean certified;
  private volatile long heard;
  private volatile long recordTimestamp = NEVER;
  private volatile @Nullable StreamStatus status;
  private volatile @Nullable StreamStatus shadow;
  private volatile boolean second;
  private volatile @Nullable StreamMode mode;
  private volatile boolean paged;

  /** Asked for with every record: one object for all of them. */
  private volatile Optional<StreamHistory> history = Optional.empty();

  private volatile @Nullable QuarantineMark mark;

  /**
   * A stream that was just met.
   *
   * @param name what people call it
   * @param order rank among the streams of the instance, in order of appearance
   * @param now wall clock in milliseconds: silence counts from here
   * @param certified whether streams have certificates of their own
   */
  TrackedStream(
      String id, StreamName name, int partition, long order, long now, boolean certified) {
    this.id = id;
    this.name = name;
    this.label = StreamLabel.of(id);
    this.partition = partition;
    this.order = order;
    this.certified = certified;
    this.heard = now;
  }

  void accepted(long timestamp, long now) {
    recordTimestamp = timestamp;
    heard = now;
  }

  /**
   * What an earlier process knew of the last record.
   *
   * @param wallClock in milliseconds; counts only until this process hears of the stream
   */
  void lastHeard(long wallClock) {
    if (!hasRecordTimestamp() && wallClock > 0) {
      heard = Math.min(heard, wallClock);
    }
  }

  void status(StreamStatus newStatus) {
    status = newStatus;
  }

  void shadow(StreamStatus newStatus) {
    shadow = newStatus;
  }

  /** What the map on trial says of the stream, empty where there is none. */
  public Optional<StreamStatus> shadow() {
    return Optional.ofNullable(shadow);
  }

  /**
   * Which mode the machine is in from now on. What the map on trial said belongs to the mode
   * before.
   *
   * @return whether other maps judge the stream than before
   */
  boolean mode(StreamMode newMode) {
    StreamMode before = mode;
    mode = newMode;
    boolean changed = before == null || !before.judging().equals(newMode.judging());
    if (changed) {
      shadow = null;
      second = false;
    }
    return changed;
  }

  /** Which mode the machine is in, empty where it has only one. */
  public Optional<StreamMode> mode() {
    return Optional.ofNullable(mode);
  }

  /**
   * Which map publishes for the stream from now on; what was said of it last keeps its map.
   *
   * @param bySecond whether it is the map of {@code model.shadow}
   */
  void leads(boolean bySecond) {
    if (second != bySecond) {
      second = bySecond;
      StreamStatus before = status;
      status = shadow;
      shadow = before;
    }
  }

  /** Whether the map of {@code model.shadow} publishes for the stream. */
  public boolean isBySecond() {
    return second;
  }

  /** Says whether the fleet's budget lets the stream's alarm be a page. */
  void page(boolean newPaged) {
    paged = newPaged;
  }

  /** Whether it does; meaningless without a budget. */
  boolean isPaged() {
    return paged;
  }

  /** The last view as it was told. */
  Optional<StreamStatus> last() {
    return Optional.ofNullable(status);
  }

  void quarantined(QuarantineMark newMark) {
    mark = newMark;
  }

  /** What is kept of records that were put aside, empty if none were. */
  public Optional<QuarantineMark> mark() {
    return Optional.ofNullable(mark);
  }

  /** Gives the stream a history to keep, or takes it away with null. */
  void history(@Nullable StreamHistory newHistory) {
    history = Optional.ofNullable(newHistory);
  }

  /** What the charts show, empty for streams beyond the limit. */
  public Optional<StreamHistory> history() {
    return history;
  }

  /** The stream's key in the input topic. */
  public String id() {
    return id;
  }

  /** What people call it. */
  public StreamName name() {
    return name;
  }

  /** How sentences call it. */
  public String words() {
    return name.words(id);
  }

  String label() {
    return label;
  }

  /** The partition of the input topic that it comes from. */
  public int partition() {
    return partition;
  }

  long order() {
    return order;
  }

  /** Wall clock of the last accepted record, or of the first sight of the stream; milliseconds. */
  public long heard() {
    return heard;
  }

  /** Whether this process has accepted a record of it. */
  public boolean hasRecordTimestamp() {
    return recordTimestamp > NEVER;
  }

  /** Broker timestamp of the last accepted record, milliseconds. */
  public long recordTimestamp() {
    return recordTimestamp;
  }

  /** The last view, without its window where that is too old to be shown as present. */
  public Optional<StreamStatus> status(Moment moment) {
    StreamStatus present = status;
    return present == null || !outdated(present, moment)
        ? Optional.ofNullable(present)
        : Optional.of(present.withoutCertificate());
  }

  /** Whether the stream has a last window that is too old to be shown as present. */
  public boolean outdated(Moment moment) {
    return outdated(status, moment);
  }

  private boolean outdated(@Nullable StreamStatus present, Moment moment) {
    return present != null
        && present.certificates().last().isPresent()
        && moment.outdated(present.certificates().last().get(), present.reading().time(), heard);
  }

  Optional<Verdict> verdict(Moment moment) {
    return status(moment)
        .flatMap(present -> present.certificates().last())
        .map(WindowCertificate::verdict);
  }

  /** Whether the stream wants attention, so that it comes before the others. */
  public boolean inAlarm(Moment moment) {
    return condition(moment).alarm();
  }

  /** How many times the worse of novelty and relation is above its limit; 0 if not known. */
  public double severity() {
    StreamStatus present = status;
    if (present == null) {
      return 0;
    }
    double novelty =
        present.encoded() && present.channels().novelty().limit().isPresent()
            ? present.channels().novelty().value()
                / present.channels().novelty().limit().getAsDouble()
            : 0;
    double relation =
        present
            .channels()
            .relation()
            .filter(known -> known.value().isPresent())
            .map(known -> known.value().getAsDouble() / known.limit())
            .orElse(0.0);
    double worse = Math.max(novelty, relation);
    return Double.isFinite(worse) ? worse : 0;
  }

  /** The state of the last readings, however long ago they came. */
  public StreamState lastState() {
    return StreamState.ofReadings(status);
  }

  /**
   * Whether the stream is still heard; nobody waits for readings of a machine that stands still.
   */
  public Silence silence(Moment moment) {
    Silence silence = moment.silence(heard);
    return silence == Silence.SILENT && lastState() == StreamState.OFF ? Silence.NONE : silence;
  }

  /** What a person should take the stream for. */
  public Condition condition(Moment moment) {
    return Condition.of(status, silence(moment), outdated(moment), certified);
  }
}
