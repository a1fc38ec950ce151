package io.kahkm.fitting;

import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.fitting.relation.RelationFit;
import io.kahkm.fitting.relation.RelationFitter;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.fitting.sensor.SensorFitter;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.profile.Season;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fits what alarms rest on, from all recorded rows: the distribution of novelty on rows that were
 * left out, the relation channel, and how many independent rows the recording is worth.
 *
 * <p>The relation channel knows nothing of the map's delays: it takes readings as the map gets
 * them, in the units of the typical stream where every stream has a scaling of its own.
 */
final class AlarmFitter {
  private AlarmFitter() {}

  /**
   * Fits.
   *
   * @param settings of the map, and the quantile of the limits
   * @param recording normal operation
   * @param progress told about every stage
   * @throws MapFitException if the rows without a fold do not admit the map
   */
  static Alarms fit(FitSettings settings, Recording recording, Progress progress) {
    MapSettings map = settings.map();
    PreparedEpisodes prepared = PreparedEpisodes.of(map, recording.all());
    Scaling ofAll =
        prepared
            .scaling()
            .orElseGet(() -> MapFitter.scaling(map, prepared.states().currentStates()));
    CrossFittedNull novelty = NoveltyFolds.fit(settings, recording.all(), ofAll, progress);
    Episodes readings = readings(map, recording);
    Coverage coverage =
        CoverageFitter.of(readings, map.sensors())
            .atMost(Math.max(1, novelty.values() / novelty.moments().memory()));
    RelationFit relations =
        RelationFitter.fit(readings, map.sensors(), settings.quantile(), progress);
    return new Alarms(novelty, coverage, relations.relations(), relations.refusal());
  }

  /**
   * Fits the sensor channel, with the season of the readings where they have one.
   *
   * @param settings of the map
   * @param recording normal operation
   * @param alarms how large the effective sample size of the recording is
   * @param progress told about every sensor
   */
  static SensorFit sensors(
      FitSettings settings, Recording recording, Alarms alarms, Progress progress) {
    Episodes readings = readings(settings.map(), recording);
    List<Integer> seasons =
        Season.find(readings, Optional.empty())
            .map(season -> List.of(season.steps()))
            .orElse(List.of());
    SensorFit fit =
        SensorFitter.fit(
            readings, settings.map().sensors(), seasons, alarms.coverage().provisional(), progress);
    return recording.missing().isEmpty()
        ? fit
        : fit.withMissing(recording.missing(), recording.states());
  }

  /** Readings as the map gets them. */
  private static Episodes readings(MapSettings map, Recording recording) {
    Episodes measured = recording.measured();
    if (map.states().scaling() != ScalingKind.PER_STREAM) {
      return measured;
    }
    MapSettings single = map.ofSingleReadings();
    PreparedEpisodes prepared = PreparedEpisodes.of(single, recording.all());
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    for (int e = 0; e < measured.count(); e++) {
      Episodes.Place place = measured.place(e);
      long start = place.start();
      for (double[][] run : prepared.later(single, one(measured, e))) {
        runs.add(run);
        places.add(new Episodes.Place(place.stream(), place.episode(), start));
        start += run.length + 1;
      }
    }
    return Episodes.ofRuns(runs, places);
  }

  private static Episodes one(Episodes rows, int episode) {
    return Episodes.of(List.<double[][]>of(rows.run(episode)), List.of(rows.stream(episode)));
  }
}
