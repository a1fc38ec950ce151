package io.kahkm.cli.report;

import io.kahkm.fitting.readout.HorizonChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What soft coordinates add to forecasts in sensor units, in sentences. */
final class ForecastWords {
  private static final double PERCENT = 100;

  private ForecastWords() {}

  /**
   * One sentence for horizons where coordinates have no weight, one for each where they have, one
   * for those that nothing is known of; by the first horizon of each.
   */
  static List<String> lines(List<HorizonChoice> choices) {
    SortedMap<Integer, String> lines = new TreeMap<>();
    List<HorizonChoice> judged = choices.stream().filter(choice -> choice.rows() > 0).toList();
    List<HorizonChoice> plain = judged.stream().filter(c -> c.corrected() == 0).toList();
    if (!plain.isEmpty()) {
      lines.put(
          plain.get(0).horizon(),
          steps(plain)
              + " ahead: only linear models of all sensors; coordinates add nothing to them on "
              + plain.get(0).rows()
              + " rows held out of a fit and get no weight");
    }
    for (HorizonChoice choice : judged) {
      if (choice.corrected() > 0) {
        lines.put(
            choice.horizon(),
            String.format(
                Locale.ROOT,
                "%s ahead: coordinates enter the forecasts of %d of %d sensors, removing %.2g %% of"
                    + " the squared error of the linear models on %d rows held out of a fit",
                steps(List.of(choice)),
                choice.corrected(),
                choice.linear().size(),
                PERCENT * choice.gain(),
                choice.rows()));
      }
    }
    List<HorizonChoice> unseen = choices.stream().filter(choice -> choice.rows() == 0).toList();
    if (!unseen.isEmpty()) {
      lines.put(
          unseen.get(0).horizon(),
          steps(unseen)
              + " ahead: too few rows to hold some out; linear models drawn towards persistence,"
              + " coordinates get no weight");
    }
    return new ArrayList<>(lines.values());
  }

  private static String steps(List<HorizonChoice> choices) {
    String horizons =
        choices.stream()
            .map(choice -> Integer.toString(choice.horizon()))
            .collect(Collectors.joining(", "));
    return horizons + (horizons.equals("1") ? " step" : " steps");
  }
}
