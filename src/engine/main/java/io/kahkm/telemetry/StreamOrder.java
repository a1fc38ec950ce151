package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.Labelled;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What comes first in a list of streams; equals in order of their id. */
public enum StreamOrder implements Labelled {
  /** By id. */
  ID(Comparator.comparing(place -> "")),
  /** What wants attention most; of alarms the one furthest above its limit. */
  ATTENTION(
      Comparator.comparingInt(Place::rank)
          .thenComparing(Comparator.comparingDouble(Place::severityOfAlarm).reversed())),
  /** What is furthest above its limit. */
  SEVERITY(Comparator.comparingDouble(Place::severity).reversed()),
  /** What was silent for longest. */
  AGE(Comparator.comparingLong(Place::heard));

  /** Conditions up to this place are alarms of the map. */
  private static final int ALARMS = 1;

  @SuppressWarnings("ImmutableEnumChecker") // Made of this enum's own functions, without state.
  private final Comparator<Place> comparator;

  StreamOrder(Comparator<Place> comparator) {
    this.comparator = comparator.thenComparing(Place::id);
  }

  /**
   * What a stream's place depends on. It is read once, or it could change while streams are being
   * sorted by it.
   *
   * @param stream null for a stream of another instance
   * @param id its id
   * @param rank of its condition
   * @param severity how many times it is above its limit
   * @param heard when it was heard last
   */
  public record Place(
      @Nullable TrackedStream stream, String id, int rank, double severity, long heard) {
    Place(TrackedStream stream, int rank, double severity, long heard) {
      this(stream, stream.id(), rank, severity, heard);
    }

    /** The place of a row of the API. */
    public static Place of(JsonNode row, int rank) {
      return new Place(
          null,
          row.path("stream").asText(),
          rank,
          row.path("severity").asDouble(),
          -Math.round(1e3 * row.path("ageSeconds").asDouble()));
    }

    private double severityOfAlarm() {
      return rank <= ALARMS ? severity : 0;
    }
  }

  /** What comes first. */
  public Comparator<Place> comparator() {
    return comparator;
  }

  /** All words of the API. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(StreamOrder::label).toList();
  }
}
