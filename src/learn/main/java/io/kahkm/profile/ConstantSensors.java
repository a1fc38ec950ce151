package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;

/** Finds sensors that read the same in every row. */
public final class ConstantSensors {
  private ConstantSensors() {}

  /**
   * Finds them.
   *
   * @param data complete states; not modified
   * @return 0-based sensors, ascending; all of them where there is no row
   */
  public static List<Integer> find(Episodes data) {
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < data.dimension(); j++) {
      ColumnStatistics statistics = new ColumnStatistics();
      for (int e = 0; e < data.count(); e++) {
        for (int t = 0; t < data.length(e); t++) {
          statistics.add(data.state(e, t)[j]);
        }
      }
      if (statistics.constant()) {
        found.add(j);
      }
    }
    return found;
  }

  /**
   * Finds sensors that vary, but not in a part of the rows.
   *
   * @param part some of the rows; not modified
   * @param whole all of them; not modified
   * @return 0-based sensors, ascending
   */
  public static List<Integer> onlyIn(Episodes part, Episodes whole) {
    List<Integer> found = find(part);
    found.removeAll(find(whole));
    return found;
  }
}
