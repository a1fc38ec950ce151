package io.kahkm.reproduce;

import io.kahkm.internal.numeric.RandomSource;

/**
 * Sequences of a forecast, a reference and an outcome about which it is known that the forecast is
 * not better: a certified skill is false, whenever it is looked at.
 *
 * <p>In most of them a coin decides whether the outcome is the forecast or the reference, and how
 * far apart the two are is known beforehand, so that the expected difference of losses is exactly 0
 * under every cap: the hardest case that the claim allows. In the last one the forecast is worse
 * under the declared cap, 4 times the mean loss of the reference, and better under a small one.
 */
enum SkillSequence {
  CONSTANT("a fair coin, equal distances"),
  SEASON("a fair coin, distances with a season of 24"),
  VOLATILITY("a fair coin, distances with stochastic volatility"),
  SWITCHING("a fair coin, distances that grow tenfold for 50 steps at a time"),
  HEAVY_TAILS("a fair coin, distances with heavy tails (Cauchy)"),
  RANDOM_WALK("a random walk, no change against no change with noise"),
  ONE_HOUR("better in one step of six, worse in the others"),
  LARGE_ERRORS("right about small distances, wrong about large ones");

  /** Steps in which {@link #ONE_HOUR} repeats itself. */
  static final int HOUR = 6;

  private static final double FACTOR = 1.3;
  private static final double NOISE = 0.3;

  /** Of five steps two have a large distance: the cap is such that they weigh more. */
  private static final int CYCLE = 5;

  private static final int LARGE = 2;

  private final String words;

  SkillSequence(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /**
   * What is known of one forecast in the end.
   *
   * @param referenceLoss squared error of the reference
   * @param loss squared error of the forecast
   * @param squaredDistance between the two
   */
  record Pair(double referenceLoss, double loss, double squaredDistance) {}

  /**
   * Draws a sequence.
   *
   * @param random source of all draws
   * @param length number of forecasts
   * @param horizon steps ahead; one coin decides that many forecasts in a row, since forecasts that
   *     overlap may share their fate
   * @return by the time of the forecast
   */
  Pair[] draw(RandomSource random, int length, int horizon) {
    double[] walk = new double[length + horizon];
    double[] independent = new double[length + horizon];
    for (int t = 0; t < walk.length; t++) {
      independent[t] = 2 * random.nextGaussian();
      walk[t] = (t == 0 ? 0 : walk[t - 1]) + random.nextGaussian();
    }
    Pair[] pairs = new Pair[length];
    double logVolatility = 0;
    boolean right = true;
    for (int t = 0; t < length; t++) {
      logVolatility = 0.98 * logVolatility + 0.2 * random.nextGaussian();
      if (t % horizon == 0) {
        right = random.nextUniform() < 0.5;
      }
      pairs[t] =
          switch (this) {
            case RANDOM_WALK ->
                pair(walk[t + horizon], walk[t], walk[t] + NOISE * random.nextGaussian());
            case ONE_HOUR ->
                pair(
                    independent[t + horizon],
                    independent[t],
                    t % HOUR == 0 ? 0 : FACTOR * independent[t]);
            case LARGE_ERRORS -> t % CYCLE < LARGE ? pair(0, 0, 3) : pair(1, 0, 1);
            default -> {
              double distance = distance(random, t, logVolatility);
              yield pair(right ? distance : 0, 0, distance);
            }
          };
    }
    return pairs;
  }

  private static Pair pair(double outcome, double reference, double forecast) {
    return new Pair(
        square(outcome - reference), square(outcome - forecast), square(forecast - reference));
  }

  private static double square(double x) {
    return x * x;
  }

  private double distance(RandomSource random, int t, double logVolatility) {
    return switch (this) {
      case SEASON -> 1.1 + StrictMath.sin(2 * StrictMath.PI * t / 24);
      case VOLATILITY -> StrictMath.exp(logVolatility);
      case SWITCHING -> t / 50 % 2 == 0 ? 1 : 10;
      case HEAVY_TAILS -> StrictMath.tan(StrictMath.PI * (random.nextUniform() - 0.5));
      default -> 1;
    };
  }
}
