package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.certificate.bound.AssignmentBound;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.MarginTable;
import io.kahkm.internal.certificate.sums.Margins;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Certificates of the reference configurations, from raw states to every printed number. */
class CertificateGoldenTest {
  /** Statistics inherit the error of the coordinates, 1e-10; formulas have none of their own. */
  private static final double STATISTICS = 1e-10;

  private static final double FORMULA = 1e-12;

  private static final Map<String, KahmMap> MAPS = new ConcurrentHashMap<>();

  static Stream<String> configurations() {
    return Stream.of(
            "duffing_C10_w2",
            "vanderpol_C25_w4",
            "vanderpol_C25_w128",
            "duffing_single_seed0_C15_w12",
            "duffing_singletons_C40_w4")
        .flatMap(name -> Stream.of(name + "__authors", name + "__paper"));
  }

  private static double[][] trainingStates(JsonNode json) {
    if (json.has("train_current")) {
      return Golden.rows(json.get("train_current"));
    }
    if (json.has("trajectory")) {
      return Arrays.copyOf(Golden.rows(json.get("trajectory")), json.get("n_train").intValue());
    }
    return training(json).currentStates();
  }

  private static Episodes training(JsonNode json) {
    String file = json.get("system").asText() + "_train_seeds_0_1_2.csv";
    return Episodes.of(Golden.trajectories(file, "q", "p"));
  }

  private static Episodes evaluation(JsonNode json) {
    if (json.has("eval_trajectory")) {
      return Episodes.of(List.<double[][]>of(Golden.rows(json.get("eval_trajectory"))));
    }
    if (json.has("trajectory")) {
      double[][] rows = Golden.rows(json.get("trajectory"));
      int from = json.get("n_train").intValue();
      return Episodes.of(List.<double[][]>of(Arrays.copyOfRange(rows, from, rows.length)));
    }
    String file = json.get("system").asText() + "_eval_seeds_100_101_102.csv";
    return Episodes.of(Golden.trajectories(file, "q", "p"));
  }

  private static KahmMap fit(JsonNode json) {
    String key = json.get("name").asText() + json.get("lambda_rule").asText();
    return MAPS.computeIfAbsent(key, missing -> newMap(json));
  }

