package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of a topology file and of models that do not go together, word for word. */
class ModelChecksTest {
  private static final Model MODEL = TestTopology.MODEL;
  private static final Model DELAYED = TestModels.ofFleet(ScalingKind.STANDARD, 2);
  private static final String ROWS = "state: [q, p], time: t, time-unit: ms, step: 20ms";
  private static final String EPISODES = ROWS + ", end: done";
  private static final String FORECASTS = "forecasts: {horizons: [1, 5]}";
  private static final String CERTIFICATES =
      "certificates: {sampling: episodes, window: {units: 4}, tolerance: %s}";

  private static TopologyConfig file(String input, String... sections) {
    return read("model: {file: unused}\ninput: {" + input + "}\n" + String.join("\n", sections));
  }

  private static TopologyConfig read(String sections) {
    try {
      return TopologyConfig.parse("name: pump\n" + sections + "\n", "pump.yaml", Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static List<String> errors(TopologyConfig file, Models models) {
    try {
      MonitorBlueprint.of(file, models);
      return List.of();
    } catch (TopologyConfigException refused) {
      return refused.errors();
    }
  }

  private static List<String> errors(TopologyConfig file, Model model, Model... shadow) {
    return errors(file, Models.of(model, List.of(shadow).stream().findFirst()));
  }

  private static TopologyConfig others(String... others) {
    StringBuilder list = new StringBuilder("forecasts:\n  horizons: [1, 5, 9]\n  others:\n");
    for (String other : others) {
      list.append("    - {").append(other).append("}\n");
    }
    return file(ROWS, list.toString());
  }

  @Test
  void transitionsNeedNoPast() {
    TopologyConfig transitions =
        file("state: [q, p], pairing: transitions, next: [q_next, p_next]", FORECASTS);
    assertThat(errors(transitions, MODEL)).isEmpty();
    assertThat(errors(transitions, DELAYED))
        .containsExactly(
            "input.pairing: is transitions, the model was fitted with --delays 2 and needs"
                + " consecutive readings: pairing: states");
    assertThat(errors(file(ROWS, FORECASTS), DELAYED)).isEmpty();
  }

  @Test
  void fieldsAreTheSensorsInTheirOrderOrOneArray() {
    assertThat(errors(file("state: [q, p]"), MODEL)).isEmpty();
    assertThat(errors(file("state: [a, b]"), MODEL)).as("other names").isEmpty();
    assertThat(errors(file("state: [values]"), MODEL)).as("an array").isEmpty();
    assertThat(errors(file("state: [p, q]"), MODEL))
        .containsExactly("input.state: is in another order than the model's sensors [q, p]");
    assertThat(errors(file("state: [q]"), MODEL))
        .containsExactly("input.state: names 1 fields, the model has the 2 sensors [q, p]");
    assertThat(errors(file("state: [p, q, r]"), MODEL))
        .containsExactly("input.state: names 3 fields, the model has the 2 sensors [q, p]");
  }

  @Test
  void aRuleOfAnArrayIsAboutASensorOfTheModel() {
    assertThat(errors(file("state: [values], when: 'q > 1'"), MODEL)).isEmpty();
    assertThat(errors(file("state: [values], when: 'speed > 1'"), MODEL))
        .containsExactly("input.when: is about \"speed\", the model has the sensors [q, p]");
    assertThat(errors(file("state: [a, b], when: 'b > 1'"), MODEL)).isEmpty();
  }

  @Test
  void whatIsKnownAheadOfAnArrayAreSensorsOfTheModel() {
    String known = "forecasts: {horizons: [1, 5], known: [%s]}";
    String array = "state: [values], time: t, time-unit: ms, step: 20ms";
    assertThat(errors(file(array, known.formatted("q")), MODEL)).isEmpty();
    assertThat(errors(file(array, known.formatted("q, pp, speed")), MODEL))
        .containsExactly(
            "forecasts.known[1]: is \"pp\", which is not a sensor, did you mean p?",
            "forecasts.known[2]: is \"speed\", which is not a sensor; the sensors are [q, p]");
    // Fields that are called otherwise are known by their own names.
    assertThat(
            errors(
                file(
                    "state: [flow, head], time: t, time-unit: ms, step: 20ms",
                    known.formatted("flow")),
                MODEL))
        .isEmpty();
  }

  @Test
  void aShareOfAVariationNeedsOne() {
    Model still = MODEL.toBuilder().coordinateVariance(0).build();
    assertThat(errors(file(EPISODES, CERTIFICATES.formatted("{r2: 0.5}")), still))
        .containsExactly(
            "certificates.tolerance: r2 is a share of the coordinates' variation in the fitting"
                + " data, and they did not vary; give an error such as 0.3");
    assertThat(errors(file(EPISODES, CERTIFICATES.formatted("0.3")), still)).isEmpty();
    assertThat(errors(file(ROWS), still)).isEmpty();
  }

  @Test
  void aFleetMayHaveAsManyStreamsAsItsWindowsHaveRoomFor() throws Exception {
    long room = 1L << 30;
    MonitorBlueprint few = MonitorBlueprint.of(fleet(2), MODEL);
    long unit =
        FleetSummary.largestUnit(
            few.settings().certificates().orElseThrow(), MODEL.map().classes());
    int most = Math.toIntExact(room / unit);

    assertThat(errors(fleet(most), MODEL)).isEmpty();
    assertThat(errors(fleet(most + 1), MODEL))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "certificates.fleet.streams: is %d, the units of a window take up to %,d bytes each"
                    + " with 5 classes, more than 1,073,741,824 together",
                most + 1,
                unit));
  }

  private static TopologyConfig fleet(int streams) throws TopologyConfigException {
    return TopologyConfig.parse(
        TestFleet.yaml("every: 2s, pairs: 20, grace: 200ms, streams: " + streams),
        "pump.yaml",
        Map.of());
  }

  @Test
  void forecastsOfOthersAreOfTheModelsSensorsAndHorizons() {
    String other = "name: %s, topic: t.%s, horizons: [%s], fields: {horizon: h, state: %s}%s";
    TopologyConfig file =
        others(
            other.formatted("a", "a", "1, 5", "v", ""),
            other.formatted("b", "b", "1, 9", "[x, y]", ""),
            other.formatted("c", "c", "5", "[x, y, z]", ""),
            other.formatted("d", "d", "1, 5", "v", ", use: true"));
    assertThat(errors(file, MODEL))
        .containsExactly(
            "forecasts.others[1].horizons: has 9, for which the model has no forecast of the"
                + " sensors to compare with; fit it again with --horizons 9",
            "forecasts.others[2].fields.state: names 3 fields, the model has the 2 sensors [q, p]",
            "forecasts.others[3].use: is true, the model's forecasts of horizon 1 are not mixed;"
                + " fit it again with this release",
            "forecasts.others[3].use: is true, the model's forecasts of horizon 5 are not mixed;"
                + " fit it again with this release");
    TopologyConfig mixed = others(other.formatted("d", "d", "1, 5", "v", ", use: true"));
    assertThat(errors(mixed, TestTopology.MIXED_MODEL)).isEmpty();
  }

  @Test
  void everyMessageHasToFitARequest() {
    TopologyConfig file =
        file(
            EPISODES,
            FORECASTS,
            CERTIFICATES.formatted("0.3"),
            "incidents: {topic: pump.incidents}");
    Map<String, Long> outputs = MessageSizes.largest(file, MODEL);
    Map<String, Long> own = MessageSizes.internal(file);
    for (long limit :
        List.of(
            10L,
            outputs.get("pump.forecasts"),
            outputs.get("pump.forecasts") - 1,
            own.get("pump-journal-changelog"),
            own.get("pump-journal-changelog") - 1,
            outputs.get("pump.rejects"))) {
      List<String> expected = new ArrayList<>();
      outputs.forEach(
          (topic, size) -> {
            if (limit < size) {
              expected.add(
                  String.format(
                      Locale.ROOT,
                      "kafka.producer.max.request.size: is %,d, a message to topic %s can have %,d"
                          + " bytes; raise it, or use fewer forecasts.horizons or"
                          + " forecasts.coordinates: none",
                      limit,
                      topic,
                      size));
            }
          });
      own.forEach(
          (topic, size) -> {
            if (limit < size) {
              expected.add(
                  String.format(
                      Locale.ROOT,
                      "kafka.producer.max.request.size: is %,d, a message to the engine's own topic"
                          + " %s can have %,d bytes; raise it",
                      limit,
                      topic,
                      size));
            }
          });
      assertThat(
              errors(
                  file.withKafka(Map.of("producer.max.request.size", Long.toString(limit))), MODEL))
          .as("limit %d", limit)
          .isEqualTo(expected);
    }
  }

  /** Models of early releases do not know them. */
  @Test
  void intervalsNeedTheErrorsOfForecasts() {
    TopologyConfig file = file(ROWS, "forecasts: {horizons: [1, 5, 9], interval: 0.8}");
    String error =
        "forecasts.interval: is declared, the model does not know the errors of its forecasts of"
            + " horizon %d; fit it again with this release";
    assertThat(errors(file, MODEL)).containsExactly(error.formatted(1), error.formatted(5));
    assertThat(errors(file, TestTopology.MIXED_MODEL)).isEmpty();
  }

  private static TopologyConfig trial(String promote) {
    return read(
        "model: {file: a, shadow: b"
            + promote
            + "}\ninput: {"
            + ROWS
            + "}\nforecasts: {horizons: [1, 5]}\nincidents: {topic: pump.incidents}");
  }

  @Test
  void aModelOnTrialIsAnotherMapOfTheSameSensors() {
    assertThat(errors(trial(""), MODEL, MODEL))
        .containsExactly("model.shadow: is the same map as model.file; name another model");
    Model machine = Recipes.A;
    assertThat(errors(file("state: [a, b]", FORECASTS), MODEL, machine))
        .containsExactly("model.shadow: has the sensors [flow, heat], model.file has [q, p]");
    assertThat(errors(trial(""), MODEL, TestTopology.OTHER_MODEL)).isEmpty();
  }

  @Test
  void whatIsWrongWithTheModelOnTrialIsSaidOfIt() {
    TopologyConfig transitions =
        read(
            "model: {file: a, shadow: b}\n"
                + "input: {state: [q, p], pairing: transitions, next: [q_next, p_next]}");
    assertThat(errors(transitions, MODEL, DELAYED))
        .containsExactly(
            "model.shadow: input.pairing: is transitions, the model was fitted with --delays 2 and"
                + " needs consecutive readings: pairing: states");
  }

  private static Model watching(Model model, boolean novelty, boolean relations) {
    Model.Builder builder = TestModels.builderOf(model);
    if (relations) {
      builder.alarms(TestModels.alarms(2));
    }
    return TestModels.withNoveltyLimit(builder.build(), novelty ? 0.5 : 1);
  }

  private static SensorModel sensors() {
    return TestModels.twoSensors(0.5, 1).build();
  }

  /** Evidence compares forecasts; a map that watches less would be promoted all the same. */
  @Test
  void evidencePromotesNoModelThatWatchesLess() {
    Model second = TestTopology.OTHER_MODEL;
    TopologyConfig evidence = trial(", promote: evidence");
    String less =
        "model.promote: is evidence, and model.shadow does not watch what model.file watches: ";
    Model blind = watching(second, false, false);
    assertThat(errors(evidence, watching(MODEL, true, false), watching(second, true, false)))
        .isEmpty();
    assertThat(errors(evidence, watching(MODEL, false, false), blind)).isEmpty();
    assertThat(errors(evidence, watching(MODEL, true, false), blind))
        .containsExactly(less + "novelty");
    Model all = MODEL.toBuilder().alarms(TestModels.alarms(2)).build();
    assertThat(errors(evidence, all, blind)).containsExactly(less + "novelty, relations");
    Model sensors = all.toBuilder().sensors(sensors()).build();
    Model allOfSecond = second.toBuilder().alarms(TestModels.alarms(2)).build();
    assertThat(errors(evidence, sensors, allOfSecond)).containsExactly(less + "single sensors");
    assertThat(errors(evidence, sensors, allOfSecond.toBuilder().sensors(sensors()).build()))
        .isEmpty();
    assertThat(errors(evidence, blind, all.toBuilder().build())).as("more than before").isEmpty();
    assertThat(errors(trial(""), watching(MODEL, true, false), blind))
        .as("promoted by hand")
        .isEmpty();
  }

  @Test
  void evidenceNeedsForecastsToCompare() {
    String none =
        "model.promote: is evidence, and the two models have no common horizon of"
            + " forecasts.horizons %s with a forecast of the sensors, or input.pairing is"
            + " transitions";
    Map<String, String> files = new LinkedHashMap<>();
    files.put(ROWS + "}\nforecasts: {horizons: [1, 9]", "");
    files.put(ROWS + "}\nforecasts: {horizons: [2, 9]", none.formatted("[2, 9]"));
    files.put(
        "state: [q, p], pairing: transitions, next: [q_next, p_next]}\n"
            + "forecasts: {horizons: [1, 5]",
        none.formatted("[1, 5]"));
    files.forEach(
        (input, error) ->
            assertThat(
                    errors(
                        read(
                            "incidents: {topic: i}\n"
                                + "model: {file: a, shadow: b, promote: evidence}\ninput: {"
                                + input
                                + "}"),
                        MODEL,
                        TestTopology.OTHER_MODEL))
                .as(input)
                .isEqualTo(error.isEmpty() ? List.of() : List.of(error)));
  }

  /** The shadow takes the place of the main map one day, and mixes others' forecasts then. */
  @Test
  void evidencePromotesNoModelThatCannotDoWithTheForecastsOfOthers() {
    TopologyConfig file =
        read(
            """
            model: {file: a, shadow: b, promote: evidence}
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts:
              horizons: [1, 5]
              others:
                - {name: o, topic: o, horizons: [5], fields: {horizon: h, state: v}, use: true}
            incidents: {topic: pump.incidents}
            """);
    assertThat(errors(file, TestTopology.MIXED_MODEL, watching(MODEL, true, false)))
        .containsExactly(
            "model.shadow: forecasts.others[0].use: is true, the model's forecasts of horizon 5 are"
                + " not mixed; fit it again with this release");
  }

  private static TopologyConfig modes(String more) {
    return read(
        "model: {by-mode: {A: a, B: b}"
            + more
            + "}\ninput: {state: [flow, heat], time: t, time-unit: ms, step: 1s, mode: recipe}");
  }

  private static Models models(Models a, Models b) {
    Map<String, Models> byMode = new LinkedHashMap<>();
    byMode.put("A", a);
    byMode.put("B", b);
    return Models.ofModes(byMode);
  }

  private static Models only(Model model) {
    return Models.of(model, Optional.empty());
  }

  @Test
  void everyMapOfAllModesIsAnotherOneOfTheSameSensors() {
    assertThat(errors(modes(""), models(only(Recipes.A), only(Recipes.B)))).isEmpty();
    assertThat(errors(modes(""), models(only(Recipes.A), only(Recipes.A))))
        .containsExactly("model.by-mode.B: is the same map as model.by-mode.A; name another model");
    TopologyConfig trials = modes(", shadow-by-mode: {A: c, B: d}");
    assertThat(
            errors(
                trials,
                models(
                    Models.of(Recipes.A, Optional.of(Recipes.OTHER_A)),
                    Models.of(Recipes.B, Optional.of(Recipes.OTHER_A)))))
        .containsExactly(
            "model.shadow-by-mode.B: is the same map as model.shadow-by-mode.A; name another"
                + " model");
    assertThat(errors(modes(""), models(only(Recipes.A), only(MODEL))))
        .containsExactly(
            "model.by-mode.B: has the sensors [q, p], model.by-mode.A has [flow, heat]");
    assertThat(
            errors(
                trials,
                models(
                    Models.of(Recipes.A, Optional.of(Recipes.OTHER_A)),
                    Models.of(Recipes.B, Optional.of(MODEL)))))
        .containsExactly(
            "model.shadow-by-mode.B: has the sensors [q, p], model.file has [flow, heat]");
  }

  @Test
  void aBlueprintOfModesIsThatOfTheFirst() throws Exception {
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(modes(""), models(only(Recipes.A), only(Recipes.B)));
    assertThat(blueprint.model()).isSameAs(Recipes.A);
    assertThat(blueprint.byMode().keySet()).containsExactly("A", "B");
    assertThat(blueprint.byMode().get("B").model()).isSameAs(Recipes.B);
    assertThat(blueprint.fingerprints())
        .containsExactly(Recipes.A.map().fingerprint(), Recipes.B.map().fingerprint());
  }

  @Test
  void anErrorOfAModeNamesIt() {
    assertThat(ModelChecks.ofMode("A", "input.state: names 3 fields"))
        .isEqualTo("model.by-mode.A: input.state: names 3 fields");
    assertThat(ModelChecks.ofMode("A", "model.shadow: is the same map: yes"))
        .isEqualTo("model.shadow-by-mode.A: is the same map: yes");
  }

  @Test
  void modelsOfModesAreSharedOutAsTheyAreNamed() {
    Models one = Models.of(MODEL, Optional.of(TestTopology.OTHER_MODEL));
    assertThat(one.each()).containsOnly(Map.entry("", one));
    assertThat(one.publishing()).containsOnly(Map.entry("", MODEL));
    Map<String, Models> byMode = new LinkedHashMap<>();
    byMode.put("B", Models.of(Recipes.B, Optional.empty()));
    byMode.put("A", Models.of(Recipes.A, Optional.of(Recipes.B)));
    Models modes = Models.ofModes(byMode);
    assertThat(modes.main()).isSameAs(Recipes.B);
    assertThat(modes.shadow()).isEmpty();
    assertThat(modes.each()).containsExactlyEntriesOf(byMode);
    assertThat(modes.publishing())
        .containsExactly(Map.entry("B", Recipes.B), Map.entry("A", Recipes.A));
    assertThatThrownBy(() -> Models.ofModes(Map.of())).hasMessage("no mode has a model");
  }
}
