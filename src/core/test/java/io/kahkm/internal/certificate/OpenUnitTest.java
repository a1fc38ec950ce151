package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.sums.ClassScatter;
import io.kahkm.internal.certificate.sums.MarginTable;
import io.kahkm.internal.certificate.sums.PackedScatter;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.PairSums;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the pairs of a unit are kept or summed up at once changes no bit. */
class OpenUnitTest {
  private static final double TAU = 1e-8;

  /** Coordinates of which all but a few are equal, as of a state that few classes reach. */
  private static double[] state(SplittableRandom random, int classes, int near) {
    double[] state = new double[classes];
    double sum = 0;
    double far = random.nextDouble(0.001, 0.002);
    for (int k = 0; k < classes; k++) {
      state[k] = k < near ? random.nextDouble() : far;
      sum += state[k];
    }
    for (int k = 0; k < classes; k++) {
      state[k] /= sum;
    }
    return state;
  }

  private static PairEvidence pair(SplittableRandom random, double[] phi, double[] z) {
    PairEvidence pair = new PairEvidence(phi.length);
    pair.coordinates = phi;
    pair.successor = z;
    pair.nearestClass = random.nextInt(phi.length);
    pair.scores = random.doubles(phi.length).toArray();
    pair.residual = random.nextDouble();
    pair.outside = random.nextInt(5) == 0;
    pair.broken = random.nextInt(7) == 0;
    return pair;
  }

  private static byte[] written(PairSums sums) {
    StateWriter writer = new StateWriter();
    sums.transfer(writer);
    return writer.toByteArray();
  }

  /** The last of them outgrow their sums; some pairs do not continue the one before. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 5",
    "3, 3, 9",
    "8, 3, 30",
    "8, 8, 200",
    "25, 6, 50",
    "25, 25, 120",
    "70, 5, 40"
  })
  void givesTheSumsOfItsPairs(int classes, int near, int count) {
    SplittableRandom random = new SplittableRandom(classes * 1000L + near);
    Optional<MarginRule> rule =
        Optional.of(new MarginRule(Collections.nCopies(classes, 0.1), 4, TAU));
    MarginTable margins = new MarginTable(rule.orElseThrow());
    CertificateWorkspace workspace = new CertificateWorkspace();
    OpenUnit other = new OpenUnit(classes, margins, workspace);
    OpenUnit unit = new OpenUnit(classes, margins, workspace);
    for (int round = 0; round < 3; round++) {
      PairSums plain = new PairSums(classes);
      double[] phi = state(random, classes, near);
      for (int i = 0; i < count; i++) {
        double[] z = state(random, classes, near);
        PairEvidence pair = pair(random, phi, z);
        plain.add(pair, margins);
        unit.add(pair);
        other.add(pair);
        phi = random.nextInt(9) == 0 ? state(random, classes, near) : z;
        if (i % 11 == 3) {
          // As where another stream of the thread ends a unit in between.
          other.sums();
          assertThat(written(unit.sums())).isEqualTo(written(plain));
        }
        if (i == count / 2 && round == 1) {
          StateWriter writer = new StateWriter();
          unit.transfer(writer);
          unit = new OpenUnit(classes, margins, workspace);
          unit.transfer(new StateReader(writer.toByteArray()));
        }
      }
      assertThat(unit.pairs()).isEqualTo(count);
      assertThat(written(unit.sums())).isEqualTo(written(plain));
      // The control: one coordinate of one pair shows.
      other.clear();
      PairEvidence last = pair(random, phi, state(random, classes, near));
      unit.add(last);
      last.coordinates = last.coordinates.clone();
      last.coordinates[classes / 2] += 1e-6;
      plain.add(last, margins);
      assertThat(written(unit.sums())).isNotEqualTo(written(plain));
      unit.clear();
      assertThat(unit.pairs()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "8, 2", "25, 25", "25, 4", "130, 3"})
  void packedScatterSaysWhatTheWholeSays(int classes, int near) {
    SplittableRandom random = new SplittableRandom(classes);
    ClassScatter whole = new ClassScatter(classes);
    for (int i = 0; i < 100; i++) {
      whole.add(random.nextInt((classes + 1) / 2), state(random, classes, near));
    }

    PackedScatter packed = new PackedScatter(whole);

    StateWriter expected = new StateWriter();
    whole.transfer(expected);
    StateWriter actual = new StateWriter();
    packed.write(actual);
    assertThat(actual.toByteArray()).isEqualTo(expected.toByteArray());
    ClassScatter sum = new ClassScatter(classes);
    ClassScatter merged = new ClassScatter(classes);
    for (ClassScatter each : List.of(sum, merged)) {
      each.add(0, state(new SplittableRandom(5), classes, near));
    }
    sum.merge(whole, 1);
    packed.mergeInto(merged);
    StateWriter one = new StateWriter();
    sum.transfer(one);
    StateWriter two = new StateWriter();
    merged.transfer(two);
    assertThat(two.toByteArray()).isEqualTo(one.toByteArray());
  }
}
