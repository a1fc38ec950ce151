package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.testing.TestModels;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveClosureTest {
  private static final int CLASSES = 6;
  private static final Model MODEL = TestModels.vanDerPol(CLASSES, 1);
  private static final MonitorSettings SETTINGS =
      MonitorSettings.builder()
          .timing(InputTiming.TIMED.withStep(20_000_000L, 0.1).withIdle(1_000_000_000L))
          .longest(30)
          .horizons(List.of(1))
          .every(2)
          .learn(true)
          .rollback(true)
          .build();

  private final EncodedState current = state(0);
  private final EncodedState next = state(1);

  private static EncodedState state(int dominant) {
    EncodedState state = new EncodedState(2, 2, CLASSES);
    state.coordinates[dominant] = 1;
    return state;
  }

  private void learn(LiveClosure live, int pairs) {
    for (int i = 0; i < pairs; i++) {
      live.learn(current, next, false);
    }
  }

  @Test
  void eigenvaluesAreMeasuredFirstAndAfterClassesSquaredPairs() {
    LiveClosure live = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    assertThat(live.radius()).isEmpty();
    assertThat(live.measure()).hasSize(2 * CLASSES);
    double first = live.radius().orElseThrow();
    double norm = live.norm().orElseThrow();

    learn(live, CLASSES * CLASSES - 1);
    assertThat(live.measure()).isNull();
    assertThat(live.radius()).hasValue(first);
    assertThat(live.norm().orElseThrow()).isNotEqualTo(norm);

    learn(live, 1);
    assertThat(live.measure()).isNotNull();
    assertThat(live.measure()).isNull();
  }

  @Test
  void aRollbackIsAReasonToMeasureAgain() {
    LiveClosure live = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    live.measure();
    live.observe(true, false);
    learn(live, 1);
    live.leftMap();
    assertThat(live.rollbacks()).isEqualTo(1);
    assertThat(live.measure()).isNotNull();
  }

  @Test
  void whatWasLearnedWhileEvidenceGatheredIsForgottenAtThePage() {
    LiveClosure live = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    live.observe(false, false);
    learn(live, 1);
    Matrix onset = live.get().matrix();
    for (int i = 0; i < 5; i++) {
      live.observe(false, true);
      learn(live, 1);
    }
    assertThat(live.get().matrix()).isNotEqualTo(onset);
    live.leftMap();
    assertThat(live.get().matrix()).isEqualTo(onset);
    assertThat(live.rollbacks()).isEqualTo(1);
  }

  @Test
  void evidenceThatCameToNothingIsNoReasonToForget() {
    LiveClosure live = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    live.observe(false, true);
    learn(live, 1);
    live.observe(false, false);
    learn(live, 1);
    Matrix learned = live.get().matrix();
    live.observe(false, true);
    live.leftMap();
    assertThat(live.get().matrix()).isEqualTo(learned);
  }

  @Test
  void anExcursionThatIsSuspiciousAndOutsideEndsWhenBothAreOver() {
    LiveClosure live = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    Matrix before = live.get().matrix();
    live.observe(true, true);
    learn(live, 1);
    for (int i = 0; i < 4; i++) {
      live.observe(false, true);
      learn(live, 1);
    }
    live.leftMap();
    assertThat(live.get().matrix()).isEqualTo(before);
  }

  @Test
  void aRestoredClosureMeasuresWhenTheOriginalDoes() {
    LiveClosure live = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    live.measure();
    learn(live, CLASSES * CLASSES - 1);
    StateWriter writer = new StateWriter();
    live.transfer(writer);
    LiveClosure restored = new LiveClosure(SETTINGS, new MonitorWorkspace(MODEL));
    restored.transfer(new StateReader(writer.toByteArray()));

    assertThat(restored.radius()).isEqualTo(live.radius());
    learn(restored, 1);
    assertThat(restored.measure()).isNotNull();
  }
}
