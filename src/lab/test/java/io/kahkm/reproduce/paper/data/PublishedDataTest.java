package io.kahkm.reproduce.paper.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.system.Oscillator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The data we make ourselves against digests of the published ones. */
class PublishedDataTest {
  private static final PaperData DATA = new PaperData();

  static Stream<Arguments> digests() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                PublishedDataTest.class.getResourceAsStream("/paper/published_digests.csv"),
                StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).toList().stream()
          .map(line -> Arguments.of((Object[]) line.split(",", -1)));
    }
  }

  @ParameterizedTest
  @MethodSource("digests")
  void madeDataHaveTheBitsOfThePublishedOnes(String data, String name, int rows, String digest) {
    assertThat(
            switch (data) {
              case "vanderpol" -> trajectory(Integer.parseInt(name), rows);
              case "noisy" -> noisy(name);
              default -> episodes(data, name);
            })
        .isEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100, 101, 102})
  void duffingTrajectoriesDifferFromThePublishedOnesByRoundingOnly(int seed) {
    int steps = seed < 100 ? 1200 : 800;
    double[][] published = DATA.trajectory("duffing", seed, steps);
    double[][] made = OscillatorPath.of(Oscillator.duffing(), seed, steps);

    for (int t = 0; t <= steps; t++) {
      // A cube that rounds the other way moves a velocity of order one by an ulp, which damping
      // eats.
      assertThat(made[t]).containsExactly(published[t], within(1e-15));
    }
  }

  private static String trajectory(int seed, int rows) {
    Digest digest = new Digest();
    for (double[] state : DATA.trajectory("vanderpol", seed, rows - 1)) {
      digest.add(state);
    }
    return digest.hex();
  }

  private static String noisy(String name) {
    String[] parts = name.substring("noise".length()).split("_seed", -1);
    PaperData.NoisyPairs pairs =
        DATA.noisyPairs(Double.parseDouble(parts[0]), Integer.parseInt(parts[1]), 25, 4);
    Digest digest = new Digest();
    for (int i = 0; i < pairs.current().size(); i++) {
      digest.add(pairs.current().get(i));
      digest.add(pairs.next().get(i));
    }
    return digest.hex();
  }

  private static String episodes(String task, String run) {
    Digest digest = new Digest();
    List<PaperData.ControlEpisode> episodes = DATA.run(task, run);
    for (int e = 0; e < episodes.size(); e++) {
      PaperData.ControlEpisode episode = episodes.get(e);
      for (int t = 0; t < episode.states().size(); t++) {
        int action = t < episode.actions().size() ? episode.actions().get(t) : -1;
        digest.add(e, t, action);
        digest.add(episode.states().get(t));
      }
    }
    return digest.hex();
  }

  /** SHA-256 over little-endian doubles. */
  private static final class Digest {
    private final MessageDigest digest;

    Digest() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    void add(double... values) {
      ByteBuffer bytes =
          ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asDoubleBuffer().put(values);
      digest.update(bytes.array());
    }

    String hex() {
      return HexFormat.of().formatHex(digest.digest());
    }
  }
}
