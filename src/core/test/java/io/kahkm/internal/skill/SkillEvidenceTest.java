package io.kahkm.internal.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.testing.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SkillEvidenceTest {
  private static final double ALPHA = 0.05;
  private static final SkillShares SHARES = SkillShares.USUAL;

  private static Stream<JsonNode> sequences() {
    return StreamSupport.stream(Golden.json("any_sequence.json").spliterator(), false);
  }

  private static double square(double x) {
    return x * x;
  }

  /** Persistence as the reference, both forecasts made at every reading for {@code h} later. */
  private static void step(SkillEvidence skill, double[] x, double[] f, int h, int t) {
    if (t >= h) {
      skill.outcome(square(x[t] - x[t - h]), square(x[t] - f[t - h]));
    }
    skill.forecast(square(f[t] - x[t]));
  }

  private static SkillEvidence run(double[] x, double[] f, int h) {
    SkillEvidence skill = new SkillEvidence(SHARES, h);
    for (int t = 0; t < x.length; t++) {
      step(skill, x, f, h, t);
    }
    return skill;
  }

  private static OptionalDouble optional(JsonNode value) {
    return value.isNull() ? OptionalDouble.empty() : OptionalDouble.of(value.doubleValue());
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void agreesWithTheReferenceProgram(JsonNode sequence) {
    SkillEvidence skill =
        run(
            Golden.vector(sequence.get("x")),
            Golden.vector(sequence.get("forecast")),
            sequence.get("horizon").intValue());

    assertThat(skill.outcomes()).isEqualTo(sequence.get("outcomes").longValue());
    assertThat(skill.observed().orElseThrow())
        .isCloseTo(sequence.get("observed").doubleValue(), within(1e-12));
    for (int share : new int[] {0, 1, 4}) {
      String name = Double.toString(SHARES.values().get(share));
      assertThat(skill.logEvidence(share))
          .isCloseTo(sequence.get("log_e").get(name).doubleValue(), within(1e-12));
      assertThat(skill.logEvidenceOfOutcomes(share))
          .isCloseTo(sequence.get("log_e_fixed").get(name).doubleValue(), within(1e-12));
    }
    assertThat(skill.certified(0.05)).isEqualTo(optional(sequence.get("certified").get("0.05")));
    assertThat(skill.certified(0.01)).isEqualTo(optional(sequence.get("certified").get("0.01")));
  }

  @Test
  void continuesFromItsStoredStateToTheBit() {
    JsonNode sequence = Golden.json("any_sequence.json").get(3);
    double[] x = Golden.vector(sequence.get("x"));
    double[] f = Golden.vector(sequence.get("forecast"));
    int h = sequence.get("horizon").intValue();
    SkillEvidence whole = run(x, f, h);
    SkillEvidence stored = new SkillEvidence(SHARES, h);
    for (int t = 0; t < x.length; t++) {
      if (t % 37 == 0) {
        StateWriter writer = new StateWriter();
        stored.transfer(writer);
        stored = new SkillEvidence(SHARES, h);
        StateReader reader = new StateReader(writer.toByteArray());
        stored.transfer(reader);
        reader.finish();
      }
      step(stored, x, f, h, t);
    }
    for (int i = 0; i < SHARES.count(); i++) {
      assertThat(stored.logEvidence(i)).isEqualTo(whole.logEvidence(i));
    }
    assertThat(stored.observed()).isEqualTo(whole.observed());
  }

  private static byte[] stored(SkillEvidence skill) {
    StateWriter writer = new StateWriter();
    skill.transfer(writer);
    return writer.toByteArray();
  }

  /** Arrays of evidence, then what a stream without forecasts has besides. */
  private static byte[] stored(double[] logs, double[] products) {
    StateWriter writer = new StateWriter();
    writer.putDoubles(logs);
    writer.putDoubles(products);
    writer.putInt(0);
    for (int i = 0; i < 8; i++) {
      writer.putLong(0);
    }
    return writer.toByteArray();
  }

  /** A stream whose evidence has not begun stores none; earlier releases stored zeros and ones. */
  @Test
  void storesEvidenceOnceItHasBegun() {
    byte[] none = stored(new SkillEvidence(SHARES, 1));
    assertThat(none).isEqualTo(stored(new double[0], new double[0]));
    double[] ones = new double[9 * SHARES.count()];
    Arrays.fill(ones, 1);
    SkillEvidence earlier = new SkillEvidence(SHARES, 1);
    earlier.transfer(new StateReader(stored(new double[ones.length], ones)));
    SkillEvidence now = new SkillEvidence(SHARES, 1);
    now.transfer(new StateReader(none));
    for (int t = 0; t < 60; t++) {
      for (SkillEvidence skill : List.of(earlier, now)) {
        skill.forecast(0.25);
        skill.outcome(1, t % 3 == 0 ? 0.5 : 0.25);
      }
      if (t < SkillEvidence.WARM_UP) {
        assertThat(stored(now)).as("after %d outcomes", t + 1).hasSameSizeAs(none);
        assertThat(now.reaches(0, 0.1)).isFalse();
        assertThat(now.logEvidence(0)).isZero();
      }
    }
    assertThat(now.logEvidence(0)).isPositive();
    assertThat(stored(now)).isEqualTo(stored(earlier));
    assertThatThrownBy(
            () -> now.transfer(new StateReader(stored(new double[ones.length], new double[0]))))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("products");
    assertThatThrownBy(() -> now.transfer(new StateReader(stored(new double[3], new double[3]))))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("values expected, 3 found");
  }

  /** A second computation from the definition, with logarithms throughout. */
  @Test
  void countsAnOutcomeThatNeverComesAsNeitherBetterNorWorse() {
    double[] a = {1, 2, 0.5, 3};
    double[] b = {0.5, 1, 0.25, 1};
    SkillEvidence skill = new SkillEvidence(new SkillShares(List.of(0.0)), 1);
    for (int t = 0; t < 20; t++) {
      skill.forecast(0);
      skill.outcome(1, 1);
    }
    double mean = 1;
    double[] logs = new double[9];
    double sum = 0;
    int known = 0;
    for (int t = 0; t < a.length; t++) {
      skill.forecast(0.04);
      double cap = 4 * mean;
      double near = 1 - Math.sqrt(0.04 / cap);
      double least = 1 - near * near;
      boolean missing = t == 2;
      double x = missing ? 0 : Math.min(a[t] / cap, 1) - Math.min(b[t] / cap, 1);
      for (int k = 0; k < logs.length; k++) {
        double stake = 32 / Math.pow(2, k);
        double q = Math.min(sum / (4 + known), 0.9 / stake - least);
        logs[k] += stake * q + Math.log1p(stake * (x - q));
      }
      if (missing) {
        skill.missing();
      } else {
        skill.outcome(a[t], b[t]);
        sum += x;
        known++;
        mean += (a[t] - mean) / (20 + known);
      }
    }
    double capital = 0;
    for (double log : logs) {
      capital += Math.exp(log) / logs.length;
    }
    assertThat(skill.outcomes()).isEqualTo(3);
    assertThat(skill.logEvidence(0)).isCloseTo(Math.log(capital), within(1e-13));
  }

  @Test
  void saysHowManyMoreOutcomesAClaimNeeds() {
    Random random = new Random(3);
    SkillEvidence skill = new SkillEvidence(SHARES, 1);
    OptionalDouble promised = OptionalDouble.empty();
    long at = 0;
    while (skill.certified(ALPHA).isEmpty()) {
      double reference = square(random.nextGaussian());
      double share = random.nextInt(3) == 0 ? 1.2 : 0.6;
      skill.forecast(1);
      skill.outcome(reference, reference * share);
      if (skill.outcomes() == 30) {
        promised = skill.outcomesToCertify(0, ALPHA);
        at = skill.outcomes();
      }
    }
    assertThat(promised).isPresent();
    assertThat(skill.outcomes() - at)
        .isBetween((long) (promised.getAsDouble() / 3), (long) (3 * promised.getAsDouble()));
    assertThat(skill.outcomesToCertify(0, ALPHA)).hasValue(0);
  }

  /** Forecasts that are nearly perfect, 50 steps ahead: it takes more than their mean says. */
  @Test
  void promisesNoClaimTooEarlyWhereForecastsOverlap() {
    Random random = new Random(4);
    SkillEvidence skill = new SkillEvidence(SHARES, 50);
    OptionalDouble promised = OptionalDouble.empty();
    long at = 0;
    int wanted = SHARES.values().indexOf(0.4);
    double threshold = SHARES.threshold(wanted, ALPHA);
    for (int t = 0; !skill.reaches(wanted, threshold); t++) {
      if (t >= 50) {
        skill.outcome(square(random.nextGaussian()), 0.001);
      }
      skill.forecast(4);
      if (skill.outcomes() == 1000) {
        promised = skill.outcomesToCertify(wanted, ALPHA);
        at = skill.outcomes();
      }
    }
    assertThat(skill.outcomes() - at)
        .isBetween((long) (promised.orElseThrow() / 2), (long) (1.5 * promised.orElseThrow()));
  }

  @Test
  void refusesWhatDoesNotFit() {
    SkillEvidence skill = new SkillEvidence(SHARES, 1);
    assertThatThrownBy(() -> skill.outcome(1, 1)).hasMessageContaining("no forecast is pending");
    skill.forecast(0);
    assertThatThrownBy(() -> skill.forecast(0)).hasMessageContaining("1 forecasts are pending");
    assertThatThrownBy(() -> new SkillEvidence(SHARES, 0)).hasMessageContaining("classes is 0");
    assertThatThrownBy(() -> new SkillShares(List.of(0.1))).hasMessageContaining("begin with 0");
    assertThatThrownBy(() -> new SkillShares(List.of(0.0, 1.0))).hasMessageContaining("below 1");
    assertThatThrownBy(() -> SHARES.threshold(0, 1)).hasMessageContaining("level is 1.0");
  }
}
