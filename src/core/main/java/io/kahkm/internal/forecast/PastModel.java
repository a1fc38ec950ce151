package io.kahkm.internal.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a model knows of the past of its sensors: seasons, lags, and the experts of every horizon.
 * Immutable.
 */
public final class PastModel {
  /** Of a model that was fitted without. */
  public static final PastModel NONE = new PastModel(List.of(), new int[0], Map.of());

  private final List<Integer> seasons;
  private final int[] lags;
  private final List<Integer> known;
  private final NavigableMap<Integer, HorizonExperts> horizons;

  /**
   * Without known inputs.
   *
   * @param seasons periods in steps, ascending, each at least 2; possibly none
   * @param lags ascending, each at least 1; possibly none
   * @param horizons the experts of every horizon
   * @throws IllegalArgumentException if a part does not fit
   */
  public PastModel(List<Integer> seasons, int[] lags, Map<Integer, HorizonExperts> horizons) {
    this(seasons, lags, List.of(), horizons);
  }

  /**
   * Checks and copies.
   *
   * @param seasons periods in steps, ascending, each at least 2; possibly none
   * @param lags ascending, each at least 1; possibly none
   * @param known 0-based sensors whose later values are known, ascending; possibly none
   * @param horizons the experts of every horizon
   * @throws IllegalArgumentException if a part does not fit
   */
  public PastModel(
      List<Integer> seasons,
      int[] lags,
      List<Integer> known,
      Map<Integer, HorizonExperts> horizons) {
    this.seasons = List.copyOf(seasons);
    this.lags = lags.clone();
    this.known = List.copyOf(known);
    this.horizons = new TreeMap<>(horizons);
    requireAscending("known inputs", known, 0);
    requireAscending("seasons", seasons, 2);
    requireAscending("lags", Arrays.stream(lags).boxed().toList(), 1);
    horizons.forEach(
        (horizon, experts) -> {
          if (experts.horizon() != horizon || experts.ownPast().columns() != 2 + lags.length) {
            throw new IllegalArgumentException(
                "own past of horizon "
                    + horizon
                    + " has "
                    + experts.ownPast().columns()
                    + " weights a sensor, must be 2 and "
                    + lags.length
                    + " for the lags");
          }
          List<Integer> inputs = experts.known().map(KnownRegression::inputs).orElse(List.of());
          if (!inputs.equals(this.known)) {
            throw new IllegalArgumentException(
                "horizon " + horizon + " has known inputs " + inputs + ", must have " + known);
          }
          long seasonal = experts.experts().stream().filter(k -> k == ExpertKind.SEASON).count();
          if (seasonal != seasons(horizon).size()) {
            throw new IllegalArgumentException(
                "horizon "
                    + horizon
                    + " has "
                    + seasonal
                    + " seasons, must have "
                    + seasons(horizon));
          }
        });
  }

  private static void requireAscending(String name, List<Integer> values, int least) {
    int before = least - 1;
    for (int value : values) {
      if (value <= before) {
        throw new IllegalArgumentException(
            name + " is " + values + ", must ascend from at least " + least);
      }
      before = value;
    }
  }

  /**
   * Periods after which readings resemble themselves.
   *
   * @return ascending steps, possibly none
   */
  public List<Integer> seasons() {
    return seasons;
  }

  /**
   * The seasons that are an expert at a horizon: one ago is the present reading where the horizon
   * is a multiple of the season.
   *
   * @param horizon steps ahead
   * @return ascending steps
   */
  public List<Integer> seasons(int horizon) {
    List<Integer> found = new ArrayList<>(seasons);
    found.removeIf(season -> horizon % season == 0);
    return found;
  }

  /**
   * Which earlier readings own past looks at.
   *
   * @return a copy, ascending
   */
  public int[] lags() {
    return lags.clone();
  }

  /**
   * The sensors whose later values are known, the same at every horizon.
   *
   * @return 0-based, ascending, possibly none
   */
  public List<Integer> known() {
    return known;
  }

  /**
   * The experts of a horizon.
   *
   * @param horizon steps ahead
   * @return empty where the model has none
   */
  public Optional<HorizonExperts> experts(int horizon) {
    return Optional.ofNullable(horizons.get(horizon));
  }

  /**
   * The horizons that have experts.
   *
   * @return ascending, possibly none
   */
  public List<Integer> horizons() {
    return List.copyOf(horizons.keySet());
  }

  /**
   * How far back the experts look.
   *
   * @return steps, 0 where none looks back
   */
  public int longest() {
    int longest = lags.length == 0 ? 0 : lags[lags.length - 1];
    for (int season : seasons) {
      longest = Math.max(longest, season - 1);
    }
    return longest;
  }
}
