package io.kahkm.telemetry;

import io.kahkm.config.TelemetryConfig;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.HistoryRanges;
import java.util.ArrayList;
import java.util.List;

/** What parameters of the HTTP interface can be. */
public final class ApiChoices {
  /** The last readings one by one. */
  public static final String LIVE = "live";

  /** Most rows of a page: about a megabyte for a map of a few sensors. */
  public static final int MOST_ROWS = 1000;

  /** Rows of a page of a list unless {@code limit} asks for another number. */
  public static final int DEFAULT_ROWS = 200;

  private ApiChoices() {}

  /**
   * What {@code state} of {@code /api/streams} can be.
   *
   * @return all streams first
   */
  public static List<String> states() {
    return StreamState.choices();
  }

  /**
   * What {@code range} of a history can be, where the engine keeps all of them: {@code
   * telemetry.history} decides.
   *
   * @return single readings first, then ever longer times
   */
  public static List<String> ranges() {
    return withLive(HistoryRanges.of(TelemetryConfig.MOST_HISTORY).labels());
  }

  static List<String> withLive(List<String> labels) {
    List<String> ranges = new ArrayList<>(List.of(LIVE));
    ranges.addAll(labels);
    return List.copyOf(ranges);
  }
}
