package io.kahkm.bench;

import io.kahkm.plot.Plot;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Table and picture of a {@link CostLadder}: medians over the repetitions.
 *
 * @param setup what was run
 * @param records of every run
 * @param readings of every rung
 * @param loops the same monitors in a plain loop
 * @param seconds the loop with the monitors of the map on trial
 * @param horizons the loop without horizons, with the first and with all of them
 */
record LadderReport(
    BenchSetup setup,
    long records,
    Map<Rung, List<ThreadMeter.Reading>> readings,
    List<PlainLoop.Cost> loops,
    List<PlainLoop.Cost> seconds,
    Map<Rung, List<PlainLoop.Cost>> horizons) {
  private static final String NAME = "ladder";

  BenchReport report() {
    List<List<String>> rows = new ArrayList<>();
    Rung before = null;
    for (Rung rung : readings.keySet()) {
      rows.add(row(rung, rung.passes() ? before : null));
      before = rung;
    }
    ResultTable table =
        new ResultTable(
            NAME,
            "Cost of a record, rung by rung",
            ResultTable.columns(
                "rung | records/s | slowest | fastest | thread us | added us | process us | "
                    + "allocated B | added B | changelog B"),
            rows,
            notes(),
            false,
            true);
    return new BenchReport(List.of(table), Map.of(NAME, plot()));
  }

  private List<String> row(Rung rung, Rung before) {
    List<Double> rates =
        readings.get(rung).stream().map(ThreadMeter.Reading::perSecond).sorted().toList();
    double micros = median(rung, ThreadMeter.Reading::threadMicros);
    double bytes = median(rung, ThreadMeter.Reading::allocatedBytes);
    return List.of(
        rung.label(),
        whole(median(rung, ThreadMeter.Reading::perSecond)),
        whole(rates.get(0)),
        whole(rates.get(rates.size() - 1)),
        decimal(micros),
        before == null ? "" : decimal(micros - median(before, ThreadMeter.Reading::threadMicros)),
        decimal(median(rung, ThreadMeter.Reading::processMicros)),
        whole(bytes),
        before == null ? "" : whole(bytes - median(before, ThreadMeter.Reading::allocatedBytes)),
        whole(median(rung, ThreadMeter.Reading::writtenBytes)));
  }

  private List<String> notes() {
    double loop = median(loops.stream().map(PlainLoop.Cost::micros).toList());
    double added =
        median(Rung.FORECASTS, ThreadMeter.Reading::threadMicros)
            - median(Rung.JOURNAL, ThreadMeter.Reading::threadMicros);
    double engine =
        median(Rung.ENGINE, ThreadMeter.Reading::threadMicros)
            - median(Rung.JOURNAL, ThreadMeter.Reading::threadMicros);
    double addedBytes =
        median(Rung.FORECASTS, ThreadMeter.Reading::allocatedBytes)
            - median(Rung.JOURNAL, ThreadMeter.Reading::allocatedBytes);
    double perSecond = median(Rung.ENGINE, ThreadMeter.Reading::perSecond);
    Rung costliest = costliest();
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "%s, C = %d, %d sensors, %d streams; one partition, one stream thread, exactly once. "
                + "Medians of %d runs of %,d records each. Every rung forwards its input as the "
                + "pass-through does; the engine of the last row does not.",
            setup.config().name(),
            setup.model().map().classes(),
            setup.model().map().sensors().size(),
            setup.simulate().settings().streams(),
            loops.size(),
            records));
    notes.add(
        "thread: CPU time and allocation of the stream thread. process: CPU time of all threads of "
            + "the engine's process, so its records/s for each busy core. changelog: bytes sent to "
            + "the changelog topics. added: more than the rung above.");
    notes.add(
        String.format(
            Locale.ROOT,
            "Above a pass-through with one logged put (+ journal), the topology up to forecasts "
                + "adds %.2f us and allocates %.0f B per record. The same monitors in a plain loop "
                + "take %.2f us, their snapshots included, and allocate %.0f B, %.0f B of it in "
                + "snapshots: %.2f times the loop. The engine as it runs, which does not forward "
                + "its input, adds %.2f us: %.2f times the loop.",
            added,
            addedBytes,
            loop,
            median(loops.stream().map(PlainLoop.Cost::allocatedBytes).toList()),
            median(loops.stream().map(PlainLoop.Cost::snapshotBytes).toList()),
            added / loop,
            engine,
            engine / loop));
    notes.add(
        String.format(
            Locale.ROOT,
            "The engine takes %.2f of the pass-through's records/s, %.2f of those with one logged "
                + "put. The rung that adds most is %s.",
            perSecond / median(Rung.PASS_THROUGH, ThreadMeter.Reading::perSecond),
            perSecond / median(Rung.JOURNAL, ThreadMeter.Reading::perSecond),
            costliest.label()));
    notes.add(ofShadow());
    if (readings.containsKey(Rung.HORIZONS)) {
      notes.add(ofHorizons());
    }
    return notes;
  }

  private String ofShadow() {
    double engine = median(Rung.ENGINE, ThreadMeter.Reading::threadMicros);
    double both = median(Rung.SHADOW, ThreadMeter.Reading::threadMicros);
    double loop = median(seconds.stream().map(PlainLoop.Cost::micros).toList());
    return String.format(
        Locale.ROOT,
        "A map on trial adds %.2f us to the engine's %.2f us. Its monitors in a plain loop take"
            + " %.2f us: engine and trial together cost %.2f times the engine and that loop.",
        both - engine,
        engine,
        loop,
        both / (engine + loop));
  }

  private String ofHorizons() {
    double none = loop(Rung.WINDOWS);
    double one = loop(Rung.ONE_HORIZON) - none;
    double all = loop(Rung.HORIZONS) - none;
    return String.format(
        Locale.ROOT,
        "In the plain loop certificates of horizons %s add %.2f us to the %.2f us of monitors"
            + " without forecasts and horizons, the first of them alone %.2f us: the loop with all"
            + " of them takes %.2f times as long as with one.",
        setup
            .config()
            .certificates()
            .orElseThrow()
            .refinements()
            .horizons()
            .orElseThrow()
            .horizons(),
        all,
        none,
        one,
        (none + all) / (none + one));
  }

  private double loop(Rung rung) {
    return median(horizons.get(rung).stream().map(PlainLoop.Cost::micros).toList());
  }

  private Rung costliest() {
    Rung costliest = Rung.JOURNAL;
    double most = Double.NEGATIVE_INFINITY;
    Rung before = Rung.PASS_THROUGH;
    for (Rung rung : readings.keySet()) {
      double added =
          median(rung, ThreadMeter.Reading::threadMicros)
              - median(before, ThreadMeter.Reading::threadMicros);
      if (added > most && rung.passes()) {
        most = added;
        costliest = rung;
      }
      before = rung;
    }
    return costliest;
  }

  private Plot plot() {
    List<Double> places = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    List<Double> runPlaces = new ArrayList<>();
    List<Double> runs = new ArrayList<>();
    StringBuilder names = new StringBuilder();
    for (Rung rung : readings.keySet()) {
      double place = places.size() + 1;
      names.append(places.isEmpty() ? "" : "   ").append((int) place).append(' ');
      names.append(rung.label());
      places.add(place);
      medians.add(median(rung, ThreadMeter.Reading::threadMicros));
      for (ThreadMeter.Reading reading : readings.get(rung)) {
        runPlaces.add(place);
        runs.add(reading.threadMicros());
      }
    }
    return Plot.of(names.toString(), "CPU time of the stream thread, us per record")
        .line("median", places, medians)
        .points("single runs", runPlaces, runs);
  }

  private double median(Rung rung, ToDoubleFunction<ThreadMeter.Reading> figure) {
    return median(readings.get(rung).stream().map(figure::applyAsDouble).toList());
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static String whole(double value) {
    return Long.toString(Math.round(value));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
