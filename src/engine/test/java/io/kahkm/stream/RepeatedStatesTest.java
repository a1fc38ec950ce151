package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** States that are encoded once, and said again. */
class RepeatedStatesTest {
  private static final KahmMap MAP = TestTopology.MODEL.map();

  private static final double[] NEAR = {0, 0.5};

  /** Has the hash of the one before. */
  private static final double[] OTHER = {-0.0, -0.5};

  private static final double[] FAR = {1e9, 1e9};

  private final List<double[]> encoded = new ArrayList<>();

  private Encoder counting(KahmMap map) {
    Encoder plain = map.newEncoder();
    return new Encoder() {
      @Override
      public void encode(double[] state, Encoding result) {
        encoded.add(state.clone());
        plain.encode(state, result);
      }

      @Override
      public void shares(double[] state, int classIndex, double[] shares) {
        plain.shares(state, classIndex, shares);
      }
    };
  }

  private static List<Object> all(Encoding encoding) {
    return List.of(
        encoding.coordinates().clone(),
        encoding.scores().clone(),
        encoding.nearestClass(),
        encoding.uniform(),
        encoding.reached());
  }

  private static List<Object> plainly(double[] state) {
    Encoding encoding = new Encoding(MAP.classes());
    MAP.newEncoder().encode(state, encoding);
    return all(encoding);
  }

  @Test
  void aStateThatComesAgainIsEncodedOnceAndGivesTheSame() {
    RepeatedStates encoder = new RepeatedStates(counting(MAP), 3);
    Encoding result = new Encoding(MAP.classes());
    double[] state = new double[2];
    for (double[] next : List.of(NEAR, FAR, NEAR, OTHER, FAR, OTHER, NEAR)) {
      System.arraycopy(next, 0, state, 0, 2);
      encoder.encode(state, result);
      assertThat(all(result)).usingRecursiveComparison().isEqualTo(plainly(next));
      result.coordinates()[0] = 7;
      result.scores()[0] = 7;
    }
    assertThat(encoded).containsExactly(NEAR, FAR, OTHER);
    assertThat(Arrays.hashCode(OTHER)).isEqualTo(Arrays.hashCode(NEAR));
  }

  @Test
  void statesThatComeAfterAsManyOthersAreEncodedEachTime() {
    RepeatedStates encoder = new RepeatedStates(counting(MAP), 1);
    Encoding result = new Encoding(MAP.classes());
    for (double[] next : List.of(NEAR, OTHER, NEAR, OTHER)) {
      encoder.encode(next, result);
      assertThat(all(result)).usingRecursiveComparison().isEqualTo(plainly(next));
    }
    assertThat(encoded).containsExactly(NEAR, OTHER, OTHER);
  }

  @Test
  void sharesOfNoveltyAreThoseOfTheEncoder() {
    double[] expected = new double[2];
    double[] shares = new double[2];
    MAP.newEncoder().shares(OTHER, 1, expected);
    new RepeatedStates(MAP.newEncoder(), 1).shares(OTHER, 1, shares);
    assertThat(shares).isEqualTo(expected);
  }

  /** Whatever states are made of: delayed readings, and a scale that the stream has to learn. */
  @Test
  void aMonitorThatIsShownCentersEncodesEachOnceAndIsStoredAsAnother() {
    List<Model> models =
        List.of(
            TestTopology.MODEL,
            TestModels.ofFleet(ScalingKind.STANDARD, 2),
            TestModels.ofFleet(ScalingKind.PER_STREAM, 1, FarField.EXACT));
    for (Model model : models) {
      MonitorSettings settings =
          TestTopology.blueprint(TestTopology.config("pump"), model).settings();
      encoded.clear();
      int classes = model.map().classes();
      StreamMonitor plain = StreamMonitor.create(settings, model);
      StreamMonitor monitor =
          StreamMonitor.create(
              settings,
              new MonitorWorkspace(model, new RepeatedStates(counting(model.map()), classes)));
      for (int i = 0; i < 200; i++) {
        Observation center = CentroidObservations.of(settings, model.map(), i);
        plain.advance(center);
        monitor.advance(center);
      }
      assertThat(monitor.snapshot()).isEqualTo(plain.snapshot());
      assertThat(encoded).hasSize(classes);
    }
  }
}
