package io.kahkm.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a file and its model that go together and had better be looked at again. */
class CautionsTest {
  private static final Model MODEL = TestModels.vanDerPol(5, 1);
  private static final String ROWS = "input: {state: [q, p], time: t, time-unit: ms, step: 20ms}\n";

  private static TopologyConfig config(String sections) {
    return config(sections, Map.of());
  }

  private static TopologyConfig config(String sections, Map<String, String> environment) {
    try {
      return TopologyConfig.parse(
          "name: pump\nmodel: {file: unused}\n" + sections, "pump.yaml", environment);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** What is said besides of the model's alarms. */
  private static List<String> cautions(TopologyConfig config, Model model) {
    List<String> sentences = new ArrayList<>(Cautions.of(config, Optional.of(model)));
    assertThat(sentences).containsAll(AlarmWords.cautions(model, config.input().steps().step()));
    sentences.removeAll(AlarmWords.cautions(model, config.input().steps().step()));
    return sentences;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1 | false",
        "localhost | false",
        "'::1' | false",
        "0.0.0.0 | true",
        "10.0.0.7 | true",
        "no-such-host.invalid | true"
      })
  void aPortThatOthersReachIsToldUnlessTheyLogIn(String bind, boolean told) {
    String sections = ROWS + "telemetry: {port: 9464, bind: '" + bind + "'%s}\n";
    String caution =
        "Anyone who can reach port 9464 of "
            + bind
            + " can read it: set telemetry.user and telemetry.password, or restrict access to the"
            + " port.";
    assertThat(Cautions.of(config(sections.formatted("")), Optional.empty()))
        .isEqualTo(told ? List.of(caution) : List.of());
    assertThat(
            Cautions.of(
                config(
                    sections.formatted(", user: shift, password: '${PASSWORD}'"),
                    Map.of("PASSWORD", "a secret that is long enough")),
                Optional.empty()))
        .isEmpty();
  }

  private static Model expanding(double factor) {
    double[][] rows = new double[5][5];
    for (int i = 0; i < 5; i++) {
      rows[i][i] = i == 2 ? factor : 0.5;
    }
    return MODEL.toBuilder().closure(Matrix.ofRows(rows)).build();
  }

  @Test
  void aClosureThatGrowsIsToldWithHowFar() {
    String grows =
        "The model's closure has spectral radius 1.01, above 1: forecasts grow with the horizon, 50"
            + " steps ahead by up to 1.64. Set forecasts.projection: vector.";
    String forecasts = ROWS + "forecasts: {horizons: [1, 50], projection: %s}\n";
    TopologyConfig file = config(forecasts.formatted("none"));
    assertThat(cautions(file, expanding(1.01))).containsExactly(grows.replace("1.01,", "1.010,"));
    assertThat(cautions(file, expanding(1.0034))).isEmpty();
    assertThat(cautions(file, expanding(1.0036))).hasSize(1);
    assertThat(cautions(config(forecasts.formatted("vector")), expanding(1.01))).isEmpty();
    assertThat(
            cautions(
                config(forecasts.formatted("none") + "closure: {start: identity}\n"),
                expanding(1.01)))
        .isEmpty();
    assertThat(
            cautions(
                config(ROWS + "forecasts: {horizons: [1], projection: none}\n"), expanding(1.01)))
        .isEmpty();
  }

  private static Model fitted(Map<String, String> provenance) {
    return MODEL.toBuilder().provenance(provenance).build();
  }

  @Test
  void aModelOfOtherRowsThanThoseThatAreJudgedIsTold() {
    TopologyConfig running =
        config("input: {state: [q, p], time: t, step: 20ms, when: 'q > 1', settle: 1s}\n");
    TopologyConfig always = config(ROWS);
    String rule = running.input().steps().when().orElseThrow().text();
    Model onRunning = fitted(Map.of("when", rule));
    assertThat(cautions(running, onRunning)).isEmpty();
    assertThat(cautions(always, MODEL)).isEmpty();
    assertThat(cautions(running, MODEL))
        .containsExactly(
            "The model was fitted on all rows, also of a machine that stands still; input.when"
                + " judges only those with "
                + rule
                + ". Fit it again with this file.");
    String stands =
        ": readings of a machine that stands still raise alarms. Set input.when, or fit the model"
            + " again.";
    assertThat(cautions(always, onRunning))
        .containsExactly(
            "The model was fitted on rows with " + rule + ", and input.when is missing" + stands);
    assertThat(cautions(running, fitted(Map.of("when", "p > 3"))))
        .containsExactly(
            "The model was fitted on rows with p > 3, and input.when is " + rule + stands);
  }

  private static Model looksAhead(Integer... known) {
    return MODEL.toBuilder()
        .past(new PastModel(List.of(), new int[] {1}, List.of(known), Map.of()))
        .build();
  }

  private static TopologyConfig knowing(String fields, String known) {
    return config(
        "input: {state: ["
            + fields
            + "], time: t, time-unit: ms, step: 20ms}\nforecasts: {horizons: [1, 5], known: ["
            + known
            + "]}\n");
  }

  @Test
  void whatIsKnownAheadIsForTheModelThatLooksAtIt() {
    assertThat(KnownWords.inputs(looksAhead())).isEmpty();
    assertThat(KnownWords.inputs(looksAhead(0, 1))).isEqualTo("q, p");
    assertThat(cautions(knowing("q, p", "q, p"), looksAhead(0, 1))).isEmpty();
    assertThat(cautions(knowing("q, p", "p"), looksAhead(0, 1)))
        .containsExactly(
            "The model's forecasts look at later values of q, and forecasts.known does not name it:"
                + " their last value stands in. Name it there, or fit the model again with this"
                + " file.");
    assertThat(cautions(config(ROWS), looksAhead(0, 1)))
        .containsExactly(
            "The model's forecasts look at later values of q, p, and forecasts.known does not name"
                + " them: their last value stands in. Name them there, or fit the model again with"
                + " this file.");
    assertThat(cautions(knowing("q, p", "p"), MODEL))
        .containsExactly(
            "forecasts.known names p, and the model was fitted without: what is known ahead of it"
                + " is not used. Fit the model again with this file.");
    assertThat(cautions(knowing("q, p", "p, q"), MODEL))
        .containsExactly(
            "forecasts.known names p, q, and the model was fitted without: what is known ahead of"
                + " them is not used. Fit the model again with this file.");
    // Fields that are called otherwise stand for the sensors in their places, an array for all.
    assertThat(cautions(knowing("head, flow", "flow"), looksAhead(1))).isEmpty();
    assertThat(cautions(knowing("values", "p"), looksAhead(1))).isEmpty();
  }

  @Test
  void aModelOfAnotherModeIsTold() {
    Map<String, Model> models = new LinkedHashMap<>();
    models.put("A", fitted(Map.of("mode", "A")));
    models.put("B", fitted(Map.of("mode", "A")));
    models.put("C", MODEL);
    List<String> alarms = AlarmWords.cautions(MODEL, config(ROWS).input().steps().step());
    List<String> expected = new ArrayList<>(alarms);
    expected.add("The model of mode B was fitted on rows of mode A. Check model.by-mode.");
    expected.add(
        "The model of mode C was fitted on rows of all modes. Fit it again with this file and"
            + " --mode C.");
    assertThat(Cautions.of(config(ROWS), models))
        .as("the alarms once")
        .containsExactlyElementsOf(expected);
    assertThat(Cautions.of(config(ROWS), Map.of("", MODEL))).containsExactlyElementsOf(alarms);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 | true",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00 | false",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe | false",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff | true"
      })
  void aTraceIsReadFromItsHeader(String header, boolean sampled) {
    assertThat(TraceParent.of(new RecordHeaders().add("traceparent", header.getBytes(UTF_8))))
        .isEqualTo(
            new TraceParent(
                0x0af7651916cd43ddL, 0x8448eb211c80319cL, 0xb7ad6b7169203331L, sampled));
  }

