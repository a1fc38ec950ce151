package io.kahkm.cli.report;

import io.kahkm.fitting.ReferenceReport;
import io.kahkm.fitting.ReferenceTrial;
import io.kahkm.internal.kahm.KahmMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How many reference samples a map has, and what fewer would have cost. */
final class ReferenceWords {
  private ReferenceWords() {}

  static List<String> lines(KahmMap map, Optional<ReferenceReport> report) {
    int states = map.classCounts().stream().mapToInt(Integer::intValue).sum();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "references: %s",
            map.settings().references().isEmpty()
                ? "all " + states + " states"
                : map.references() + " of " + states + " states"));
    report.ifPresent(search -> lines.addAll(table(search)));
    return lines;
  }

  private static List<String> table(ReferenceReport search) {
    List<String> lines = new ArrayList<>();
    lines.add(
        search.candidates() == search.states()
            ? "  maps of the earlier rows, judged on later ones:"
            : String.format(
                Locale.ROOT,
                "  maps of %d of the %d earlier rows, evenly spread, judged on later ones:",
                search.candidates(),
                search.states()));
    lines.add(
        "    samples   "
            + search.horizons().stream()
                .map(horizon -> String.format(Locale.ROOT, "%15s", "error at " + horizon))
                .collect(Collectors.joining())
            + "   wrong rows found   variation   as good as all");
    for (ReferenceTrial trial : search.trials()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "    %7d   %s   %14.1f %%   %9.3g   %s",
              trial.references(),
              trial.errors().stream()
                  .map(error -> String.format(Locale.ROOT, "%15.4g", error))
                  .collect(Collectors.joining()),
              100 * trial.found(),
              trial.retained(),
              trial.asGood() ? "yes" : "no"));
    }
    return lines;
  }
}
