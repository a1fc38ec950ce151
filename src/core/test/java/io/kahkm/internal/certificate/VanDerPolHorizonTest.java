package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.testing.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tumbling windows of 200 independent episodes of the Van der Pol oscillator, on the published map
 * with 25 classes and omega 4: what the sharper bounds say one step and many steps ahead.
 */
class VanDerPolHorizonTest {
  private static final double STEP = 0.02;
  private static final double NOISE = 1e-5;
  private static final double TOLERANCE = 0.2019;
  private static final JsonNode JSON = Golden.json("vanderpol_C25_w4__authors.json");

  private final KahmMap map = map();
  private final Encoder encoder = map.newEncoder();
  private final RandomSource random = new RandomSource(77);
  private final double[][] starts =
      Golden.csv("iid_pairs_vanderpol_w128_matched_stochastic_rep0.csv", "q", "p");

  private static KahmMap map() {
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            JSON.get("C").intValue(),
            JSON.get("omega").doubleValue(),
            JSON.get("tau").doubleValue(),
            new MapSettings.Reconstruction(
                JSON.get("Nb").intValue(), FarField.PAPER, Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    List<Integer> labels =
        Arrays.stream(Golden.vector(JSON.get("train_labels"))).mapToObj(v -> (int) v).toList();
    return MapFitter.fit(settings, training(), new Partition.GivenLabels(labels), Progress.NONE);
  }

  private static double[][] training() {
    return Episodes.of(Golden.trajectories("vanderpol_train_seeds_0_1_2.csv", "q", "p"))
        .currentStates();
  }

  private CertificateBasis basis() {
    Matrix closure = Matrix.ofRows(Golden.rows(JSON.get("B_after_20_epochs")));
    double[][] states = training();
    double[][] coordinates = new double[states.length][];
    for (int i = 0; i < states.length; i++) {
      coordinates[i] = encode(states[i]);
    }
    double[][] gram = SquareProducts.ownProducts(coordinates);
    for (double[] row : gram) {
      for (int j = 0; j < row.length; j++) {
        row[j] /= states.length;
      }
    }
    return new CertificateBasis(
        Matrix.identity(map.classes()),
        closure,
        Optional.of(Matrix.ofRows(gram)),
        VariationLimits.NONE,
        Optional.empty());
  }

  private double[] encode(double[] state) {
    Encoding encoding = new Encoding(map.classes());
    encoder.encode(state, encoding);
    return encoding.coordinates().clone();
  }

  /** One Runge-Kutta step of dq = p, dp = (1 - q^2) p - q, then noise. */
  private void step(double[] x) {
    double[] k1 = slope(x[0], x[1]);
    double[] k2 = slope(x[0] + STEP / 2 * k1[0], x[1] + STEP / 2 * k1[1]);
    double[] k3 = slope(x[0] + STEP / 2 * k2[0], x[1] + STEP / 2 * k2[1]);
    double[] k4 = slope(x[0] + STEP * k3[0], x[1] + STEP * k3[1]);
    for (int i = 0; i < 2; i++) {
      x[i] += STEP / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) + NOISE * random.nextGaussian();
    }
  }

  private static double[] slope(double q, double p) {
    return new double[] {p, (1 - q * q) * p - q};
  }

  private List<WindowCertificate> windows(
      int count, int units, int pairs, Optional<HorizonSettings> horizons) {
    CertificateBasis basis = basis();
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.EPISODES, units)
            .policy(WindowPolicy.TUMBLING)
            .bound(Bound.TIGHT)
            .tolerance(TOLERANCE)
            .outsideShare(1)
            .refinements(
                new Refinements(OptionalDouble.of(2), ReferenceClosure.PREVIOUS, 0, 0, horizons))
            .build();
    CertificateMonitor monitor = new CertificateMonitor(settings, basis);
    List<WindowCertificate> records = new ArrayList<>();
    PairEvidence pair = new PairEvidence(map.classes());
    while (records.size() < count) {
      double[] state = starts[random.nextInt(starts.length)].clone();
      double[] next = encode(state);
      for (int t = 0; t < pairs; t++) {
        pair.coordinates = next;
        step(state);
        next = encode(state);
        pair.successor = next;
        if (monitor.needsFreeze()) {
          monitor.freeze(basis.closure());
        }
        pair.residual = monitor.residual(pair.coordinates, pair.successor);
        monitor.pair(pair, t);
      }
      monitor.endUnit(0, true).ifPresent(records::add);
    }
    return records;
  }

  @Test
  void fromTheSecondWindowOnTheTightBoundIsPositiveAndTheCappedOneSmall() {
    List<WindowCertificate> records = windows(4, 200, 49, Optional.empty());

    for (WindowCertificate record : records.subList(1, records.size())) {
      assertThat(record.alarm().lower()).isGreaterThanOrEqualTo(0.012);
      assertThat(record.alarm().upperCapped().orElseThrow()).isLessThanOrEqualTo(0.062);
      // With all losses 0 no valid bound of 200 units is smaller.
      assertThat(record.alarm().upper()).isGreaterThanOrEqualTo(0.1818);
    }
  }

  @Tag("full")
  @Test
  void forecastsAreCertifiedFiftyStepsAhead() {
    HorizonSettings horizons =
        new HorizonSettings(List.of(1, 10, 50, 200), 1, 0.05, true, Projection.NONE);

    List<WindowCertificate> records = windows(4, 200, 260, Optional.of(horizons));

    for (WindowCertificate record : records.subList(1, records.size())) {
      HorizonCertificate certificate = record.horizons().orElseThrow();
      assertThat(certificate.claims().ok()).isEqualTo(50);
      assertThat(certificate.rows().get(2).lower().orElseThrow()).isGreaterThanOrEqualTo(0.065);
    }
  }
}
