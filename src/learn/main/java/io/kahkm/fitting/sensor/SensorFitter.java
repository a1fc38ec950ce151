package io.kahkm.fitting.sensor;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.fitting.relation.StandardizedRows;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.profile.Lags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Fits the sensor channel to recorded normal rows: for every sensor the regression, with levels or
 * without, by which a shift is found sooner, and slacks at which the recording itself has hardly an
 * excursion. Stretches in which it would have raised alerts are left out and named, where they are
 * few; what is normal is then fitted again. Of sensors that never vary it is normal that they read
 * what they always did.
 */
public final class SensorFitter {
  private static final int FOLDS = 5;
  private static final int FEWEST_ROWS = 60;
  private static final int ROWS_PER_SENSOR = 3;

  /** Kinds of faults beside which every sensor stands with the same weight. */
  private static final int KINDS = SensorKind.values().length;

  /** Channels that share one run length. */
  private static final int CHANNELS = 3;

  private static final double RUN_LENGTH = 1e5;

  /**
   * Independent innovations from which on the run length holds for the channel by itself, whatever
   * slow movements of the readings were not seen often enough: it rests on innovations alone. Of
   * 200 a mean is known to .07 of a deviation, which the slack of the bets covers.
   */
  private static final double ENOUGH_INNOVATIONS = 200;

  private SensorFitter() {}

  /**
   * Fits. Deterministic: equal rows give equal bits.
   *
   * @param recordings recorded normal operation in the units that the channel will see; held values
   *     must not be among them: such rows end a run. Where several were joined, each is taken as it
   *     was recorded: a normal of its own has to last to be seen. Not modified
   * @param sensors their names
   * @param seasons rows after which readings repeat themselves, such as those of a day
   * @param provisional whether the recording has too small an effective sample size
   * @param progress told about every sensor
   * @return the channel, or why there is none
   */
  public static SensorFit fit(
      Episodes recordings,
      List<String> sensors,
      List<Integer> seasons,
      boolean provisional,
      Progress progress) {
    Episodes rows = asRecorded(recordings);
    StandardizedRows standardized = StandardizedRows.of(rows);
    int size = standardized.watched().size();
    if (size == 0) {
      return SensorFit.none("no sensor varies over the rows");
    }
    int[] lags = Lags.of(rows, seasons);
    if (lags.length == 0) {
      return SensorFit.none("its runs of rows are too short for a sensor's own past");
    }
    RecordedRows recorded = new RecordedRows(rows, standardized.rows());
    int needed = Math.max(FEWEST_ROWS, ROWS_PER_SENSOR * size);
    int usable = recorded.usable(lags[lags.length - 1] + 1).length;
    if (usable < needed) {
      return SensorFit.none(
          String.format(
              Locale.ROOT,
              "%d rows with %d rows before them are too few for %d sensors, at least %d are needed",
              usable,
              lags[lags.length - 1] + 1,
              size,
              needed));
    }
    Blocks blocks = Blocks.of(rows, FOLDS);
    int watched = size + standardized.constant().size();
    double alert = CHANNELS * RUN_LENGTH * KINDS * watched;
    List<SuspectStretch> suspects = new ArrayList<>();
    for (int j = 0; j < size; j++) {
      String name = sensors.get(standardized.watched().get(j));
      for (int[] run : ReadingNorms.suspectRuns(recorded, j)) {
        suspects.add(stretch(rows, name, SensorKind.STUCK, run[0], run[1]));
      }
    }
    int left = recorded.count() / 2;
    for (SuspectStretch stretch : suspects) {
      int length = stretch.last() - stretch.first() + 1;
      // Of several sensors together, as many rows have to stay.
      if (length <= left) {
        recorded.leaveOut(stretch.first(), stretch.last());
        left -= length;
      }
    }
    List<NormFit> fits =
        round(recorded, blocks, standardized, lags, alert, true, "sensors", progress);
    for (int j = 0; j < size; j++) {
      for (Excursions.Stretch stretch : fits.get(j).suspects()) {
        String name = sensors.get(standardized.watched().get(j));
        suspects.add(stretch(rows, name, stretch.kind(), stretch.first(), stretch.last()));
        recorded.leaveOut(stretch.first(), stretch.last());
      }
    }
    if (fits.stream().anyMatch(fit -> !fit.suspects().isEmpty())) {
      fits = round(recorded, blocks, standardized, lags, alert, false, "sensors again", progress);
    }
    double independent = fits.stream().mapToDouble(NormFit::independent).min().orElseThrow();
    suspects.sort(Comparator.comparingInt(SuspectStretch::first));
    boolean sure = !provisional || independent >= ENOUGH_INNOVATIONS;
    fits = new ArrayList<>(fits);
    SensorModel model = SensorAssembly.of(fits, standardized, rows, lags, !sure);
    for (int round = 0; round < KINDS * size; round++) {
      Optional<OwnRecording.Accused> accused =
          OwnRecording.of(model, rows, recorded, CHANNELS * RUN_LENGTH);
      if (accused.isEmpty()) {
        return new SensorFit(
            Optional.of(model),
            "",
            suspects,
            standardized.constant().stream().map(sensors::get).toList(),
            standardized.watched().stream().map(sensors::get).toList(),
            fits.stream().map(NormFit::rowsToFind).toList(),
            independent);
      }
      int j = standardized.watched().indexOf(accused.get().sensor());
      Optional<NormFit> without = fits.get(j).without(accused.get().kind());
      if (without.isEmpty()) {
        break;
      }
      fits.set(j, without.get());
      model = SensorAssembly.of(fits, standardized, rows, lags, !sure);
    }
    return SensorFit.none("its own recording would be an alarm in more than 2 % of its rows");
  }

