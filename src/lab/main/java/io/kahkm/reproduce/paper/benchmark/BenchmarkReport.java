package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.Margins;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.reproduce.RiskBounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The unevaluated quantities of one benchmark system on evaluation data made for it, as text by
 * name, and whether everything that the paper proves about them holds.
 *
 * @param title the system
 * @param values text by quantity, in the order of the table
 * @param passed whether every proven relation holds on the drawn pairs taken as the law
 */
public record BenchmarkReport(String title, Map<String, String> values, boolean passed) {
  /** Relations hold exactly on a finite law; sums of a few thousand terms round by less. */
  private static final double ROUNDING = 1e-9;

  /**
   * How much is drawn.
   *
   * @param pairs independent pairs
   * @param episodes independent episodes
   * @param states states whose successors are drawn again
   * @param successors successors of each
   * @param geometries states that every submodel reconstructs
   */
  public record Size(int pairs, int episodes, int states, int successors, int geometries) {
    /** As much as the paper's reproduction draws. */
    public static final Size FULL = new Size(4000, 200, 400, 16, 400);
  }

  /**
   * Draws evaluation data of a system and evaluates the paper's quantities on them.
   *
   * @param benchmark the system with its map and closure
   * @param size how much is drawn
   * @param seed of the evaluation data
   * @return the values as text, and whether every proven relation holds
   */
  public static BenchmarkReport of(BenchmarkSystem benchmark, Size size, long seed) {
    BenchmarkData data = new BenchmarkData(benchmark, seed);
    List<BenchmarkData.Pair> pairs = new ArrayList<>();
    PairLaw.Builder law = new PairLaw.Builder(benchmark.title(), benchmark.map().classes());
    for (int i = 0; i < size.pairs(); i++) {
      BenchmarkData.Pair pair = data.pair();
      pairs.add(pair);
      law.add(
          1.0 / size.pairs(),
          pair.current().coordinates(),
          pair.current().nearestClass(),
          pair.next().coordinates());
    }
    RiskBounds bounds = RiskBounds.of(law.build(), benchmark.closure(), SoftModel.BETA);
    WindowCertificate onPairs = BenchmarkCertificates.onPairs(benchmark, pairs);
    WindowCertificate onEpisodes =
        BenchmarkCertificates.onEpisodes(benchmark, data, size.episodes());
    Writer writer = new Writer(benchmark, bounds);
    writer.assignment();
    writer.margins(onPairs);
    writer.separation(pairs);
    writer.geometry(data, pairs.subList(0, Math.min(size.geometries(), pairs.size())));
    writer.risk(onPairs);
    writer.interval(onPairs);
    writer.noise(SuccessorNoise.of(benchmark, data, pairs, size));
    writer.certificates("pairs", onPairs);
    writer.certificates("episodes", onEpisodes);
    return new BenchmarkReport(benchmark.title(), writer.values, writer.passed);
  }

  /**
   * What a reader of the table has to know about the drawn data.
   *
   * @param size how much was drawn
   * @return lines of prose
   */
  public static List<String> notes(Size size) {
    return List.of(
        "Every system makes its own evaluation data with the paper's start, noise and policy: "
            + size.pairs()
            + " independent pairs, each a uniformly drawn transition of an episode of its own, and "
            + size.episodes()
            + " independent episodes; both have the same law. Up to the certificates, the drawn"
            + " pairs are taken as the law, so that what the paper proves holds up to rounding; a"
            + " relation that does not is marked VIOLATED.",
        "Thresholds g_c and separations come from training states: nine tenths of a class keep"
            + " them. States with uniform coordinates count as failures of the margin. The affine"
            + " hull bounds a distance only where no zero denominator was replaced.",
        "Certificates hold with probability 0.95 each. L: no closure with a norm up to that of the"
            + " fitted one has a smaller root-mean-square error; U and the evaluable bound: the"
            + " fitted one has no larger.",
        "What is 0 or above 1.41, the diameter of the simplex, says nothing: a bound may be true"
            + " and useless.");
  }

  /** Collects the rows of one system. */
  private static final class Writer {
    private final BenchmarkSystem benchmark;
    private final RiskBounds bounds;
    private final Map<String, String> values = new LinkedHashMap<>();
    private boolean passed = true;

    Writer(BenchmarkSystem benchmark, RiskBounds bounds) {
      this.benchmark = benchmark;
      this.bounds = bounds;
    }

