package io.kahkm.reproduce;

import io.kahkm.internal.law.BestClosure;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Judges simulated cases and lays them out. */
final class CoverageTables {
  /** Power at which the smallest rate that would be noticed is stated. */
  private static final double POWER = 0.9;

  private static final List<CertificateClaim> CLAIMS = List.of(CertificateClaim.values());

  private final List<CoverageCase> cases;
  private final List<CoverageCase.Counts> counts;
  private final double level;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<String>> details = new ArrayList<>();
  private final Map<String, Map<CertificateClaim, Integer>> caught = new LinkedHashMap<>();
  private boolean kept = true;

  private CoverageTables(
      List<CoverageCase> cases, List<CoverageCase.Counts> counts, double accusation) {
    this.cases = cases;
    this.counts = counts;
    level = accusation / (cases.size() * CLAIMS.size());
  }

  /**
   * The tables of simulated cases.
   *
   * @param counts one for every case
   * @param accusation probability of accusing any case although all promises are kept
   */
  static List<ResultTable> of(
      List<CoverageCase> cases, List<CoverageCase.Counts> counts, double accusation) {
    CoverageTables tables = new CoverageTables(cases, counts, accusation);
    for (int i = 0; i < cases.size(); i++) {
      tables.add(cases.get(i), counts.get(i));
    }
    return List.of(tables.coverage(), tables.details(), tables.controls(), tables.laws());
  }

  private void add(CoverageCase each, CoverageCase.Counts count) {
    StudyPolicy policy = each.policy();
    int limit =
        policy.promise().limit(count.trials(), policy.windowsPerRun(), CoverageCase.DELTA, level);
    boolean holds = true;
    String key = each.sampling().label() + "\t" + policy.label();
    List<String> row = new ArrayList<>();
    row.add(each.known().law().name());
    row.add(each.sampling().label());
    row.add(policy.label());
    row.add(String.valueOf(count.trials()));
    row.add(String.valueOf(limit));
    for (CertificateClaim claim : CLAIMS) {
      CoverageCase.Tally tally = count.tallies().get(claim);
      int failures = tally.failures();
      boolean broken = tally.broken() > limit;
      boolean bare = tally.bare() > limit;
      holds &= failures <= limit;
      row.add(
          failures
              + " ("
              + tally.broken()
              + (broken ? "!" : "")
              + ", "
              + tally.bare()
              + (bare ? "!" : "")
              + ")");
      details.add(
          List.of(
              each.known().law().name(),
              number(each.known().kappa()),
              String.valueOf(each.known().units()),
              each.sampling().label(),
              policy.label(),
              claim.label(),
              policy.promise().words(),
              String.valueOf(count.trials()),
              String.valueOf(count.trials() * policy.windowsPerRun()),
              String.valueOf(failures),
              String.valueOf(limit),
              String.valueOf(tally.broken()),
              String.valueOf(tally.bare()),
              failures <= limit ? "kept" : "BROKEN",
              broken || bare ? "caught" : "conservative here"));
      caught
          .computeIfAbsent(key, unseen -> new EnumMap<>(CertificateClaim.class))
          .merge(claim, broken || bare ? 1 : 0, Integer::sum);
    }
    holds &= count.crossings() == 0;
    kept &= holds;
    row.add(String.valueOf(count.crossings()));
    row.add(holds ? "kept" : "BROKEN");
    rows.add(row);
  }

