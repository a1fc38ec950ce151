package io.kahkm.bench.soak;

import io.kahkm.bench.BenchReport;
import io.kahkm.bench.soak.comparison.StatisticsDrift;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.plot.Plot;
import io.kahkm.report.ResultTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What a soak found, as tables and pictures. */
final class SoakReport {
  private static final double BYTES_PER_MEGABYTE = 1024.0 * 1024;

  /** The block cache takes no more, write buffers included; a scan may exceed it for a moment. */
  private static final double STORE_LIMIT_MEGABYTES = 96 * 1.25;

  /** Heap of 256 MB, block cache, and as much again for code, threads and buffers. */
  private static final double RESIDENT_LIMIT_MEGABYTES = 704;

  /** Rounding of a few hundred additions; the sums are compensated or merged. */
  private static final double DRIFT_LIMIT = 1e-12;

  /** Median time from SIGKILL to new output that is promised with a standby. */
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(15);

  private static final int FEWEST_KILLS = 20;

  private final SoakSettings settings;
  private final List<Trial> trials;
  private final List<String> leftOut;
  private final StatisticsDrift.Largest drift;
  private final List<MemorySeries.Sample> memory;
  private final double changelogLimit;

  /**
   * Gathers what was found.
   *
   * @param settings what was done
   * @param trials every fault in order
   * @param leftOut faults that could not be tried, and why
   * @param drift of the incremental statistics at the end
   * @param memory what the engines took, in order of time
   * @param changelogLimit most bytes the changelogs may take
   */
  SoakReport(
      SoakSettings settings,
      List<Trial> trials,
      List<String> leftOut,
      StatisticsDrift.Largest drift,
      List<MemorySeries.Sample> memory,
      long changelogLimit) {
    this.settings = settings;
    this.trials = List.copyOf(trials);
    this.leftOut = List.copyOf(leftOut);
    this.drift = drift;
    this.memory = List.copyOf(memory);
    this.changelogLimit = changelogLimit / BYTES_PER_MEGABYTE;
  }

  BenchReport report() {
    List<ResultTable> tables = new ArrayList<>();
    tables.add(faults());
    List<Trial> kills =
        trials.stream().filter(trial -> trial.fault() == InstanceFault.KILL_STANDBY).toList();
    if (kills.size() >= FEWEST_KILLS) {
      tables.add(kills(kills));
    }
    tables.add(bounds());
    tables.add(series());
    return new BenchReport(tables, pictures());
  }

  /** Keeps apart the tables and pictures of soaks that are published together. */
  private String suffix() {
    BrokerPlan brokers = settings.brokers();
    String kind = "";
    if (brokers.replicated()) {
      kind = "-cluster-" + brokers.transactionVersion();
    } else if (brokers.settings().containsKey(Soak.OVERDUE_SCAN)) {
      kind = "-takeover";
    }
    return settings.load().suffix() + kind;
  }

  private ResultTable faults() {
    Map<String, List<Trial>> byFault = new LinkedHashMap<>();
    trials.forEach(
        trial -> byFault.computeIfAbsent(trial.fault().label(), l -> new ArrayList<>()).add(trial));
    List<List<String>> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    byFault.forEach(
        (label, tried) -> {
          rows.add(row(label, tried));
          notes.add(
              label
                  + ": "
                  + tried.get(0).fault().description().how()
                  + ". Time: "
                  + tried.get(0).fault().description().measured()
                  + ".");
        });
    notes.addAll(leftOut);
    notes.add("Seed " + settings.seed() + ". Load: " + load() + ".");
    notes.add("Kafka settings of the engines: " + text(settings.clientSettings()) + ".");
    notes.add("Brokers: " + settings.brokers().line());
    notes.add(
        "Compared: forecasts, certificates, rejects, incidents as far as their stream alone decides"
            + " them, and stored monitors, byte by byte, with the sequential run. Planted: faults"
            + " put into copies of the compared records, of which the comparison has to notice"
            + " every one.");
    trials.stream()
        .filter(trial -> !trial.passed())
        .forEach(trial -> notes.add("FAILED " + trial.line()));
    return new ResultTable(
        "faults" + suffix(),
        "Faults under load: what was lost, doubled or wrong",
        ResultTable.columns(
            "fault | tried | in flight | compared | lost | doubled | wrong | planted | "
                + "noticed | recovery median s | longest s"),
        rows,
        notes,
        false,
        trials.stream().allMatch(Trial::passed));
  }

  private String load() {
    return String.format(
        Locale.ROOT,
        "%d streams, %.0f %s/s",
        Feeder.STREAMS,
        settings.rate() * Feeder.STREAMS * (settings.load().ofTags() ? TagSender.TAGS : 1),
        settings.load().ofTags() ? "tags" : "records");
  }

  private static String text(Map<String, String> values) {
    return new TreeMap<>(values)
        .entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
  }

  private static List<String> row(String label, List<Trial> tried) {
    Verified all = tried.stream().map(Trial::verified).reduce(Verified.NOTHING, Verified::and);
    List<Duration> times = recoveries(tried);
    return List.of(
        label,
        Integer.toString(tried.size()),
        Long.toString(tried.stream().mapToLong(Trial::inFlight).sum()),
        Long.toString(all.tally().compared()),
        Long.toString(all.tally().lost()),
        Long.toString(all.tally().doubled()),
        Long.toString(all.tally().wrong()),
        Integer.toString(all.controls().planted()),
        Integer.toString(all.controls().noticed()),
        times.isEmpty() ? "" : Trial.seconds(median(times)),
        times.isEmpty() ? "" : Trial.seconds(times.get(times.size() - 1)));
  }

