package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.PresentReadout;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.CrossFittedNull;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * Relations in a running monitor: six sensors that are mixtures of two swings, so that one of them
 * can leave its relations and stay within its range.
 */
class RelationGateTest {
  static final int SENSORS = 6;
  static final long STEP = 1_000_000_000L;

  /** Models do not change: each is fitted once in a process. */
  private static final Map<List<Object>, Model> FITTED = new ConcurrentHashMap<>();

  static final Model MODEL = fit(ScalingKind.STANDARD, 1);

  static final class Plant {
    private final SplittableRandom random;
    private final double[] swings = new double[2];

    Plant(long seed) {
      random = new SplittableRandom(seed);
    }

    double[] next() {
      for (int k = 0; k < 2; k++) {
        swings[k] = 0.6 * swings[k] + 0.8 * random.nextGaussian();
      }
      double[] row = new double[SENSORS];
      for (int j = 0; j < SENSORS; j++) {
        row[j] = 5 * j + (1 + j) * swings[0] + (SENSORS - j) * swings[1];
        row[j] += 0.3 * random.nextGaussian();
      }
      return row;
    }
  }

  private static double[][] rows(long seed, int count) {
    Plant plant = new Plant(seed);
    double[][] rows = new double[count][];
    Arrays.setAll(rows, t -> plant.next());
    return rows;
  }