  private ResultTable coverage() {
    List<String> header = new ArrayList<>(List.of("law", "sampling", "policy", "trials", "limit"));
    for (CertificateClaim claim : CLAIMS) {
      header.add(claim.label());
    }
    header.add("L > U");
    header.add("promise");
    int trials = counts.get(0).trials();
    int limit = BinomialTail.limit(trials, CoverageCase.DELTA, level);
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "Windows at delta %s. Cells: failures (failures given delta %s, failures"
                + " without confidence terms); ! marks a control that the limit catches. A trial is"
                + " a window for fixed and tumbling each; a run of windows of which none may be"
                + " wrong for tumbling forever (%d windows) and cumulative (%d or %d checkpoints);"
                + " rolling counts wrong hops, %d a trial.",
            CoverageCase.DELTA,
            CoverageCase.BROKEN_DELTA,
            StudyPolicy.TUMBLING_FOREVER.windowsPerRun(),
            StudyPolicy.CUMULATIVE_GEOMETRIC.windowsPerRun(),
            StudyPolicy.CUMULATIVE_EVERY.windowsPerRun(),
            StudyPolicy.ROLLING.windowsPerRun()));
    notes.add(
        String.format(
            Locale.ROOT,
            "The limit is the exact binomial one at level %.3g a cell (%.3g for the whole table;"
                + " Chernoff's for hops): a true rate of %.4f is noticed with probability %s.",
            level,
            level * cases.size() * CLAIMS.size(),
            BinomialTail.noticed(trials, limit, POWER),
            POWER));
    notes.add(
        "The tolerance is between D_kappa and the frozen closure's error, so that EXCLUDED and"
            + " ATTAINABLE are wrong whenever they are given. L > U counts windows in which a lower"
            + " bound other than the label bound of records is above the upper one: none may.");
    return new ResultTable(
        "coverage",
        "Failures of certificates on laws with a known best error",
        header,
        rows,
        notes,
        false,
        kept);
  }

  private ResultTable details() {
    return new ResultTable(
        "coverage-claims",
        "The same, one claim a row",
        ResultTable.columns(
            "law | kappa | units | sampling | policy | claim | promise | trials | windows | "
                + "failures | limit | failures_broken_delta | failures_without_confidence | "
                + "verdict | control"),
        details,
        List.of(),
        true,
        kept);
  }

  private ResultTable controls() {
    List<String> header = new ArrayList<>(List.of("sampling", "policy"));
    for (CertificateClaim claim : CLAIMS) {
      header.add(claim.label());
    }
    header.add("check");
    List<List<String>> table = new ArrayList<>();
    boolean all = true;
    for (Map.Entry<String, Map<CertificateClaim, Integer>> entry : caught.entrySet()) {
      List<String> row = new ArrayList<>(List.of(entry.getKey().split("\t", -1)));
      boolean sees = true;
      for (int laws : entry.getValue().values()) {
        row.add(String.valueOf(laws));
        sees &= laws > 0;
      }
      row.add(sees ? "sees" : "BLIND");
      all &= sees;
      table.add(row);
    }
    return new ResultTable(
        "coverage-controls",
        "On how many of the laws a broken certificate is caught by the same limit",
        header,
        table,
        List.of(
            "On the other laws even the broken certificate is not wrong often enough: the bound is"
                + " conservative there, and staying within the limit says little. On the four"
                + " states with identity dynamics the frozen closure has the same error at every"
                + " state, so that no certificate can be wrong by chance."),
        false,
        all);
  }

  private ResultTable laws() {
    Map<String, List<String>> table = new LinkedHashMap<>();
    boolean exact = true;
    for (CoverageCase each : cases) {
      KnownLaw known = each.known();
      double width = known.best().error() - known.best().errorLow();
      exact &= width <= BestClosure.ACCURACY;
      table.putIfAbsent(
          known.law().name(),
          List.of(
              known.law().name(),
              String.valueOf(known.law().classes()),
              String.valueOf(known.units()),
              number(known.kappa()),
              number(known.best().error()),
              String.format(Locale.ROOT, "%.1e", width),
              number(known.error())));
    }
    return new ResultTable(
        "coverage-laws",
        "The laws",
        ResultTable.columns(
            "law | classes | units | kappa | D_kappa | uncertainty | "
                + "error of the frozen closure"),
        new ArrayList<>(table.values()),
        List.of(),
        false,
        exact);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.9f", value);
  }
}
