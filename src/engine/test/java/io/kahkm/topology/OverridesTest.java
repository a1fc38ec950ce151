package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.OtherConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings of a command line do what they would do in the file, and are refused like there. */
class OverridesTest {
  private static final String FILE =
      """
      name: plant
      model: {file: m}
      input: {state: [q, p], time: t, episode: run}
      forecasts: {others: [{name: chronos, topic: plant.chronos, horizon: 1}]}
      certificates: {sampling: episodes, tolerance: 0.3}
      incidents: {quiet: 7}
      """;

  private static TopologyConfig read(String... settings) throws TopologyConfigException {
    return TopologyConfig.parse(FILE, "test", Map.of("QUIET", "21"), List.of(settings));
  }

  private static List<String> errors(String... settings) {
    TopologyConfigException wrong =
        catchThrowableOfType(TopologyConfigException.class, () -> read(settings));
    assertThat(wrong).as(List.of(settings).toString()).isNotNull();
    return wrong.errors();
  }

  @Test
  void replaceAndAddSettingsOfEveryDepth() throws Exception {
    TopologyConfig config =
        read(
            "incidents.quiet=20",
            "relations.run-length = 5000",
            "forecasts.horizons=[1, 5]",
            "forecasts.skill.level=0.01",
            "input.step=20ms");

    assertThat(config.incidents().quiet()).isEqualTo(20);
    assertThat(config.relations().runLength()).isEqualTo(5000);
    assertThat(config.forecasts().horizons()).containsExactly(1, 5);
    assertThat(config.forecasts().skill().level()).isEqualTo(0.01);
    assertThat(config.input().steps().step())
        .hasValueSatisfying(step -> assertThat(step).hasMillis(20));
  }

  @Test
  void theLastOfAPathHolds() throws Exception {
    assertThat(read("incidents.quiet=20", "incidents.quiet=30").incidents().quiet()).isEqualTo(30);
  }

  @Test
  void withoutAValueASettingHasItsDefaultAndASectionIsGone() throws Exception {
    assertThat(read("incidents.quiet=").incidents().quiet()).isEqualTo(10);
    assertThat(read("certificates=").certificates()).isEmpty();
  }

  @Test
  void takeASectionInPlaceOfAValueAndTheOtherWayRound() throws Exception {
    assertThat(
            read("certificates.tolerance.r2=0.9")
                .certificates()
                .orElseThrow()
                .decision()
                .tolerance())
        .isEqualTo(new CertificateConfig.Tolerance(0.9, true));
    assertThat(
            read("certificates={sampling: episodes, tolerance: 2}")
                .certificates()
                .orElseThrow()
                .decision()
                .tolerance())
        .isEqualTo(new CertificateConfig.Tolerance(2, false));
  }

  @Test
  void namesOfTheUsersOwnMayHoldDots() throws Exception {
    assertThat(read("kafka.bootstrap.servers=broker:9092").kafka())
        .containsEntry("bootstrap.servers", "broker:9092");
    assertThat(read("input.units.q=mm/s").input().fields().units()).containsEntry("q", "mm/s");
  }

  @Test
  void reachElementsOfAListAndAddOne() throws Exception {
    TopologyConfig config =
        read(
            "forecasts.others[0].horizon=10",
            "forecasts.others[1].name=arima",
            "forecasts.others[1].topic=plant.arima",
            "forecasts.others[1].horizon=50");

    assertThat(config.forecasts().others())
        .extracting(OtherConfig::name)
        .containsExactly("chronos", "arima");
    assertThat(config.forecasts().others().get(0).horizons()).containsExactly(10);
    assertThat(errors("forecasts.others[4].name=x"))
        .containsExactly("forecasts.others[4].name: the list has 1 elements; to add one use [1]");
  }

  @Test
  void areTextAsTheyStandButForBracketsAndQuotes() throws Exception {
    assertThat(read("input.time=*t: #x").input().fields().time()).hasValue("*t: #x");
    assertThat(read("input.time='[t]'").input().fields().time()).hasValue("[t]");
    assertThat(read("incidents.quiet=${QUIET}").incidents().quiet()).isEqualTo(21);
  }

  @Test
  void anUnknownPathIsAnsweredWithTheOneThatWasMeant() {
    assertThat(errors("incidents.quite=3"))
        .containsExactly("incidents.quite: is not known, did you mean incidents.quiet?");
    assertThat(errors("incident.quiet=3"))
        .containsExactly("incident.quiet: is not known, did you mean incidents.quiet?");
    assertThat(errors("quiet=3"))
        .containsExactly("quiet: is not known, did you mean incidents.quiet?");
    assertThat(errors("forecasts.others[0].topics=x"))
        .containsExactly(
            "forecasts.others[0].topics: is not known, did you mean forecasts.others[].topic?");
    assertThat(errors("elsewhere.altogether=1"))
        .singleElement()
        .asString()
        .startsWith("elsewhere: is not known, allowed are: ");
  }

  @Test
  void aSettingWithoutAPathIsRefused() {
    for (String setting : List.of("=3", " =3")) {
      assertThat(errors(setting))
          .containsExactly("--set " + setting + ": must be PATH=VALUE, such as incidents.quiet=20");
    }
  }

  @Test
  void everyErrorComesAtOnceWithItsPath() {
    assertThat(
            errors(
                "quiet",
                "incidents.quite=3",
                "telemetry.port=70000",
                "forecasts.horizons=[1, 5",
                "certificates.sampling=bones"))
        .hasSize(5)
        .contains(
            "--set quiet: must be PATH=VALUE, such as incidents.quiet=20",
            "incidents.quite: is not known, did you mean incidents.quiet?",
            "telemetry.port: is 70000, must be from 0 to 65535")
        .anyMatch(
            error -> error.startsWith("forecasts.horizons: is \"[1, 5\", which is not valid YAML"))
        .anyMatch(error -> error.startsWith("certificates.sampling: \"bones\" is none of"));
  }

  /** A setting is an error or not just as if it stood in the file. */
  @Test
  void aWrongValueIsRefusedInTheWordsOfTheFile() {
    TopologyConfigException inFile =
        catchThrowableOfType(
            TopologyConfigException.class,
            () ->
                TopologyConfig.parse(
                    FILE.replace("quiet: 7", "quiet: 0"), "test", Map.of("QUIET", "21")));

    assertThat(errors("incidents.quiet=0")).isEqualTo(inFile.errors());
  }
}