  private static List<Duration> recoveries(List<Trial> tried) {
    return tried.stream().flatMap(trial -> trial.recovery().stream()).sorted().toList();
  }

  private static Duration median(List<Duration> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : sorted.get(middle - 1).plus(sorted.get(middle)).dividedBy(2);
  }

  private ResultTable kills(List<Trial> kills) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < kills.size(); i++) {
      rows.add(
          List.of(
              Integer.toString(i + 1),
              Long.toString(kills.get(i).inFlight()),
              kills.get(i).recovery().map(Trial::seconds).orElse("none")));
    }
    List<Duration> times = recoveries(kills);
    return new ResultTable(
        "kills" + suffix(),
        "SIGKILL of one of two instances, one standby: time to the first new committed forecast",
        List.of("kill", "in flight", "seconds"),
        rows,
        List.of(
            times.isEmpty()
                ? "No recovery."
                : String.format(
                    Locale.ROOT,
                    "Median %s s, longest %s s, limit of the median %d s.",
                    Trial.seconds(median(times)),
                    Trial.seconds(times.get(times.size() - 1)),
                    TAKEOVER_LIMIT.toSeconds())),
        false,
        times.size() == kills.size() && median(times).compareTo(TAKEOVER_LIMIT) < 0);
  }

  private ResultTable bounds() {
    double stores = largest(MemorySeries.Sample::storeBytes);
    double resident = largest(MemorySeries.Sample::residentBytes);
    double changelogs = largest(MemorySeries.Sample::changelogBytes);
    return new ResultTable(
        "bounds" + suffix(),
        "What is bounded",
        List.of("what", "largest", "limit", "unit"),
        List.of(
            List.of(
                "Java heap in use, garbage included",
                megabytes(largest(MemorySeries.Sample::heapBytes)),
                "256",
                "MB"),
            List.of(
                "RocksDB block cache with write buffers",
                megabytes(stores),
                megabytes(STORE_LIMIT_MEGABYTES),
                "MB"),
            List.of(
                "physical memory of an engine",
                megabytes(resident),
                megabytes(RESIDENT_LIMIT_MEGABYTES),
                "MB"),
            List.of(
                "changelog topics on a broker",
                megabytes(changelogs),
                megabytes(changelogLimit),
                "MB"),
            List.of(
                "drift of f-hat",
                exponent(drift.assignmentLoss()),
                exponent(DRIFT_LIMIT),
                "relative"),
            List.of(
                "drift of s-hat",
                exponent(drift.successorVariance()),
                exponent(DRIFT_LIMIT),
                "relative")),
        List.of(
            String.format(
                Locale.ROOT,
                "Drift: rolling statistics of %d streams after %d pairs, against exact decimal"
                    + " arithmetic over the same pairs.",
                drift.streams(),
                drift.pairs()),
            memory.size() + " measurements of memory; the largest engine at each."),
        false,
        stores <= STORE_LIMIT_MEGABYTES
            && resident <= RESIDENT_LIMIT_MEGABYTES
            && changelogs <= changelogLimit
            && drift.assignmentLoss() <= DRIFT_LIMIT
            && drift.successorVariance() <= DRIFT_LIMIT);
  }

  private double largest(ToLongFunction<MemorySeries.Sample> value) {
    return memory.stream().mapToLong(value).max().orElse(0) / BYTES_PER_MEGABYTE;
  }

  private static String megabytes(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String exponent(double value) {
    return String.format(Locale.ROOT, "%.1e", value);
  }

  private ResultTable series() {
    return new ResultTable(
        "memory" + suffix(),
        "Memory over time",
        List.of("seconds", "records", "resident MB", "heap MB", "stores MB", "changelogs MB"),
        memory.stream()
            .map(
                sample ->
                    List.of(
                        megabytes(sample.seconds()),
                        Long.toString(sample.records()),
                        megabytes(sample.residentBytes() / BYTES_PER_MEGABYTE),
                        megabytes(sample.heapBytes() / BYTES_PER_MEGABYTE),
                        megabytes(sample.storeBytes() / BYTES_PER_MEGABYTE),
                        megabytes(sample.changelogBytes() / BYTES_PER_MEGABYTE)))
            .toList(),
        List.of(),
        true,
        true);
  }

  private Map<String, Plot> pictures() {
    if (memory.size() < 2) {
      return Map.of();
    }
    List<Double> minutes = memory.stream().map(sample -> sample.seconds() / 60).toList();
    return Map.of(
        "memory" + suffix(),
        Plot.of("minutes", "MB")
            .line(
                "physical memory of an engine",
                minutes,
                megabytes(MemorySeries.Sample::residentBytes))
            .line("Java heap", minutes, megabytes(MemorySeries.Sample::heapBytes))
            .line("changelog topics", minutes, megabytes(MemorySeries.Sample::changelogBytes))
            .line("RocksDB", minutes, megabytes(MemorySeries.Sample::storeBytes)));
  }

  private List<Double> megabytes(ToLongFunction<MemorySeries.Sample> value) {
    return memory.stream().map(sample -> value.applyAsLong(sample) / BYTES_PER_MEGABYTE).toList();
  }
}
