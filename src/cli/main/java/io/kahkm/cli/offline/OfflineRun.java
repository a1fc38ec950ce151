package io.kahkm.cli.offline;

import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.RowsAhead;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.skill.SkillSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;

/**
 * Feeds a file to the same state machine that runs live, with the closure frozen at the model's, so
 * that offline and live numbers are the same.
 */
public final class OfflineRun {
  /** Receives what every row brought. */
  public interface Visitor {
    /**
     * Called after every row that has a time and no infinite value.
     *
     * @param row the row
     * @param assessment valid only during the call; without coordinates unless it is ready
     */
    void visit(StateData.Row row, RowAssessment assessment);
  }

  private OfflineRun() {}

  /** Feeds all rows, with forecasts and, where they are asked for, certificates. */
  public static void run(
      Model model,
      StateData data,
      int stride,
      List<Integer> horizons,
      Projection projection,
      Optional<CertificateSettings> certificates,
      Visitor visitor) {
    MonitorSettings settings =
        settings(data, horizons)
            .stride(stride)
            .projection(projection)
            .certificates(certificates)
            .build();
    run(StreamMonitor.create(settings, model), data, visitor);
  }

  /**
   * Forecasts from every row, without certificates.
   *
   * @param interval share of outcomes that intervals shall hold, empty for none
   */
  public static void forecast(
      Model model,
      StateData data,
      List<Integer> horizons,
      Projection projection,
      OptionalDouble interval,
      Visitor visitor) {
    forecast(
        model,
        data,
        horizons,
        projection,
        interval,
        SkillSettings.NONE,
        Optional.empty(),
        visitor,
        (last, status) -> {});
  }

  /**
   * Forecasts from every row, and examines what the forecasts are worth.
   *
   * @param interval share of outcomes that intervals shall hold, empty for none
   * @param skill which claims about the forecasts' skill are examined
   * @param others other forecasters' forecasts that are judged beside, empty for none
   * @param visitor receives what every row brought
   * @param ended receives what is known of each stream after its last row
   */
  public static void forecast(
      Model model,
      StateData data,
      List<Integer> horizons,
      Projection projection,
      OptionalDouble interval,
      SkillSettings skill,
      Optional<ForecastFile> others,
      Visitor visitor,
      BiConsumer<StateData.Row, StreamStatus> ended) {
    MonitorSettings settings =
        settings(data, horizons)
            .projection(projection)
            .interval(interval)
            .skill(skill)
            .others(others.stream().map(ForecastFile::forecaster).toList())
            .build();
    run(StreamMonitor.create(settings, model), data, others, visitor, ended);
  }

  /**
   * One certificate of all units. Where the tight lower bound is asked for, a first pass finds the
   * closure that it refers to: the bound holds for every outcome, whatever the reference.
   *
   * @param settings of policy fixed
   */
  public static void certify(
      Model model, StateData data, int stride, CertificateSettings settings, Visitor visitor) {
    MonitorSettings monitor =
        settings(data, List.of(1)).stride(stride).certificates(Optional.of(settings)).build();
    StreamMonitor last = StreamMonitor.create(monitor, model);
    if (settings.needsReferences()) {
      StreamMonitor first = StreamMonitor.create(monitor, model);
      run(first, data, (row, assessment) -> {});
      last.references(first.minima());
    }
    run(last, data, visitor);
  }

  /** What the rows say of the settings. */
  private static MonitorSettings.Builder settings(StateData data, List<Integer> horizons) {
    return MonitorSettings.builder()
        .pairing(data.pairs() ? Pairing.TRANSITIONS : Pairing.STATES)
        .horizons(horizons)
        .timing(data.timing());
  }

  private static void run(StreamMonitor monitor, StateData data, Visitor visitor) {
    run(monitor, data, Optional.empty(), visitor, (last, status) -> {});
  }

  private static void run(
      StreamMonitor monitor,
      StateData data,
      Optional<ForecastFile> others,
      Visitor visitor,
      BiConsumer<StateData.Row, StreamStatus> ended) {
    int stream = 0;
    StateData.Row before = data.rows().get(0);
    RowsAhead ahead = data.ahead(0, monitor);
    for (int number = 0; number < data.rows().size(); number++) {
      StateData.Row row = data.rows().get(number);
      if (row.stream() != stream) {
        stream = row.stream();
        others.ifPresent(file -> file.ended(monitor));
        ended.accept(before, monitor.status());
        visitEnd(before, monitor.startStream(Optional.empty()), visitor);
        ahead = data.ahead(number, monitor);
      }
      ahead.before(number);
      if (others.isPresent()) {
        String name = data.streams().isEmpty() ? "" : data.streams().get(row.stream());
        others.get().before(name, row.observation().time(), monitor);
      }
      visitor.visit(row, monitor.advance(row.observation()));
      before = row;
    }
    others.ifPresent(file -> file.ended(monitor));
    ended.accept(before, monitor.status());
    visitEnd(before, monitor.finish(), visitor);
  }

  /** A stream's last row may have been skipped together with its end marker. */
  private static void visitEnd(StateData.Row last, RowAssessment ended, Visitor visitor) {
    if (!ended.certificates().isEmpty()) {
      visitor.visit(last, ended);
    }
  }

  /**
   * The number of units the monitor will count, found by letting one run: gaps, missing values and
   * the map's delays decide which rows become pairs.
   */
  public static int units(Model model, StateData input, Sampling sampling, int stride) {
    int[] pairs = new int[input.names().size()];
    run(
        model,
        input,
        1,
        List.of(1),
        Projection.NONE,
        Optional.empty(),
        (row, assessment) -> {
          if (assessment.squaredError().isPresent() && !row.afterGap()) {
            pairs[row.episode()]++;
          }
        });
    int units = 0;
    for (int count : pairs) {
      units += sampling == Sampling.EPISODES ? Math.min(1, count) : (count + stride - 1) / stride;
    }
    return units;
  }
}
