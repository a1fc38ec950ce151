package io.kahkm.internal.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PastForecastsTest {
  private static final List<ExpertKind> KINDS =
      List.of(ExpertKind.PERSISTENCE, ExpertKind.OWN_PAST, ExpertKind.SEASON);

  /** Two sensors, lags 1 and 3, a season of 4; the second sensor has no own past. */
  private static HorizonExperts experts(int horizon, List<ExpertKind> kinds, double reach) {
    return new HorizonExperts(
        horizon,
        Matrix.of(2, 4, new double[] {0.5, -0.1, 0.2, 0.3, 0, 0, 0, 0}),
        Matrix.of(2, 1, new double[] {reach, reach}),
        Matrix.of(2, 1, new double[] {1, 1}),
        kinds,
        Matrix.of(2, kinds.size(), new double[2 * kinds.size()]));
  }

  private static PastModel model(HorizonExperts experts) {
    return new PastModel(List.of(4), new int[] {1, 3}, Map.of(experts.horizon(), experts));
  }

  private static ReadingHistory history(double... firstSensor) {
    ReadingHistory history = new ReadingHistory(2, 3);
    for (double value : firstSensor) {
      history.add(new double[] {value, 10 * value});
    }
    return history;
  }

  private static double[] ownPast(ReadingHistory history, double reach) {
    HorizonExperts experts = experts(2, KINDS, reach);
    double[] out = new double[3];
    new PastForecasts(model(experts), experts).ownPast(history, out, 1);
    return out;
  }

  @Test
  void regressesASensorOnItsOwnPast() {
    // x = 5, x(t-1) = 4, x(t-3) = 2: 5 + .5 - .1 * 5 + .2 (4 - 5) + .3 (2 - 5)
    double[] out = ownPast(history(2, 3, 4, 5), 100);

    assertThat(out[1]).isCloseTo(3.9, within(1e-12));
    assertThat(out[2]).isNaN();
    assertThat(ownPast(history(1, 1, 1, 2, 3, 4, 5), 1)[1]).isEqualTo(4);
  }

  @Test
  void readsTheSeasonBefore() {
    HorizonExperts experts = experts(2, KINDS, 100);
    double[] out = new double[2];

    new PastForecasts(model(experts), experts).season(0, history(2, 3, 4, 5), out, 0);

    assertThat(out).containsExactly(3, 30);
  }

  @Test
  void aMissingReadingLeavesOutThoseWhoNeedItUntilItIsOutOfReach() {
    ReadingHistory history = history(1, 2, 3, 4, 5);
    history.skip(1);
    boolean[] known = new boolean[5];
    for (int step = 0; step < known.length; step++) {
      history.add(new double[] {7, 7});
      known[step] = !Double.isNaN(ownPast(history, 100)[1]);
    }
    // The gap is 1, 2, 3 steps back: needed at lags 1 and 3.
    assertThat(known).containsExactly(false, true, false, true, true);

    history.skip(1_000_000_000_000L);
    history.add(new double[] {7, 7});
    assertThat(ownPast(history, 100)[1]).isNaN();
  }

  @Test
  void aHorizonOfAWholeSeasonHasNoSeasonBesidePersistence() {
    HorizonExperts experts = experts(8, KINDS.subList(0, 2), 1);

    assertThat(model(experts).seasons(8)).isEmpty();
    assertThatThrownBy(() -> model(experts(8, KINDS, 1)))
        .hasMessageContaining("horizon 8 has 1 seasons");
  }

  @Test
  void continuesFromItsBytes() {
    ReadingHistory history = history(1, 2, 3, 4, 5, 6);
    StateWriter writer = new StateWriter();
    history.transfer(writer);
    ReadingHistory read = new ReadingHistory(2, 3);
    read.transfer(new StateReader(writer.toByteArray()));

    assertThat(ownPast(read, 100)).containsExactly(ownPast(history, 100));
    assertThat(ReadingHistory.bytes(7, 192)).isEqualTo(193 * 7 * 8);
  }

  @Test
  void refusesPartsThatDoNotFit() {
    assertThatThrownBy(() -> experts(0, KINDS, 1)).hasMessage("horizon is 0, must be at least 1");
    assertThatThrownBy(() -> experts(2, KINDS.subList(1, 2), 1))
        .hasMessageContaining("persistence must be first");
    assertThatThrownBy(() -> experts(2, KINDS, -1))
        .hasMessage("reach holds -1.0, must be finite and at least 0");
    assertThatThrownBy(() -> new PastModel(List.of(), new int[] {3, 3}, Map.of()))
        .hasMessageContaining("lags is [3, 3], must ascend");
  }

  @Test
  void decaysLikeTheExponentialFunction() {
    for (double x = 0; x <= 32; x += 0.01) {
      double exact = StrictMath.exp(-x);
      assertThat(ExponentialDecay.of(x)).isCloseTo(exact, within(2.1e-12 * exact));
    }
    double least = StrictMath.exp(-32);
    assertThat(ExponentialDecay.of(1e300)).isCloseTo(least, within(2.1e-12 * least));
  }
}