  private static KahmMap newMap(JsonNode json) {
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            json.get("C").intValue(),
            json.get("omega").doubleValue(),
            json.get("tau").doubleValue(),
            new MapSettings.Reconstruction(
                json.get("Nb").intValue(),
                FarField.PAPER,
                json.get("lambda_rule").asText().equals("paper")
                    ? Regularization.FIXED_POINT
                    : Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    List<Integer> labels =
        Arrays.stream(Golden.vector(json.get("train_labels"))).mapToObj(v -> (int) v).toList();
    return MapFitter.fit(
        settings, trainingStates(json), new Partition.GivenLabels(labels), Progress.NONE);
  }

  /** Adds every transition, as a unit of its own or with its trajectory as the unit. */
  private static void fill(
      KahmMap map, Episodes episodes, Matrix closure, boolean pairs, WindowStatistics target) {
    Encoder encoder = map.newEncoder();
    int classes = map.classes();
    Closure frozen = Closure.of(closure);
    PairEvidence pair = new PairEvidence(classes);
    Encoding current = new Encoding(classes);
    Encoding next = new Encoding(classes);
    for (int e = 0; e < episodes.count(); e++) {
      encoder.encode(episodes.state(e, 0), next);
      for (int t = 0; t + 1 < episodes.length(e); t++) {
        Encoding swap = current;
        current = next;
        next = swap;
        encoder.encode(episodes.state(e, t + 1), next);
        pair.coordinates = current.coordinates();
        pair.scores = current.scores();
        pair.uniform = current.uniform();
        pair.nearestClass = current.nearestClass();
        pair.successor = next.coordinates();
        pair.residual = frozen.squaredError(pair.coordinates, pair.successor);
        if (pairs) {
          target.addUnit(pair);
        } else {
          target.addPair(pair);
        }
      }
      if (!pairs) {
        target.endUnit();
      }
    }
  }

  private static WindowCertificate assess(
      WindowStatistics statistics,
      Sampling sampling,
      Matrix closure,
      Matrix means,
      List<Double> kappas,
      double delta) {
    CertificateSettings settings =
        CertificateSettings.builder(sampling, 2)
            .delta(delta)
            .tolerance(0.3)
            .displayKappas(kappas)
            .build();
    return CertificateAssessor.assess(
        statistics,
        settings,
        closure,
        means,
        new CertificateAssessor.Window(0, 0, 1, delta, 0, OptionalDouble.empty()));
  }

  private static Matrix matrix(JsonNode node) {
    return Matrix.ofRows(Golden.rows(node));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void everyBlockMatches(String name) {
    JsonNode json = Golden.json(name + ".json");
    KahmMap map = fit(json);
    Matrix closure = matrix(json.get("B_after_20_epochs"));
    Matrix means = matrix(json.get("upper_bound").get("A"));
    Episodes episodes = evaluation(json);
    WindowStatistics pairs = new WindowStatistics(map.classes());
    fill(map, episodes, closure, true, pairs);
    WindowStatistics trajectories = new WindowStatistics(map.classes());
    fill(map, episodes, closure, false, trajectories);

    paperRows(json.get("certificate"), "M", pairs);
    paperRows(json.get("certificate_trajectory"), "J", trajectories);
    assertThat(pairs.classCounts())
        .isEqualTo(
            Arrays.stream(Golden.vector(json.get("certificate").get("counts")))
                .mapToLong(v -> (long) v)
                .toArray());
    JsonNode assignment = json.get("assignment_bound");
    assertThat(AssignmentBound.of(pairs.fHat(), pairs.units(), 0.05))
        .isCloseTo(Golden.number(assignment.get("U_005")), within(STATISTICS));
    assertThat(AssignmentBound.of(Golden.number(assignment.get("A_fid_hat")), pairs.units(), 0.01))
        .isCloseTo(Golden.number(assignment.get("U_001")), within(FORMULA));
    JsonNode upper = json.get("upper_bound");
    List<Double> none = List.of();
    WindowCertificate at5 = assess(pairs, Sampling.RECORDS, closure, means, none, 0.05);
    WindowCertificate at1 = assess(pairs, Sampling.RECORDS, closure, means, none, 0.01);
    WindowCertificate traj = assess(trajectories, Sampling.EPISODES, closure, means, none, 0.05);
    evaluable(upper.get("pairs_005"), at5, pairs, means);
    evaluable(upper.get("pairs_001"), at1, pairs, means);
    evaluable(upper.get("traj_005"), traj, trajectories, means);
    assertThat(Math.sqrt(at5.displayed().upper().meanSquaredError()))
        .isCloseTo(Golden.number(upper.get("empirical_rmse")), within(STATISTICS));
    assertThat(at5.alarm().lower()).isLessThanOrEqualTo(at5.alarm().upper());
  }

  /** Statistics, then the formulas on the reference's own statistics. */
  private static void paperRows(JsonNode block, String unitName, WindowStatistics statistics) {
    int units = block.get(unitName).intValue();
    double f = Golden.number(block.get("f_hat"));
    double s = Golden.number(block.get("s_hat"));
    assertThat(statistics.units()).isEqualTo(units);
    assertThat(statistics.fHat()).isCloseTo(f, within(STATISTICS));
    assertThat(statistics.sHat()).isCloseTo(s, within(STATISTICS));
    for (JsonNode row : block.get("rows")) {
      PaperBound bound =
          PaperBound.of(
              f, s, units, Golden.number(row.get("kappa")), Golden.number(row.get("delta")));
      assertThat(bound.radius()).isCloseTo(Golden.number(row.get("r")), within(FORMULA));
      assertThat(bound.lossUpper()).isCloseTo(Golden.number(row.get("F")), within(FORMULA));
      assertThat(bound.varianceLower()).isCloseTo(Golden.number(row.get("V")), within(FORMULA));
      assertThat(bound.lower()).isCloseTo(Golden.number(row.get("L")), within(FORMULA));
    }
  }

  private static void evaluable(
      JsonNode golden, WindowCertificate record, WindowStatistics statistics, Matrix means) {
    EvaluableRisk risk = record.displayed().evaluable().orElseThrow();
    assertThat(risk.prototypeDiameter())
        .isCloseTo(Golden.number(golden.get("L_A")), within(FORMULA));
    assertThat(risk.closureDistance()).isCloseTo(Golden.number(golden.get("d_A")), within(FORMULA));
    assertThat(statistics.varianceAround(means))
        .isCloseTo(Golden.number(golden.get("v_hat")), within(STATISTICS));
    assertThat(risk.lossUpper()).isCloseTo(Golden.number(golden.get("U_f")), within(STATISTICS));
    assertThat(risk.varianceUpper())
        .isCloseTo(Golden.number(golden.get("U_v")), within(STATISTICS));
    assertThat(risk.differenceUpper())
        .isCloseTo(Golden.number(golden.get("U_e")), within(STATISTICS));
    assertThat(risk.bound()).isCloseTo(Golden.number(golden.get("bound")), within(STATISTICS));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void marginsMatchAndBoundTheAssignmentLoss(String name) {
    JsonNode json = Golden.json(name + ".json");
    KahmMap map = fit(json);
    Matrix closure = matrix(json.get("B_after_20_epochs"));
    for (JsonNode golden : json.get("margins").get("geom")) {
      MarginRule rule =
          MarginRule.constant(
              map.classes(), Golden.number(golden.get("g")), map.omega(), map.tau());
      WindowStatistics statistics = new WindowStatistics(map.classes(), 0, Optional.of(rule));
      fill(map, evaluation(json), closure, true, statistics);

      Margins margins = statistics.margins(0.05).orElseThrow();

      double theta = Golden.number(golden.get("theta"));
      assertThat(new MarginTable(rule).squaredTheta(0)).isCloseTo(theta * theta, within(FORMULA));
      assertThat(margins.aGeom())
          .isCloseTo(Golden.number(golden.get("A_geom_hat")), within(STATISTICS));
      assertThat(margins.uGeom()).isCloseTo(Golden.number(golden.get("U_005")), within(STATISTICS));
      assertThat(statistics.fHat()).isLessThanOrEqualTo(margins.aGeom());
    }
  }

  @Test
  void independentPairsOfVanDerPolAtOmega128() {
    JsonNode json = Golden.json("vanderpol_C25_w128__authors.json");
    JsonNode golden =
        Golden.json("iid_certificate_vanderpol_w128_rep0.json").get("matched_stochastic");
    KahmMap map = fit(json);
    Matrix closure = matrix(json.get("B_after_20_epochs"));
    double[][] rows = Golden.csv(golden.get("pairs_file").asText(), "q", "p", "q_next", "p_next");
    double[][] current = new double[rows.length][];
    double[][] next = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      current[i] = Arrays.copyOf(rows[i], 2);
      next[i] = Arrays.copyOfRange(rows[i], 2, 4);
    }
    WindowStatistics statistics = new WindowStatistics(map.classes());
    fill(map, Episodes.ofPairs(current, next), closure, true, statistics);
    Matrix means = nearestCentroidMeans(map, training(json));
    List<Double> kappas = new ArrayList<>();
    golden.get("certificates").forEach(row -> kappas.add(Golden.number(row.get("kappa"))));

    WindowCertificate record = assess(statistics, Sampling.RECORDS, closure, means, kappas, 0.05);
    WindowCertificate alone =
        assess(statistics, Sampling.RECORDS, closure, means, List.of(record.closureNorm()), 0.05);

    assertThat(record.averages().fHat())
        .isCloseTo(Golden.number(golden.get("f_hat")), within(STATISTICS));
    assertThat(record.averages().sHat())
        .isCloseTo(Golden.number(golden.get("s_hat")), within(STATISTICS));
    for (int i = 0; i < kappas.size(); i++) {
      JsonNode row = golden.get("certificates").get(i);
      if (Golden.number(row.get("delta")) == 0.05) {
        assertThat(record.displayed().rows().get(i).paper().orElseThrow().lower())
            .isCloseTo(Golden.number(row.get("L")), within(1e-9));
      }
    }
    JsonNode upper = golden.get("upper_bound_005");
    assertThat(record.displayed().evaluable().orElseThrow().bound())
        .isCloseTo(Golden.number(upper.get("bound")), within(1e-9));
    assertThat(record.displayed().evaluable().orElseThrow().prototypeDiameter())
        .isCloseTo(Golden.number(upper.get("L_A")), within(1e-9));
    WindowCertificate.Row row = alone.displayed().rows().get(0);
    assertThat(row.paper().orElseThrow().lower()).isCloseTo(0.0816606, within(1e-6));
    assertThat(row.label().orElseThrow().lower()).isCloseTo(0.1011110, within(1e-6));
    assertThat(row.minimum().orElseThrow().lower()).isCloseTo(0.2534477, within(1e-6));
    assertThat(alone.displayed().upper().upper()).isCloseTo(0.2922371, within(1e-6));
    assertThat(Math.sqrt(alone.displayed().upper().meanSquaredError()))
        .isCloseTo(Golden.number(golden.get("rmse_B")), within(1e-9));
    assertThat(alone.alarm().lower()).isCloseTo(row.minimum().orElseThrow().lower(), within(1e-7));
  }

  /** Records of one pass over pairs, and the minima of the last window. */
  private static CertificateMonitor certify(
      CertificateSettings settings,
      CertificateBasis basis,
      List<PairEvidence> pairs,
      List<References> references,
      List<WindowCertificate> records) {
    CertificateMonitor monitor = new CertificateMonitor(settings, basis);
    monitor.references(references);
    for (int i = 0; i < pairs.size(); i++) {
      if (monitor.needsFreeze()) {
        monitor.freeze(basis.closure());
      }
      monitor.pair(pairs.get(i), i).ifPresent(records::add);
    }
    return monitor;
  }

  /** Leaving 512 pairs out for the choices narrows the interval from 15 to 10 per cent. */
  @Test
  void aPilotNarrowsTheIntervalOfVanDerPolAtOmega128() {
    JsonNode json = Golden.json("vanderpol_C25_w128__authors.json");
    JsonNode golden =
        Golden.json("iid_certificate_vanderpol_w128_rep0.json").get("matched_stochastic");
    KahmMap map = fit(json);
    Matrix closure = matrix(json.get("B_after_20_epochs"));
    double[][] rows = Golden.csv(golden.get("pairs_file").asText(), "q", "p", "q_next", "p_next");
    Closure frozen = Closure.of(closure);
    List<PairEvidence> pairs = new ArrayList<>();
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    for (double[] row : rows) {
      PairEvidence pair = new PairEvidence(map.classes());
      encoder.encode(Arrays.copyOf(row, 2), encoding);
      pair.coordinates = encoding.coordinates().clone();
      pair.nearestClass = encoding.nearestClass();
      encoder.encode(Arrays.copyOfRange(row, 2, 4), encoding);
      pair.successor = encoding.coordinates().clone();
      pair.residual = frozen.squaredError(pair.coordinates, pair.successor);
      pairs.add(pair);
    }
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.RECORDS, pairs.size())
            .bound(Bound.TIGHT)
            .refinements(
                new Refinements(
                    OptionalDouble.empty(), ReferenceClosure.PREVIOUS, 512, 0, Optional.empty()))
            .build();
    CertificateBasis basis = CertificateBasis.of(Matrix.identity(map.classes()), closure);
    List<WindowCertificate> records = new ArrayList<>();

    CertificateMonitor first = certify(settings, basis, pairs, List.of(), records);
    certify(settings, basis, pairs, first.minima(), records);

    WindowCertificate.Alarm alarm = records.get(1).alarm();
    assertThat(alarm.lower()).isGreaterThanOrEqualTo(0.260);
    assertThat(alarm.upper()).isLessThanOrEqualTo(0.288);
    assertThat(alarm.upper() / alarm.lower()).isLessThanOrEqualTo(1.10);
  }

  private static Matrix nearestCentroidMeans(KahmMap map, Episodes training) {
    Encoder encoder = map.newEncoder();
    Encoding next = new Encoding(map.classes());
    double[][] sums = new double[map.classes()][map.classes()];
    int[] counts = new int[map.classes()];
    for (int e = 0; e < training.count(); e++) {
      for (int t = 0; t + 1 < training.length(e); t++) {
        int c = map.nearestClass(training.state(e, t));
        encoder.encode(training.state(e, t + 1), next);
        counts[c]++;
        for (int k = 0; k < map.classes(); k++) {
          sums[c][k] += next.coordinates()[k];
        }
      }
    }
    for (int c = 0; c < sums.length; c++) {
      for (int k = 0; k < sums.length; k++) {
        sums[c][k] /= counts[c];
      }
    }
    return Matrix.ofRows(sums);
  }
}