  @Test
  void aTraceWithHalfAnIdIsOneAndAnythingElseIsNone() {
    String zeros = "0000000000000000";
    String ones = "1111111111111111";
    String trace = "00-%s%s-%s-01";
    assertThat(trace(trace.formatted(zeros, ones, ones))).isNotNull();
    assertThat(trace(trace.formatted(ones, zeros, ones))).isNotNull();
    for (String none :
        List.of(
            trace.formatted(zeros, zeros, ones),
            trace.formatted(ones, ones, zeros),
            trace.formatted(ones, ones, ones).replace("00-", "01-"),
            trace.formatted(ones, ones, ones) + "-",
            trace.formatted(ones, ones, ones).replace("111-01", "111-0A"),
            "")) {
      assertThat(trace(none)).as(none).isNull();
    }
    assertThat(TraceParent.of(new RecordHeaders())).isNull();
    assertThat(TraceParent.of(new RecordHeaders().add("traceparent", null))).isNull();
  }

  private static TraceParent trace(String header) {
    return TraceParent.of(new RecordHeaders().add("traceparent", header.getBytes(UTF_8)));
  }

  @Test
  void anInstanceIsReadyWhenAllOfItIs() {
    for (int state = 0; state < 16; state++) {
      boolean running = (state & 1) != 0;
      boolean loaded = (state & 2) != 0;
      boolean warm = (state & 4) != 0;
      boolean dead = (state & 8) != 0;
      EngineHealth health =
          new EngineHealth() {
            @Override
            public boolean running() {
              return running;
            }

            @Override
            public boolean modelLoaded() {
              return loaded;
            }

            @Override
            public boolean warm() {
              return warm;
            }

            @Override
            public boolean deadThread() {
              return dead;
            }

            @Override
            public int partitionsHeld() {
              return 0;
            }

            @Override
            public int partitionsTotal() {
              return 0;
            }

            @Override
            public String detail() {
              return "";
            }
          };
      assertThat(health.ready()).as("state %d", state).isEqualTo(state == 7);
    }
  }

  @Test
  void aTimerKeepsNoProcessAlive() throws Exception {
    var timer = DaemonTimer.named("kahkm-test");
    try {
      assertThat(
              timer
                  .submit(
                      () -> Thread.currentThread().getName() + Thread.currentThread().isDaemon())
                  .get(10, TimeUnit.SECONDS))
          .isEqualTo("kahkm-testtrue");
    } finally {
      timer.shutdownNow();
    }
  }

  @Test
  void smallThingsOfAnEngine() {
    assertThat(RecordStage.ASSEMBLE.label()).isEqualTo("assemble");
    assertThat(new QuarantineMark(1, 0, 5, -1, "wrong").records()).isEqualTo(1);
    assertThatThrownBy(() -> new QuarantineMark(0, 0, 5, -1, "wrong"))
        .hasMessage("records is 0, must be at least 1");
    assertThat(Peers.NONE.own()).isEmpty();
    assertThat(Peers.NONE.others()).isEmpty();
    assertThat(Peers.NONE.holder("a")).isEmpty();
    assertThat(EngineListener.SILENT.incidents()).isNotSameAs(EngineListener.SILENT.incidents());
  }
}
