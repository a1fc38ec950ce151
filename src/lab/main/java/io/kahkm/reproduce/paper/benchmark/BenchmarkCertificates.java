package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.certificate.CertificateAssessor;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.WindowStatistics;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.kahm.Encoding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The engine's certificates on evaluation data of a benchmark system. */
final class BenchmarkCertificates {
  private static final double DELTA = 0.05;
  private static final double NORM_ALLOWANCE = 1 + 1e-9;

  private final BenchmarkSystem benchmark;
  private final Closure closure;
  private final PairEvidence evidence;

  private BenchmarkCertificates(BenchmarkSystem benchmark) {
    this.benchmark = benchmark;
    closure = Closure.of(benchmark.closure());
    evidence = new PairEvidence(benchmark.map().classes());
  }

  /** Every pair is a unit. */
  static WindowCertificate onPairs(BenchmarkSystem benchmark, List<BenchmarkData.Pair> pairs) {
    BenchmarkCertificates certificates = new BenchmarkCertificates(benchmark);
    WindowStatistics statistics = certificates.statistics(pairs.size());
    for (BenchmarkData.Pair pair : pairs) {
      certificates.fill(pair.current(), pair.next());
      statistics.addUnit(certificates.evidence);
    }
    return certificates.assess(statistics, Sampling.RECORDS, pairs.size());
  }

  /** Every episode is a unit. */
  static WindowCertificate onEpisodes(BenchmarkSystem benchmark, BenchmarkData data, int count) {
    BenchmarkCertificates certificates = new BenchmarkCertificates(benchmark);
    WindowStatistics statistics = certificates.statistics(count);
    for (int e = 0; e < count; e++) {
      List<Encoding> episode = data.episode();
      for (int t = 0; t + 1 < episode.size(); t++) {
        certificates.fill(episode.get(t), episode.get(t + 1));
        statistics.addPair(certificates.evidence);
      }
      statistics.endUnit();
    }
    return certificates.assess(statistics, Sampling.EPISODES, count);
  }

  private WindowStatistics statistics(int units) {
    MarginRule rule =
        new MarginRule(benchmark.thresholds(), benchmark.map().omega(), benchmark.map().tau());
    return new WindowStatistics(benchmark.map().classes(), units, Optional.of(rule));
  }

  private void fill(Encoding current, Encoding next) {
    evidence.coordinates = current.coordinates();
    evidence.successor = next.coordinates();
    evidence.nearestClass = current.nearestClass();
    evidence.scores = current.scores();
    evidence.uniform = current.uniform();
    evidence.outside = current.uniform() || !current.reached();
    evidence.residual = closure.squaredError(current.coordinates(), next.coordinates());
  }

  private WindowCertificate assess(WindowStatistics statistics, Sampling sampling, int units) {
    double norm = MatrixNorms.spectralNorm(benchmark.closure()) * NORM_ALLOWANCE;
    CertificateSettings settings =
        CertificateSettings.builder(sampling, units)
            .delta(DELTA)
            .displayKappas(List.of(norm))
            .marginThresholds(benchmark.thresholds())
            .build();
    return CertificateAssessor.assess(
        statistics,
        settings,
        benchmark.closure(),
        benchmark.classMeans(),
        new CertificateAssessor.Window(0, 0, 1, DELTA, 0, 0, OptionalDouble.empty(), false));
  }
}