    private void put(String quantity, double value) {
      values.put(quantity, String.format(Locale.ROOT, "%.4g", value));
    }

    private void range(String quantity, ToDoubleFunction<RiskBounds.ClassLaw> value) {
      double[] all =
          bounds.classes().stream()
              .filter(one -> one.probability() > 0)
              .mapToDouble(value)
              .sorted()
              .toArray();
      values.put(quantity, String.format(Locale.ROOT, "%.3g .. %.3g", all[0], all[all.length - 1]));
    }

    private void relation(String quantity, boolean holds) {
      values.put(quantity, holds ? "holds" : "VIOLATED");
      passed &= holds;
    }

    void assignment() {
      values.put(
          "classes C, omega",
          String.format(
              Locale.ROOT, "%d, %.3g", benchmark.map().classes(), benchmark.map().omega()));
      values.put(
          "classes with evaluation states",
          "" + bounds.classes().stream().filter(one -> one.probability() > 0).count());
      put("A_fid", bounds.assignment());
      put("a_Phi", bounds.labelDistance());
      range("eps_c", RiskBounds.ClassLaw::shortfall);
      range("m_c", RiskBounds.ClassLaw::secondMoment);
      range("d_c", RiskBounds.ClassLaw::deficit);
      relation(
          "m_c >= pi_c - d_c in every class",
          bounds.classes().stream()
              .allMatch(one -> one.secondMoment() >= one.probability() - one.deficit() - ROUNDING));
      relation(
          "a_Phi^2 <= 2 A_fid",
          bounds.labelDistance() * bounds.labelDistance() <= 2 * bounds.assignment() + ROUNDING);
    }

    void margins(WindowCertificate record) {
      Margins margins = record.displayed().margins().orElseThrow();
      double smallest = margins.thresholds().stream().mapToDouble(g -> g).min().orElseThrow();
      double largest = margins.thresholds().stream().mapToDouble(g -> g).max().orElseThrow();
      values.put("g_c", String.format(Locale.ROOT, "%.3g .. %.3g", smallest, largest));
      double failures = 0;
      for (int c = 0; c < bounds.classes().size(); c++) {
        failures += bounds.classes().get(c).probability() * margins.failureShares().get(c);
      }
      put("states with G_c below g_c", failures);
      put("A_geom", margins.aGeom());
      put("U_geom", margins.uGeom());
      relation("A_fid <= A_geom", bounds.assignment() <= margins.aGeom() + ROUNDING);
    }

    /** The score-separation condition, on the states that were drawn. */
    void separation(List<BenchmarkData.Pair> pairs) {
      int kept = 0;
      int margin = 0;
      for (BenchmarkData.Pair pair : pairs) {
        Encoding encoding = pair.current();
        int c = encoding.nearestClass();
        BenchmarkSystem.Separation separation = benchmark.scores().get(c);
        double own = encoding.scores()[c];
        double other = BenchmarkSystem.smallestOther(encoding.scores(), c);
        if (separation.separated() && own <= separation.low() && other >= separation.high()) {
          kept++;
          double tau = benchmark.map().tau();
          double reached = StrictMath.log((1 - own + tau) / (1 - other + tau));
          margin += reached >= separation.margin(tau) - ROUNDING ? 1 : 0;
        }
      }
      long separated =
          benchmark.scores().stream().filter(BenchmarkSystem.Separation::separated).count();
      values.put("classes with t_c- < t_c+ (scores)", separated + " of " + bounds.classes().size());
      put("states that keep it", (double) kept / pairs.size());
      relation("their margin is at least log((1-t-+tau)/(1-t++tau))", margin == kept);
    }

    /** The same from reconstruction distances and angles, and the affine hulls. */
    void geometry(BenchmarkData data, List<BenchmarkData.Pair> pairs) {
      long separated =
          benchmark.reconstructions().stream()
              .filter(BenchmarkSystem.Separation::separated)
              .count();
      values.put(
          "classes with t_c- < t_c+ (distances, angles)",
          separated + " of " + bounds.classes().size());
      HullCheck check = HullCheck.of(benchmark, data, pairs);
      put("reconstructions off their hull (zero denominator)", check.offHull());
      put("competitors with a positive hull distance", check.informative());
      relation("hull distance <= reconstruction distance", check.holds());
    }

