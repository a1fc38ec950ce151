package io.kahkm.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.peers.Peer;
import io.kahkm.bench.peers.PeerKind;
import io.kahkm.bench.peers.PeerTask;
import io.kahkm.internal.numeric.RandomSource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeersTest {
  private static final int ROWS = 400;
  private static final List<Integer> HORIZONS = List.of(1, 3);

  static List<PeerKind> kinds() {
    List<PeerKind> kinds = new ArrayList<>();
    ServiceLoader.load(PeerKind.class).forEach(kinds::add);
    return kinds;
  }

  @Test
  void areFoundAsServices() {
    assertThat(kinds())
        .extracting(PeerKind::name)
        .containsExactly("AWS random cut forest", "AWS RCFCaster", "MOA AMRules");
  }

  /**
   * Two sensors turn around each other, so that each forecast has a sensor and a step of its own.
   */
  private static double[] reading(int t) {
    return new double[] {Math.sin(0.2 * t), 2 + Math.cos(0.2 * t)};
  }

  private static PeerTask task() {
    double[][] rows = new double[ROWS][];
    for (int t = 0; t < ROWS; t++) {
      rows[t] = reading(t);
    }
    return new PeerTask(List.of("a", "b"), List.<double[][]>of(rows), 1, HORIZONS, 1);
  }

  private static double squares(PeerKind kind, int horizon, int offset) {
    Peer peer = kind.learned(task(), 1);
    double[] into = new double[2];
    double sum = 0;
    for (int t = ROWS; t < ROWS + 40; t++) {
      peer.take(reading(t));
      assertThat(peer.forecast(horizon, into)).isTrue();
      double[] later = reading(t + HORIZONS.get(horizon) + offset);
      sum += Math.pow(into[0] - later[0], 2) + Math.pow(into[1] - later[1], 2);
    }
    return sum;
  }

  /** A forecast put to the wrong step or sensor would be as far off as persistence. */
  @ParameterizedTest
  @MethodSource("kinds")
  void forecastTheReadingSoManyStepsLater(PeerKind kind) {
    double persistence = 0;
    for (int t = ROWS; t < ROWS + 40; t++) {
      double[] now = reading(t);
      double[] later = reading(t + 3);
      persistence += Math.pow(now[0] - later[0], 2) + Math.pow(now[1] - later[1], 2);
    }

    double error = squares(kind, 1, 0);

    assertThat(error).as(kind.name()).isLessThan(persistence / 2);
    assertThat(squares(kind, 1, -3)).as("the present").isGreaterThan(error);
    assertThat(squares(kind, 1, 3)).as("three steps more").isGreaterThan(error);
    assertThat(squares(kind, 1, 0)).as("again").isEqualTo(error);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void haveNoForecastBeforeTheyHaveLearned(PeerKind kind) {
    PeerTask task =
        new PeerTask(
            List.of("a", "b"), List.<double[][]>of(new double[][] {{1, 2}}), 2, HORIZONS, 1);
    double[] into = {7, 7};

    assertThat(kind.learned(task, 0).forecast(0, into)).isFalse();
    assertThat(into).containsExactly(7, 7);
  }

  /** Tables go to standard output, and no peer may write there. */
  @Test
  void sayNothingOfTheirOwn() {
    PrintStream console = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      for (PeerKind kind : List.of(new ForestKind(), new RulesKind())) {
        kind.learned(jumpsAndSpikes(), 0);
      }
    } finally {
      System.setOut(console);
    }

    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** A sensor has two levels, which make rules; the other has spikes, of which MOA would tell. */
  private static PeerTask jumpsAndSpikes() {
    RandomSource random = new RandomSource(1);
    double[][] rows = new double[1000][];
    for (int t = 0; t < rows.length; t++) {
      int phase = t / 20 % 2;
      double level = phase + 0.1 * random.nextGaussian();
      rows[t] = new double[] {level, t % 100 == 99 ? 50 : random.nextGaussian()};
    }
    return new PeerTask(List.of("a", "b"), List.<double[][]>of(rows), 1, HORIZONS, 1);
  }

  @Test
  void theForestScoresAJump() {
    Peer forest = new ForestKind().learned(task(), 0);
    double usual = 0;
    for (int t = ROWS; t < ROWS + 20; t++) {
      forest.take(reading(t));
      usual = Math.max(usual, forest.score(0));
    }

    forest.take(new double[] {9, -9});

    assertThat(forest.score(0)).isGreaterThan(2 * usual);
    assertThat(forest.inAlarm()).isTrue();
  }
}