  /** A small map, whose streams have units of their own from their first 50 rows, or all one. */
  static FitSettings settings(
      List<String> names, FarField farField, ScalingKind scaling, int delays, List<Integer> steps) {
    MapSettings map =
        new MapSettings(
            names,
            4,
            4,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, farField, Regularization.FIXED_POINT),
            new MapSettings.States(scaling, delays, scaling == ScalingKind.PER_STREAM ? 50 : 0));
    return new FitSettings(
        map,
        new Partition.KMeansStart(0),
        ClosureMethod.RIDGE,
        0.1,
        1,
        0.2,
        0.995,
        steps,
        Map.of());
  }

  static Model fit(ScalingKind scaling, int delays) {
    return FITTED.computeIfAbsent(List.of(scaling, delays), key -> fitted(scaling, delays));
  }

  private static Model fitted(ScalingKind scaling, int delays) {
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    boolean perStream = scaling == ScalingKind.PER_STREAM;
    FitSettings settings = settings(names, FarField.PAPER, scaling, delays, List.of(1));
    List<double[][]> runs =
        perStream
            ? List.of(rows(1, 400), rows(2, 400), rows(3, 400))
            : List.<double[][]>of(rows(1, 800));
    List<Integer> streams = perStream ? List.of(0, 1, 2) : List.of(0);
    return ModelFitter.fit(settings, Episodes.of(runs, streams), Progress.NONE).model();
  }

  private static MonitorSettings settings(Optional<CertificateSettings> certificates) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP).withHold(5 * STEP))
        .stride(2)
        .horizons(List.of(1))
        .learn(true)
        .rollback(true)
        .certificates(certificates)
        .alarm(AlarmSettings.of(1e4))
        .build();
  }

  private static RowAssessment advance(StreamMonitor monitor, int t, double[] row) {
    return monitor.advance(Observation.state(t * STEP, row, "e", false));
  }

  /** The fourth sensor stands where it may stand, but not beside the others. */
  static double[] broken(double[] row) {
    double[] copy = row.clone();
    copy[3] += 3;
    return copy;
  }

  @Test
  void aBrokenRelationStopsLearningAndForgetsWhatWasLearnedSinceTheOnset() {
    StreamMonitor monitor = StreamMonitor.create(settings(Optional.empty()), MODEL);
    Plant plant = new Plant(10);
    List<Matrix> closures = new ArrayList<>();
    int page = -1;
    for (int t = 0; t < 300; t++) {
      double[] row = plant.next();
      RowAssessment assessment = advance(monitor, t, t < 200 ? row : broken(row));
      closures.add(monitor.closure());
      if (page < 0 && assessment.alarms().relationBroken()) {
        page = t;
        assertThat(assessment.alarms().outsideMap()).isFalse();
        int onset = (int) (assessment.alarms().relationSince().orElseThrow() / STEP);
        assertThat(onset).isBetween(195, 200);
        // Novelty may have been suspicious for some rows before.
        assertThat(closures.subList(onset - 20, onset)).contains(monitor.closure());
        assertThat(closures.subList(onset, page)).doesNotContain(monitor.closure());
        assertThat(assessment.alarms().relationSensors().get(0).sensor()).isEqualTo(3);
        RelationStatus status = monitor.status().channels().relation().orElseThrow();
        assertThat(status.sensors()).isEqualTo(assessment.alarms().relationSensors());
        RelationStatus.NamedSensor named = status.sensors().get(0);
        assertThat(named.value() - named.predicted()).isBetween(1.0, 5.0);
        assertThat(monitor.status().closure().rollbacks()).isEqualTo(1);
      } else if (page >= 0) {
        assertThat(assessment.alarms().relationBroken()).isTrue();
        assertThat(monitor.closure()).isEqualTo(closures.get(page));
      }
    }
    assertThat(page).isBetween(201, 215);
  }

  @Test
  void aBrokenRelationEndsSomeRowsAfterTheSensorsAgreeAgain() {
    StreamMonitor monitor = StreamMonitor.create(settings(Optional.empty()), MODEL);
    Plant plant = new Plant(10);
    boolean broke = false;
    for (int t = 0; t < 400; t++) {
      double[] row = plant.next();
      boolean fault = t >= 200 && t < 230;
      broke |= advance(monitor, t, fault ? broken(row) : row).alarms().relationBroken();
    }
    assertThat(broke).isTrue();
    assertThat(monitor.status().channels().relation().orElseThrow().broken()).isFalse();
    assertThat(monitor.status().channels().relation().orElseThrow().sensors().size()).isIn(0, 4);
  }

  @Test
  void aWindowOfBrokenRelationsIsSuspect() {
    CertificateSettings certificates =
        CertificateSettings.builder(Sampling.RECORDS, 40)
            .policy(WindowPolicy.TUMBLING)
            .tolerance(0.3)
            .outsideShare(0.3)
            .build();
    assertThat(verdict(certificates, false).reason()).isNotEqualTo(Reason.RELATION_BROKEN);
    WindowCertificate record = verdict(certificates, true);
    assertThat(record.reason()).isEqualTo(Reason.RELATION_BROKEN);
    assertThat(record.words()).contains("did not keep the relations");
  }

  private static WindowCertificate verdict(CertificateSettings certificates, boolean fault) {
    StreamMonitor monitor = StreamMonitor.create(settings(Optional.of(certificates)), blunt());
    Plant plant = new Plant(10);
    for (int t = 0; t < 100; t++) {
      double[] row = plant.next();
      RowAssessment assessment = advance(monitor, t, fault && t >= 40 ? broken(row) : row);
      if (!assessment.certificates().isEmpty()) {
        return assessment.certificates().get(0);
      }
    }
    throw new AssertionError("no window closed");
  }

  /** A model to which no reading is novel, so that relations alone speak. */
  private static Model blunt() {
    Alarms alarms = MODEL.alarms().orElseThrow();
    double[] roots = new double[500];
    Arrays.fill(roots, 1);
    CrossFittedNull never =
        CrossFittedNull.of(roots, new CrossFittedNull.Moments(5, 1, 0.01, 0, 1), 0.995);
    return MODEL.toBuilder()
        .alarms(new Alarms(never, alarms.coverage(), alarms.relations(), ""))
        .build();
  }

  @Test
  void evidenceOfNoveltyPutsAStreamOutsideTheMapBelowItsLimit() {
    StreamMonitor monitor = StreamMonitor.create(settings(Optional.empty()), MODEL);
    Plant plant = new Plant(10);
    double limit = MODEL.calibration().orElseThrow().noveltyLimit();
    int above = 0;
    int outside = 0;
    for (int t = 0; t < 400; t++) {
      double[] row = plant.next();
      if (t >= 200) {
        row[0] += 5;
      }
      RowAssessment assessment = advance(monitor, t, row);
      above += t >= 200 && assessment.novelty() > limit ? 1 : 0;
      outside += assessment.alarms().outsideMap() ? 1 : 0;
      assertThat(t >= 200 || !assessment.alarms().outsideMap()).isTrue();
    }
    assertThat(monitor.status().channels().novelty().level().orElseThrow()).isPositive();
    assertThat(outside).isGreaterThan(above).isGreaterThan(100);
  }

  @Test
  void restoringAtEveryRowGivesTheSameBits() {
    restores(MODEL);
    restores(fit(ScalingKind.PER_STREAM, 1));
    restores(fit(ScalingKind.STANDARD, 3));
  }

  /** Gaps, short steps, held and missing values, episodes and a fault that ends. */
  private static void restores(Model model) {
    MonitorSettings settings = settings(Optional.empty());
    StreamMonitor straight = StreamMonitor.create(settings, model);
    StreamMonitor stored = StreamMonitor.create(settings, model);
    Plant plant = new Plant(10);
    boolean broke = false;
    long time = 0;
    for (int t = 0; t < 420; t++) {
      time += t % 97 == 96 ? 100 * STEP : t % 53 == 52 ? STEP / 2 : STEP;
      double[] row = plant.next();
      if (t >= 200 && t < 240) {
        row = broken(row);
      }
      if (t % 7 == 3) {
        row[t % SENSORS] = Double.NaN;
      }
      Observation observation = Observation.state(time, row, "e" + t / 150, false);
      RowAssessment expected = straight.advance(observation);
      RowAssessment actual = stored.advance(observation);
      assertThat(Double.compare(actual.alarms().relation(), expected.alarms().relation())).isZero();
      assertThat(Double.compare(actual.alarms().relationP(), expected.alarms().relationP()))
          .isZero();
      broke |= expected.alarms().relationBroken();
      byte[] bytes = straight.snapshot();
      assertThat(stored.snapshot()).isEqualTo(bytes);
      stored = StreamMonitor.restore(settings, model, bytes);
      assertThat(stored.status()).isEqualTo(straight.status());
    }
    assertThat(broke).isTrue();
    assertThat(straight.status().channels().relation().orElseThrow().unwatched()).isGreaterThan(10);
  }

  @Test
  void aStateOfTheVersionBeforeStartsWithoutEvidence() {
    MonitorSettings settings = settings(Optional.empty());
    StreamMonitor monitor = StreamMonitor.create(settings, MODEL);
    Plant plant = new Plant(10);
    for (int t = 0; t < 50; t++) {
      advance(monitor, t, plant.next());
    }
    Model without = without(MODEL);
    byte[] bytes = StreamMonitor.create(settings, without).snapshot();
    // Version 3 ends before the three flags of what evidence there is, the two of each of three
    // channels, the incidents (two counts and two flags), and the evidence of skill: a section's
    // length, the number of horizons, the length of an examination, and the claims of one horizon;
    // and before the forecasts of others, of which there are none, whether the machine runs: four
    // flags and a time; and before the number of known inputs.
    int later = 9 + 2 * Long.BYTES + 2 + 5 * Integer.BYTES + 4 + Long.BYTES + Integer.BYTES;
    byte[] before = withoutLayoutOfForecasts(Arrays.copyOf(bytes, bytes.length - later));
    ByteBuffer.wrap(before).order(ByteOrder.LITTLE_ENDIAN).putInt(Integer.BYTES, 3);
    StreamMonitor restored = StreamMonitor.restore(settings, MODEL, before);
    assertThat(restored.status().channels().relation().orElseThrow().evidence()).isZero();
    assertThat(advance(restored, 0, plant.next()).alarms().watchesRelations()).isTrue();
  }

  /**
   * Version 3 does not say what is kept of the forecasts: a section's length, no forecast on its
   * way, no reading before, one horizon with states alone, and whose forecasts are mixed: nobody's;
   * nor does it have a history, of which the section's end says that it is empty.
   */
  private static byte[] withoutLayoutOfForecasts(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = 5 * Integer.BYTES + "[[]]".length();
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i + header <= bytes.length; i++) {
      int length = buffer.getInt(i);
      boolean fits = length > header && i + length < bytes.length;
      if (fits && buffer.getLong(i + Integer.BYTES) == 0 && buffer.getInt(i + 12) == 1) {
        found.add(i);
      }
    }
    assertThat(found).hasSize(1);
    int start = found.get(0);
    int end = start + Integer.BYTES + buffer.getInt(start);
    ByteBuffer result = ByteBuffer.allocate(bytes.length - header - Integer.BYTES);
    result.put(bytes, 0, start);
    result.put(bytes, start + header, end - Integer.BYTES - start - header);
    result.put(bytes, end, bytes.length - end);
    return result.array();
  }

  private static Model without(Model model) {
    Model.Builder builder =
        Model.builder(model.map())
            .closure(model.closure())
            .classMeans(model.classMeans())
            .coordinateVariance(model.coordinateVariance())
            .calibration(model.calibration().orElseThrow())
            .readout(
                1,
                new PresentReadout(
                    Matrix.zero(model.map().sensors().size(), 1 + model.map().classes()),
                    Optional.empty()));
    return builder.build();
  }

  @Test
  void aModelWithoutRelationsWatchesNone() {
    StreamMonitor monitor = StreamMonitor.create(settings(Optional.empty()), without(MODEL));
    Plant plant = new Plant(10);
    for (int t = 0; t < 50; t++) {
      RowAssessment assessment = advance(monitor, t, broken(plant.next()));
      assertThat(assessment.alarms().watchesRelations()).isFalse();
      assertThat(assessment.alarms().relationBroken()).isFalse();
      assertThat(assessment.alarms().relation()).isNaN();
    }
    assertThat(monitor.status().channels().relation()).isEmpty();
    assertThat(monitor.status().channels().novelty().level()).isEmpty();
  }

  @Test
  void everyStreamOfAnOfflineRunStartsWithoutEvidence() {
    MonitorSettings settings = MonitorSettings.builder().horizons(List.of(1)).build();
    StreamMonitor monitor = StreamMonitor.create(settings, MODEL);
    Plant plant = new Plant(10);
    for (int t = 0; t < 60; t++) {
      double[] row = broken(plant.next());
      row[0] += t > 50 ? 100 : 0;
      monitor.advance(Observation.state(t, row, "e", false));
    }
    assertThat(monitor.status().channels().relation().orElseThrow().broken()).isTrue();
    assertThat(monitor.status().channels().novelty().outside()).isTrue();
    monitor.startStream(Optional.empty());
    assertThat(monitor.status().channels().novelty().outside()).isFalse();
    RowAssessment first = monitor.advance(Observation.state(0, plant.next(), "f", false));
    assertThat(first.alarms().relationBroken()).isFalse();
    assertThat(first.alarms().relationEvidence()).isZero();
    assertThat(first.alarms().outsideMap()).isFalse();
  }
}
