package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which earlier readings a regression of a sensor on its own past looks at: a few near ones, ever
 * fewer further back, and those around one, two and seven seasons ago.
 */
public final class Lags {
  private static final int[] GEOMETRIC = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};
  private static final int[] SEASONS_AGO = {1, 2, 7};

  /** Rows per step of the longest lag of one long recording. */
  private static final int ROWS_PER_LAG = 20;

  private static final int ROWS_PER_SEASONAL_LAG = 8;

  /** Rows of a median episode per step of the longest lag, where there are episodes. */
  private static final int EPISODE_ROWS_PER_LAG = 4;

  private Lags() {}

  /**
   * The lags that recorded rows can carry.
   *
   * @param data runs of consecutive readings
   * @param seasons periods in steps, possibly none
   * @return ascending lags, each at least 1; none where episodes are too short for any
   */
  public static int[] of(Episodes data, List<Integer> seasons) {
    int[] lengths = new int[data.count()];
    long rows = 0;
    for (int e = 0; e < lengths.length; e++) {
      lengths[e] = data.length(e);
      rows += lengths[e];
    }
    Arrays.sort(lengths);
    int median = lengths.length == 0 ? 0 : lengths[lengths.length / 2];
    boolean episodes = median < rows / 2;
    long most = episodes ? median / EPISODE_ROWS_PER_LAG : rows / ROWS_PER_LAG;
    long mostSeasonal = episodes ? most : rows / ROWS_PER_SEASONAL_LAG;
    IntStream near = Arrays.stream(GEOMETRIC).filter(lag -> lag <= most);
    IntStream seasonal =
        seasons.stream()
            .flatMapToInt(
                season ->
                    Arrays.stream(SEASONS_AGO)
                        .flatMap(times -> around((long) times * season, mostSeasonal)));
    return IntStream.concat(near, seasonal).sorted().distinct().toArray();
  }

  private static IntStream around(long lag, long most) {
    return IntStream.rangeClosed(-1, 1)
        .filter(offset -> lag + offset >= 1 && lag + offset <= most)
        .map(offset -> (int) (lag + offset));
  }
}
