package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.fitting.relation.NullFitter;
import io.kahkm.fitting.relation.RelationFitter;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.fitting.sensor.SensorFitter;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What alarms rest on, put together a second time from rows that are left out in turn. */
class AlarmFitterTest {
  private static final FitSettings SETTINGS =
      FitSettings.plain(List.of("a", "b", "c"), 3, List.of());

  private static double[][] rows(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][];
    double load = 0;
    for (int t = 0; t < count; t++) {
      load = 0.6 * load + random.nextGaussian();
      rows[t] =
          new double[] {
            load + 0.3 * random.nextGaussian(),
            2 * load + 0.3 * random.nextGaussian(),
            random.nextGaussian()
          };
    }
    return rows;
  }

  /** Every fifth of the rows is scored by a map of the others. */
  private static CrossFittedNull novelty(Episodes data) {
    MapSettings map = SETTINGS.map();
    double[][] all = data.run(0);
    List<double[]> novelties = new ArrayList<>();
    for (int block = 0; block < 5; block++) {
      int from = block * all.length / 5;
      int to = (block + 1) * all.length / 5;
      List<double[][]> others = new ArrayList<>();
      if (from > 0) {
        others.add(data.run(0, 0, from));
      }
      if (to < all.length) {
        others.add(data.run(0, to, all.length));
      }
      KahmMap fitted =
          MapFitter.fit(
              map, Episodes.of(others).currentStates(), SETTINGS.partition(), Progress.NONE);
      Encoder encoder = fitted.newEncoder();
      double[] ofBlock = new double[to - from];
      for (int t = from; t < to; t++) {
        Encoding encoding = new Encoding(fitted.classes());
        encoder.encode(all[t], encoding);
        ofBlock[t - from] = encoding.novelty();
      }
      novelties.add(ofBlock);
    }
    return NullFitter.fitSlow(novelties, SETTINGS.quantile());
  }

  @Test
  void noveltyIsThatOfRowsWhichWereLeftOut() {
    Episodes data = Episodes.of(List.<double[][]>of(rows(1, 300)));
    Scaling ofAll = MapFitter.scaling(SETTINGS.map(), data.currentStates());

    CrossFittedNull fitted = NoveltyFolds.fit(SETTINGS, data, ofAll, Progress.NONE);

    CrossFittedNull expected = novelty(data);
    assertThat(fitted.limit()).isEqualTo(expected.limit());
    assertThat(fitted.moments()).isEqualTo(expected.moments());
    assertThat(fitted.values()).isEqualTo(300);
  }

  @Test
  void alarmsAreOfNoveltyRelationsAndTheSlowestOfAll() {
    Episodes data = Episodes.of(List.<double[][]>of(rows(2, 300)));

    Alarms alarms = AlarmFitter.fit(SETTINGS, Recording.of(data), Progress.NONE);

    CrossFittedNull novelty = novelty(data);
    Coverage coverage =
        CoverageFitter.of(data, SETTINGS.map().sensors())
            .atMost(Math.max(1, novelty.values() / novelty.moments().memory()));
    assertThat(alarms.novelty().limit()).isEqualTo(novelty.limit());
    assertThat(alarms.coverage()).isEqualTo(coverage);
    assertThat(alarms.relations().orElseThrow().normal().limit())
        .isEqualTo(
            RelationFitter.fit(data, SETTINGS.map().sensors(), SETTINGS.quantile(), Progress.NONE)
                .relations()
                .orElseThrow()
                .normal()
                .limit());
    assertThat(alarms.refusal()).isEmpty();
  }

  /** A map of what is left would have fewer rows than classes. */
  @Test
  void rowsThatAreTooFewWithoutAPartAreRefused() {
    Episodes few = Episodes.of(List.<double[][]>of(rows(3, 4)));
    assertThatThrownBy(() -> AlarmFitter.fit(SETTINGS, Recording.of(few), Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessageStartingWith(
            "without a part of the rows, which is left out to see how novel new rows are: ");
  }

  /** Readings forget at once how they were, and not how far they swing. */
  @Test
  void noveltyThatIsSlowerThanReadingsSaysHowMuchWasSeen() {
    SplittableRandom random = new SplittableRandom(6);
    double[][] rows = new double[300][3];
    for (int t = 0; t < rows.length; t++) {
      double width = 1.1 + Math.sin(2 * Math.PI * t / 60);
      Arrays.setAll(rows[t], j -> width * random.nextGaussian());
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));

    Alarms alarms = AlarmFitter.fit(SETTINGS, Recording.of(data), Progress.NONE);

    CrossFittedNull novelty = novelty(data);
    Coverage ofReadings = CoverageFitter.of(data, SETTINGS.map().sensors());
    double seen = 300 / novelty.moments().memory();
    assertThat(seen).isBetween(1.0, ofReadings.independent());
    assertThat(alarms.coverage()).isEqualTo(ofReadings.atMost(seen)).isNotEqualTo(ofReadings);
  }

  /**
   * Three streams whose sensors are in units of their own, of which the first rows tell; one row of
   * the second is not whole.
   */
  @Test
  void readingsOfAFleetAreInTheUnitsOfTheTypicalStream() {
    int scalingRows = 40;
    MapSettings plain = SETTINGS.map();
    MapSettings map =
        new MapSettings(
            plain.sensors(),
            plain.classes(),
            plain.omega(),
            plain.tau(),
            plain.reconstruction(),
            new MapSettings.States(ScalingKind.PER_STREAM, 2, scalingRows));
    FitSettings settings =
        new FitSettings(
            map,
            SETTINGS.partition(),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0,
            SETTINGS.quantile(),
            List.of(),
            Map.of());
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    double[][] means = new double[3][3];
    double[][] deviations = new double[3][3];
    for (int s = 0; s < 3; s++) {
      int stream = s;
      double[][] rows = rows(10 + s, 150);
      for (double[] row : rows) {
        Arrays.setAll(row, j -> 100 * stream + (1 + stream) * row[j]);
      }
      for (int j = 0; j < 3; j++) {
        int sensor = j;
        double[] first =
            Arrays.stream(rows).limit(scalingRows).mapToDouble(row -> row[sensor]).toArray();
        double mean = Arrays.stream(first).average().orElseThrow();
        means[s][j] = mean;
        deviations[s][j] =
            Math.sqrt(
                Arrays.stream(first).map(x -> (x - mean) * (x - mean)).average().orElseThrow());
      }
      runs.add(rows);
      places.add(new Episodes.Place(s, s, 0));
    }
    runs.get(1)[60][2] = Double.NaN;
    Episodes data = Episodes.ofRuns(runs, places);
    List<double[][]> pieces = new ArrayList<>();
    List<Episodes.Place> piecePlaces = new ArrayList<>();
    for (int[] piece : new int[][] {{0, 0, 150}, {1, 0, 60}, {1, 61, 150}, {2, 0, 150}}) {
      int stream = piece[0];
      double[][] part = Arrays.copyOfRange(runs.get(stream), piece[1], piece[2]);
      for (int t = 0; t < part.length; t++) {
        double[] row = part[t];
        double[] typical = new double[3];
        for (int j = 0; j < 3; j++) {
          double mean = 0;
          double variance = 0;
          for (int s = 0; s < 3; s++) {
            mean += means[s][j] / 3;
            variance += deviations[s][j] * deviations[s][j] / 3;
          }
          typical[j] =
              mean + (row[j] - means[stream][j]) / deviations[stream][j] * Math.sqrt(variance);
        }
        part[t] = typical;
      }
      pieces.add(part);
      piecePlaces.add(new Episodes.Place(stream, stream, piece[1]));
    }
    Episodes readings = Episodes.ofRuns(pieces, piecePlaces);

    Alarms alarms = AlarmFitter.fit(settings, Recording.of(data), Progress.NONE);

    Coverage coverage =
        CoverageFitter.of(readings, map.sensors())
            .atMost(Math.max(1, alarms.novelty().values() / alarms.novelty().moments().memory()));
    assertThat(alarms.coverage().sensor()).isEqualTo(coverage.sensor());
    assertThat(alarms.coverage().rows()).isEqualTo(449);
    assertThat(alarms.coverage().independent())
        .isCloseTo(coverage.independent(), withinPercentage(1e-6));
    assertThat(alarms.relations().orElseThrow().normal().limit())
        .isCloseTo(
            RelationFitter.fit(readings, map.sensors(), settings.quantile(), Progress.NONE)
                .relations()
                .orElseThrow()
                .normal()
                .limit(),
            withinPercentage(1e-6));
  }

  /** Readings that repeat themselves after twelve rows, and how long values were missing. */
  @Test
  void singleSensorsLookASeasonBackAndKnowUsualGaps() {
    double[][] rows = rows(4, 300);
    for (int t = 0; t < rows.length; t++) {
      for (int j = 0; j < 3; j++) {
        rows[t][j] = 0.3 * rows[t][j] + 6 * Math.pow(Math.sin(Math.PI * t / 12), 6);
      }
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));
    List<String> names = SETTINGS.map().sensors();
    for (double independent : new double[] {1, 200}) {
      Alarms alarms =
          new Alarms(
              novelty(data),
              new Coverage("a", 300, independent, independent),
              Optional.empty(),
              "none");
      SensorFit expected =
          SensorFitter.fit(
              data, names, List.of(12), alarms.coverage().provisional(), Progress.NONE);
      Recording recording = Recording.of(data);

      SensorFit fit = AlarmFitter.sensors(SETTINGS, recording, alarms, Progress.NONE);

      assertThat(Season.find(data, Optional.empty()).orElseThrow().steps()).isEqualTo(12);
      assertThat(fit).isEqualTo(expected);
      assertThat(fit.model()).isPresent();
      List<int[]> gaps = List.of(new int[] {2, 9}, new int[0], new int[] {1});
      assertThat(
              AlarmFitter.sensors(SETTINGS, new Recording(data, data, gaps), alarms, Progress.NONE))
          .isEqualTo(expected.withMissing(gaps, 300))
          .isNotEqualTo(expected);
    }
  }

  /** Every row is a part of its own, so that none says how rows of a part vary. */
  @Test
  void aThresholdOfTooFewStatesIsRefusedWithTheRemedy() {
    FitSettings one = FitSettings.plain(List.of("a", "b", "c"), 1, List.of());
    Episodes five = Episodes.of(List.<double[][]>of(rows(5, 5)));
    Scaling ofAll = MapFitter.scaling(one.map(), five.currentStates());
    assertThatThrownBy(() -> NoveltyFolds.fit(one, five, ofAll, Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessageStartingWith("the rows give too few states for a novelty threshold (")
        .hasMessageEndingWith("); record more, or use --holdout 0 for a model without thresholds");
  }
}
