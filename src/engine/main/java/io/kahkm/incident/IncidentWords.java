package io.kahkm.incident;

import io.kahkm.internal.incident.Incident;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

/** An incident in two sentences, for people who know the machine and no mathematics. */
public final class IncidentWords {
  /** Sensors that are named at most. */
  private static final int MOST_NAMED = 3;

  /** Of the largest share: a sensor with less is not named. */
  private static final double WORTH_NAMING = 0.25;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Nobody recorded sensors with a right clock before this; the live page has the same limit. */
  private static final long FIRST_CLOCK =
      Instant.parse("1985-01-01T00:00:00Z").getEpochSecond() * NANOS_PER_SECOND;

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("d MMMM uuuu HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private IncidentWords() {}

  /**
   * What an incident is compared with.
   *
   * @param stream where it was
   * @param opened event time in nanoseconds
   * @param label what a person called it, such as fault; empty where nobody did
   * @param note what that person added; empty for nothing
   */
  public record Earlier(String stream, long opened, Optional<String> label, String note) {}

  /**
   * The two sentences.
   *
   * @param stream where it is
   * @param incident what it is, at any moment
   * @param sensors how they are called
   * @param earlier the ended incident that it resembles most, if any does
   * @param clock says an event time in nanoseconds
   * @return what, where, since when and which sensors; what it resembles and what that was
   */
  public static String of(
      String stream,
      Incident incident,
      NamedSensors sensors,
      Optional<Earlier> earlier,
      LongFunction<String> clock) {
    return happening(stream, incident, sensors, clock)
        + " "
        + earlier
            .map(other -> resembling(other, clock))
            .orElse("No earlier incident resembles it.");
  }

  /**
   * What, where, since when and which sensors.
   *
   * @param stream where it is
   * @param incident what it is, at any moment
   * @param sensors how they are called
   * @param clock says an event time in nanoseconds
   * @return one sentence
   */
  public static String happening(
      String stream, Incident incident, NamedSensors sensors, LongFunction<String> clock) {
    boolean over = incident.ended().isPresent();
    String what;
    if (incident.outsideMap()) {
      what =
          (over ? " was" : " has been")
              + " unlike the recording"
              + (incident.relationBroken()
                  ? ", and its sensors "
                      + (over ? "did not follow" : "have not followed")
                      + " each other as they did there,"
                  : "");
    } else if (incident.relationBroken()) {
      what = (over ? " had" : " has had") + " sensors not following the others";
    } else {
      what = (over ? " had" : " has had") + " a faulty sensor";
    }
    String when =
        over
            ? " from "
                + clock.apply(incident.since())
                + " to "
                + clock.apply(incident.ended().getAsLong())
            : " since " + clock.apply(incident.since());
    return (stream.isEmpty() ? "The stream" : stream)
        + what
        + when
        + (incident.faults().isEmpty()
            ? named(incident, sensors, over)
            : ": " + FaultWords.of(incident.faults(), sensors, over, clock))
        + ".";
  }

  private static String named(Incident incident, NamedSensors sensors, boolean over) {
    List<Integer> leading = incident.leading(MOST_NAMED);
    if (leading.isEmpty()) {
      return "";
    }
    double largest = incident.shares().get(leading.get(0));
    List<String> names =
        leading.stream()
            .filter(j -> incident.shares().get(j) >= WORTH_NAMING * largest)
            .map(sensors::name)
            .toList();
    String last = names.get(names.size() - 1);
    String list =
        names.size() == 1
            ? last
            : String.join(", ", names.subList(0, names.size() - 1)) + " and " + last;
    String verb = over ? "stood" : names.size() == 1 ? "stands" : "stand";
    return ": " + list + " " + verb + " out most";
  }

  private static String resembling(Earlier other, LongFunction<String> clock) {
    String what =
        "It resembles what happened to "
            + (other.stream().isEmpty() ? "the stream" : other.stream())
            + " on "
            + clock.apply(other.opened());
    if (other.label().isEmpty()) {
      return what + ", which nobody has marked yet.";
    }
    String note = other.note().isBlank() ? "" : " (" + other.note().strip() + ")";
    return what + ", which was marked as " + other.label().get() + note + ".";
  }

  /**
   * An event time in nanoseconds since the epoch as people write it.
   *
   * @param nanos event time
   * @return date and time of day, UTC
   */
  public static String utc(long nanos) {
    return CLOCK.format(Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND)));
  }

  /**
   * The time of a reading as people write it.
   *
   * @param nanos event time
   * @return date and time of day, UTC; of a source that counts time from its own beginning, hours,
   *     minutes and seconds since then
   */
  public static String time(long nanos) {
    if (nanos < 0 || nanos >= FIRST_CLOCK) {
      return utc(nanos);
    }
    Duration since = Duration.ofNanos(nanos);
    return String.format(
        Locale.ROOT,
        "time %s%d:%02d:%02d",
        since.toDays() == 0 ? "" : since.toDays() + " d ",
        since.toHoursPart(),
        since.toMinutesPart(),
        since.toSecondsPart());
  }

  /**
   * How long something took, as people say it.
   *
   * @param nanos nanoseconds
   * @return one whole number with its unit, rounded
   */
  public static String lasted(long nanos) {
    long hours = rounded(nanos, Duration.ofHours(1));
    if (hours >= 48) {
      return rounded(nanos, Duration.ofDays(1)) + " days";
    }
    long minutes = rounded(nanos, Duration.ofMinutes(1));
    if (minutes >= 120) {
      return hours + " h";
    }
    long seconds = rounded(nanos, Duration.ofSeconds(1));
    if (seconds >= 120) {
      return minutes + " min";
    }
    return nanos == 0 || nanos >= NANOS_PER_SECOND
        ? seconds + " s"
        : rounded(nanos, Duration.ofMillis(1)) + " ms";
  }

  private static long rounded(long nanos, Duration unit) {
    return Math.round((double) nanos / unit.toNanos());
  }
}
