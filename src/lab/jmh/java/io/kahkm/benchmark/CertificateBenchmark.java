package io.kahkm.benchmark;

import io.kahkm.internal.certificate.CertificateAssessor;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.WindowStatistics;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a window: per record, and once at its close. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CertificateBenchmark {
  private static final int UNITS = 4096;
  private static final int EPOCHS = 4;

  /** Number of reference classes C. */
  @Param({"25", "150", "500"})
  public int classes;

  private SimulatedPairs pairs;
  private WindowStatistics open;
  private WindowStatistics full;
  private RollingStatistics rolling;
  private Matrix closure;
  private CertificateSettings settings;

  /** Fills a window and lets a closure learn from the same pairs. */
  @Setup
  public void fill() {
    pairs = new SimulatedPairs(classes);
    open = new WindowStatistics(classes);
    full = new WindowStatistics(classes);
    rolling = new RollingStatistics(classes);
    Closure learner = Closure.of(Matrix.identity(classes));
    for (int i = 0; i < UNITS; i++) {
      full.addUnit(pairs.next());
    }
    for (int i = 0; i < EPOCHS * UNITS; i++) {
      PairEvidence pair = pairs.next();
      learner.update(pair.coordinates, pair.successor, 0.9);
    }
    closure = learner.matrix();
    settings =
        CertificateSettings.builder(Sampling.RECORDS, UNITS)
            .tolerance(0.3)
            .displayKappas(List.of(0.9, 1.0))
            .build();
  }

  /** One record into the window's statistics, the C^2 sums S and H included. */
  @Benchmark
  public void update() {
    open.addUnit(pairs.next());
  }

  /** One record into the rolling statistics, the oldest pane's expiry included; no C^2 sums. */
  @Benchmark
  public void rolling() {
    rolling.add(pairs.next());
  }

  /** The close: the alarm and two displayed norm limits, every bound. */
  @Benchmark
  public WindowCertificate close() {
    return CertificateAssessor.assess(
        full,
        settings,
        closure,
        closure,
        new CertificateAssessor.Window(0, 0, 1, 0.05, 0, OptionalDouble.empty()));
  }
}