  /** Recordings one after the other. */
  private static Episodes asRecorded(Episodes joined) {
    if (joined.recorded().size() == 1) {
      return joined;
    }
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    int stream = 0;
    int episode = 0;
    for (Episodes recording : joined.recorded()) {
      int streams = 0;
      int episodes = 0;
      for (int e = 0; e < recording.count(); e++) {
        Episodes.Place place = recording.place(e);
        runs.add(recording.run(e));
        places.add(
            new Episodes.Place(stream + place.stream(), episode + place.episode(), place.start()));
        streams = place.stream() + 1;
        episodes = place.episode() + 1;
      }
      stream += streams;
      episode += episodes;
    }
    return Episodes.ofRuns(runs, places);
  }

  private static SuspectStretch stretch(
      Episodes rows, String sensor, SensorKind kind, int first, int last) {
    int begin = 0;
    int e = 0;
    while (first >= begin + rows.length(e)) {
      begin += rows.length(e++);
    }
    Episodes.Place run = rows.place(e);
    Episodes.Place from =
        new Episodes.Place(run.stream(), run.episode(), run.start() + first - begin);
    long lastStep = from.start();
    for (; e < rows.count() && begin <= last && rows.place(e).episode() == run.episode(); e++) {
      int end = Math.min(last, begin + rows.length(e) - 1);
      lastStep = Math.max(lastStep, rows.place(e).start() + end - begin);
      begin += rows.length(e);
    }
    return new SuspectStretch(sensor, kind, first, last, from, lastStep);
  }

  private static List<NormFit> round(
      RecordedRows recorded,
      Blocks blocks,
      StandardizedRows standardized,
      int[] lags,
      double alert,
      boolean suspectsAllowed,
      String stage,
      Progress progress) {
    FoldSums sums = new FoldSums(recorded, blocks, lags);
    int[] rows = recorded.usable(lags[lags.length - 1] + 1);
    List<Callable<NormFit>> parts = new ArrayList<>();
    for (int s = 0; s < recorded.row(0).length; s++) {
      int j = s;
      parts.add(
          () -> {
            int size = recorded.row(0).length;
            int sensor = standardized.watched().get(j);
            NormFit.Readings readings =
                ReadingNorms.of(
                    recorded,
                    blocks,
                    j,
                    standardized.mean()[sensor],
                    standardized.deviation()[sensor]);
            NormFit best = null;
            for (boolean levels : new boolean[] {true, false}) {
              Regression regression = Regression.fit(sums, lags.length, j, size, levels);
              double[] response = NormFit.response(regression, lags, size, j);
              NormFit fit =
                  NormFit.of(regression, rows, response, readings, alert, suspectsAllowed);
              best = best == null || fit.rowsToFind() < best.rowsToFind() ? fit : best;
            }
            return best;
          });
    }
    return Parallel.run(stage, parts, progress);
  }
}