    void risk(WindowCertificate record) {
      double loss = bounds.assignment();
      double geometric = record.displayed().margins().orElseThrow().aGeom();
      double upper = record.displayed().assignmentBound().orElseThrow();
      put("rmse of the closure", bounds.risk());
      put("rmse of persistence", bounds.persistence());
      if (bounds.persistence() > ROUNDING) {
        double ratio = bounds.risk() / bounds.persistence();
        put("skill", 1 - ratio * ratio);
      }
      put("L_proto", bounds.prototypeDiameter());
      put("|B_*|", bounds.prototypeNorm());
      put("sigma_res", bounds.successorSpread());
      put("eps_est", bounds.estimation());
      put("eps_en", bounds.energy());
      put("T_geom", bounds.core(geometric));
      put("T + eps_est", bounds.direct(loss));
      put("c T + k eps_en", bounds.energyBound(loss));
      put("U_delta (pairs)", upper);
      put("B_delta", bounds.best(upper));
      put("B from U_geom", bounds.best(record.displayed().margins().orElseThrow().uGeom()));
      put("family at gamma = eta = 1, root", Math.sqrt(bounds.family(upper, 1, 1)));
      relation(
          "rmse <= both bounds <= B_delta's",
          bounds.risk() <= bounds.best(loss) + ROUNDING
              && bounds.best(loss) <= bounds.best(upper) + ROUNDING);
      relation("the family never falls below its infimum", familyHolds(upper));
      put("largest defect of the energy identity", bounds.identityDefect());
      relation(
          "energy identity and its pointwise bound",
          bounds.identityDefect() <= ROUNDING && bounds.pointwiseExcess() <= ROUNDING);
    }

    /** On a grid of powers of two around the minimizing gamma and eta. */
    private boolean familyHolds(double loss) {
      double infimum = bounds.energyBound(loss);
      double closest = Double.POSITIVE_INFINITY;
      for (int i = -20; i <= 20; i++) {
        for (int j = -20; j <= 20; j++) {
          closest = Math.min(closest, bounds.family(loss, Math.scalb(1.0, i), Math.scalb(1.0, j)));
        }
      }
      return closest >= infimum * infimum - ROUNDING;
    }

    void interval(WindowCertificate record) {
      double kappa = Math.max(bounds.prototypeNorm(), record.closureNorm());
      double geometric = record.displayed().margins().orElseThrow().aGeom();
      values.put(
          "D_kappa, kappa = max(|B_*|, |B|)",
          interval(bounds.attainableLow(kappa), bounds.attainableHigh(kappa, bounds.assignment())));
      values.put(
          "D_kappa by A_geom",
          interval(
              bounds.attainableLow(kappa, geometric), bounds.attainableHigh(kappa, geometric)));
      relation(
          "the closure's rmse is no less than the lower end",
          bounds.attainableLow(kappa) <= bounds.risk() + ROUNDING);
    }

    private static String interval(double low, OptionalDouble high) {
      return String.format(Locale.ROOT, "%.3g .. %.3g", low, high.orElseThrow());
    }

    void noise(SuccessorNoise noise) {
      put("rms of m(X) - B' phi", noise.predictable());
      put("rms of Z - m(X)", noise.noise());
      put("sigma_res without noise", noise.spreadOfMeans());
    }

    void certificates(String on, WindowCertificate record) {
      String label = " (" + on + ")";
      WindowCertificate.Row row = record.displayed().rows().get(0);
      values.put("units" + label, Long.toString(record.counts().units()));
      put("L paper" + label, row.paper().orElseThrow().lower());
      put("L label" + label, row.label().orElseThrow().lower());
      put("L minimum" + label, row.minimum().orElseThrow().lower());
      put("U" + label, record.displayed().upper().upper());
      EvaluableRisk evaluable = record.displayed().evaluable().orElseThrow();
      put("evaluable bound" + label, evaluable.bound());
      values.put(
          "its terms" + label,
          String.format(
              Locale.ROOT,
              "%.3g + %.3g + %.3g",
              evaluable.prototypeDiameter() * Math.sqrt(evaluable.lossUpper()),
              Math.sqrt(evaluable.varianceUpper()),
              Math.sqrt(evaluable.differenceUpper())));
      if (record.extent().sampling() == Sampling.EPISODES) {
        put("lag-1 dependence" + label, record.checks().dependence());
      }
    }
  }
}
