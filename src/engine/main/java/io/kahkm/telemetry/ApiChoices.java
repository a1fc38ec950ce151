package io.kahkm.telemetry;

import java.util.ArrayList;
import java.util.List;

/** The words that parameters of the HTTP interface can have. */
public final class ApiChoices {
  /** The last readings one by one. */
  static final String LIVE = "live";

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
   * What {@code range} of a history can be.
   *
   * @return single readings first, then ever longer times
   */
  public static List<String> ranges() {
    List<String> ranges = new ArrayList<>(List.of(LIVE));
    ranges.addAll(HistoryRange.labels());
    return List.copyOf(ranges);
  }
}
