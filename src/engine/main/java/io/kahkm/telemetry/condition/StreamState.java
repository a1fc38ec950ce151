package io.kahkm.telemetry.condition;

import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the map says of a stream's present readings. The public words of metrics and API. */
public enum StreamState {
  /** The present readings are outside the map. */
  OUTSIDE("outside", "Unlike the recording", "unlike the recording"),
  /** The sensors do not keep the relations of the recording. */
  BROKEN("broken", "Sensors disagree", "with sensors that disagree"),
  /** A sensor is faulty: it stands still, reads high or low, scatters, or is gone. */
  FAULTY("faulty", "Sensor faulty", "with a faulty sensor"),
  /** No record for longer than the time after which a stream counts as silent. */
  SILENT("silent", "Silent", "silent"),
  /** A channel of the model is off: what only it would notice leaves no trace. */
  NOT_WATCHED("no-limit", "Not watched", "not watched"),
  /**
   * Not every channel judges the present reading. It lacks a value, or readings are collected that
   * a channel needs: they fill delays or teach the stream's own scaling, or they are the past by
   * which single sensors are judged, which a gap or an alarm took away.
   */
  LEARNING("learning", "Learning", "learning"),
  /** Every channel watches, and none sees anything: readings like those of the recording. */
  NORMAL("on", "Normal", "normal"),
  /** The machine stands still, or has not settled after a start: its readings are not judged. */
  OFF("off", "Off", "off"),
  /** Silent for so long that nobody waits for it any more: whatever it was last, it ended. */
  ENDED("ended", "Ended", "ended");

  /** States in which something is wrong with the present readings, the worst first. */
  private static final Set<StreamState> ABNORMAL = EnumSet.of(OUTSIDE, BROKEN, FAULTY);

  private static final String ANY = "any";
  private static final String PRESENT = "present";

  private final String label;
  private final String title;
  private final String words;

  StreamState(String label, String title, String words) {
    this.label = label;
    this.title = title;
    this.words = words;
  }

  /**
   * The word used in metrics and in the API.
   *
   * @return lower case
   */
  public String label() {
    return label;
  }

  /**
   * What stands beside the name of a stream of this state, here and on the page.
   *
   * @return begins with a capital letter
   */
  public String title() {
    return title;
  }

  /**
   * What a reading or stream of this state is, after a noun.
   *
   * @return lower case
   */
  public String words() {
    return words;
  }

  /**
   * Whether something is wrong with the present readings.
   *
   * @return true if it wants attention
   */
  public boolean abnormal() {
    return ABNORMAL.contains(this);
  }

  /** The words by which somebody may ask for streams, {@value #ANY} first. */
  public static List<String> choices() {
    return Stream.concat(Stream.of(ANY, PRESENT), Arrays.stream(values()).map(StreamState::label))
        .toList();
  }

  /**
   * The states that somebody asks for.
   *
   * @param choice one of {@link #choices}: {@value #PRESENT} are all but those that ended
   */
  public static Set<StreamState> chosen(String choice) {
    return switch (choice) {
      case ANY -> EnumSet.allOf(StreamState.class);
      case PRESENT -> EnumSet.complementOf(EnumSet.of(ENDED));
      default ->
          EnumSet.of(
              Arrays.stream(values())
                  .filter(state -> state.label.equals(choice))
                  .findFirst()
                  .orElseThrow());
    };
  }

  /**
   * The state of a stream of which nothing is wrong with the readings.
   *
   * @param watched whether every channel can raise an alarm
   */
  public static StreamState quiet(boolean watched) {
    return watched ? NORMAL : NOT_WATCHED;
  }

  /**
   * The state of the last readings of a stream, however long ago they came.
   *
   * @param status last view of the stream, null when none is known
   * @return never silent or ended
   */
  public static StreamState ofReadings(@Nullable StreamStatus status) {
    return of(status, Silence.NONE);
  }

  /**
   * The state of a stream.
   *
   * @param status last view of the stream, null when none is known
   * @param silence whether it is still heard
   */
  static StreamState of(@Nullable StreamStatus status, Silence silence) {
    if (silence == Silence.ENDED) {
      return ENDED;
    }
    boolean silent = silence == Silence.SILENT;
    return status == null
        ? of(true, false, false, false, silent, false, false, false)
        : of(
            status.inOperation(),
            status.channels().novelty().outside(),
            status.channels().relation().filter(RelationStatus::broken).isPresent(),
            status.channels().sensors().filter(SensorStatus::faulty).isPresent(),
            silent,
            status.reading().readiness() == Readiness.READY,
            status.watched(),
            !status.learning());
  }

  /**
   * The state of a stream.
   *
   * @param inOperation whether the machine runs and has settled
   * @param outsideMap whether it is outside the map
   * @param relationBroken whether its sensors do not keep their relations
   * @param sensorFaulty whether a sensor of it is faulty
   * @param silent whether it has been silent for too long
   * @param ready whether the present reading gave a state of the map, which every channel judges: a
   *     reading that lacks a value, or the readings before it that the map needs, gives none
   * @param watched whether every channel can raise an alarm
   * @param judged whether every channel knows the past that it needs
   * @return the first that holds; what was found before a machine stopped says nothing of a machine
   *     that stands still
   */
  public static StreamState of(
      boolean inOperation,
      boolean outsideMap,
      boolean relationBroken,
      boolean sensorFaulty,
      boolean silent,
      boolean ready,
      boolean watched,
      boolean judged) {
    if (!inOperation) {
      return OFF;
    }
    if (outsideMap) {
      return OUTSIDE;
    }
    if (relationBroken) {
      return BROKEN;
    }
    if (sensorFaulty) {
      return FAULTY;
    }
    if (silent) {
      return SILENT;
    }
    if (!ready) {
      return LEARNING;
    }
    return watched && !judged ? LEARNING : quiet(watched);
  }
}
