package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.reproduce.paper.data.LibraryKMeans;
import io.kahkm.reproduce.paper.data.PaperData;
import io.kahkm.reproduce.paper.print.ClassSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our repetition of scikit-learn's K-means against the labels that scikit-learn gave. */
class LibraryKMeansTest {
  private static final PaperData DATA = new PaperData();
  private static final Fits FITS = new Fits(ClassSource.PUBLISHED);

  static Stream<Arguments> configurations() {
    List<Arguments> all = new ArrayList<>();
    for (int seed = 0; seed < 3; seed++) {
      for (int classes : new int[] {8, 10, 12, 15}) {
        add(all, "duffing_search", "C" + classes, "duffing_search", classes, seed);
      }
      for (int classes : new int[] {20, 25, 30}) {
        add(all, "vanderpol_search", "C" + classes, "vanderpol", classes, seed);
      }
      for (double level : new double[] {0.005, 0.05}) {
        double[][] noisy = DATA.noisyPairs(level, seed, 25, 4).current().toArray(double[][]::new);
        String config = "noise" + level + "_seed" + seed;
        all.add(Arguments.of("vanderpol_noise", config, noisy, 25, seed));
      }
      for (ControlTaskSetting task : ControlTaskSetting.values()) {
        double[][] states = task.run(FITS, seed).current();
        all.add(Arguments.of(task.label(), task.config(seed), states, task.classes(), seed));
      }
      for (OscillatorReference reference : OscillatorReference.values()) {
        double[][] states = reference.split(FITS, seed).current();
        String config = "ref_" + reference.label() + "_seed" + seed;
        all.add(Arguments.of("oscillator_reference", config, states, reference.classes(), seed));
      }
      double[][] states = OscillatorReference.DUFFING.split(FITS, 1).current();
      String config = "proj_duffing_data1_rs" + seed;
      all.add(Arguments.of("oscillator_reference", config, states, 15, seed));
    }
    for (SelectedOscillator system : SelectedOscillator.values()) {
      double[][] states = system.states(FITS, 0).toArray(double[][]::new);
      String config = "ext_" + system.label();
      all.add(Arguments.of("oscillator_reference", config, states, system.classes(), 0));
    }
    return all.stream();
  }

  private static void add(
      List<Arguments> all, String study, String config, String file, int classes, int seed) {
    double[][] states = Arrays.copyOf(DATA.trajectory(file, seed, 1600), 1200);
    all.add(Arguments.of(study, config + "_seed" + seed, states, classes, seed));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("configurations")
  void everyPublishedLabelIsGivenAgain(
      String study, String config, double[][] states, int classes, long seed) {
    List<Integer> published = DATA.labels(study, config).orElseThrow();

    assertThat(LibraryKMeans.labels(states, classes, seed)).isEqualTo(published);
  }

  @Test
  void anotherSeedGivesOtherLabels() {
    double[][] states = DATA.trajectory("vanderpol", 0, 400);

    assertThat(LibraryKMeans.labels(states, 20, 1))
        .isNotEqualTo(LibraryKMeans.labels(states, 20, 0));
  }

  @Test
  void anEmptyClusterTakesTheStateFarthestFromItsCentre() {
    // Two different points for three classes: k-means++ has to draw one of them twice.
    double[][] states = {{0, 0}, {0, 0}, {0, 0}, {1, 0}};

    assertThat(LibraryKMeans.labels(states, 2, 0).stream().distinct()).hasSize(2);
    assertThat(LibraryKMeans.labels(states, 3, 0)).allMatch(label -> label >= 0 && label < 3);
  }
}
