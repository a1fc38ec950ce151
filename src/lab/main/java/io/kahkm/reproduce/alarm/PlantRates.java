package io.kahkm.reproduce.alarm;

import java.util.Collection;
import java.util.Locale;

/** Rates over several simulated plants. */
record PlantRates(int plants, double above, double pages, double broken) {
  private static final double PAGES_PER = 1e4;
  private static final double PERCENT = 100;

  static PlantRates of(Collection<PlantResult> results) {
    double rows = (double) Math.max(1, results.stream().mapToLong(PlantResult::rows).sum());
    return new PlantRates(
        results.size(),
        results.stream().mapToLong(PlantResult::above).sum() / rows,
        PAGES_PER * results.stream().mapToLong(PlantResult::pages).sum() / rows,
        PAGES_PER * results.stream().mapToLong(PlantResult::broken).sum() / rows);
  }

  String aboveText() {
    return plants == 0 ? "-" : String.format(Locale.ROOT, "%.2f %%", PERCENT * above);
  }

  String pagesText() {
    return plants == 0 ? "-" : String.format(Locale.ROOT, "%.2f", pages);
  }

  String brokenText() {
    return plants == 0 ? "-" : String.format(Locale.ROOT, "%.0f", broken);
  }
}
