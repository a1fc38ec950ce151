package io.kahkm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.text.TimeFormat;
import io.kahkm.topology.TopologyConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What the records of a topology file work out from what it says. */
class ConfigRecordsTest {
  private static FieldConfig fields(List<String> state, Map<String, String> units) {
    return new FieldConfig(
        state,
        List.of("n"),
        Optional.of("t"),
        TimeFormat.MS,
        Optional.of("run"),
        Optional.of("done"),
        Optional.of("recipe"),
        units);
  }

  @Test
  void allFieldsThatAreReadHaveNames() {
    assertThat(fields(List.of("q", "p"), Map.of()).names())
        .containsExactly("q", "p", "n", "t", "run", "done", "recipe");
  }

  @Test
  void unitsGoByFieldOrBySensorWhereOneFieldHoldsThemAll() {
    Map<String, String> units = Map.of("x", "bar", "q", "mm");
    assertThat(fields(List.of("x", "y"), units).unitsOf(List.of("q", "p")))
        .as("x is the field of q")
        .containsExactly(Map.entry("q", "bar"));
    assertThat(fields(List.of("values"), units).unitsOf(List.of("q", "p")))
        .containsExactly(Map.entry("q", "mm"));
    assertThat(fields(List.of("x"), Map.of()).unitsOf(List.of("q"))).isEmpty();
  }

  @Test
  void headersGoOnByNameOrByTheirBeginning() {
    HeaderPolicy policy = new HeaderPolicy(List.of("trace-*", "site"), false);
    assertThat(policy.passes("site")).isTrue();
    assertThat(policy.passes("sites")).isFalse();
    assertThat(policy.passes("trace-id")).isTrue();
    assertThat(policy.passes("trace-")).isTrue();
    assertThat(policy.passes("trace")).isFalse();
    assertThat(HeaderPolicy.NONE.passes("site")).isFalse();
    assertThat(new HeaderPolicy(List.of("*"), false).passes("any")).isTrue();

    for (String wrong : List.of("", "a*b", "*a", "a**")) {
      assertThatThrownBy(() -> new HeaderPolicy(List.of(wrong), false))
          .hasMessage("\"%s\" must be a name, or the beginning of one with * at its end", wrong);
    }
  }

  @Test
  void anAddressIsHostAndPort() {
    assertThat(PeerAddress.parse("engine-1:9464")).contains(new PeerAddress("engine-1", 9464));
    assertThat(PeerAddress.parse("[::1]:1")).contains(new PeerAddress("::1", 1));
    assertThat(PeerAddress.parse("h:65535")).contains(new PeerAddress("h", 65_535));
    for (String wrong : List.of("h", "h:0", "h:65536", "::1:1", "[h]", "a b:1", ":1", "h:")) {
      assertThat(PeerAddress.parse(wrong)).as(wrong).isEmpty();
    }
    assertThat(new PeerAddress("::1", 9464)).hasToString("[::1]:9464");
    assertThat(new PeerAddress("h", 1)).hasToString("h:1");
    assertThat(new PeerAddress("a", 9)).isLessThan(new PeerAddress("b", 1));
    assertThat(new PeerAddress("a", 9)).isGreaterThan(new PeerAddress("a", 8));
    assertThat(new PeerAddress("a", 9)).isEqualByComparingTo(new PeerAddress("a", 9));
    assertThatThrownBy(() -> new PeerAddress("h", 0)).hasMessageStartingWith("port is 0");
    assertThatThrownBy(() -> new PeerAddress("h", 65_536)).hasMessageStartingWith("port is 65536");
    assertThatThrownBy(() -> new PeerAddress("a/b", 1)).hasMessageStartingWith("host is a/b");
  }

  @Test
  void whatIsKnownAheadComesFromATopicOrAField() {
    assertThat(KnownConfig.none("k").topics()).isEmpty();
    assertThat(KnownConfig.none("k").topic()).isEqualTo("k");
    assertThat(new KnownConfig(List.of("q"), "k", Optional.empty()).topics()).containsExactly("k");
    assertThat(new KnownConfig(List.of("q"), "k", Optional.of("f")).topics()).isEmpty();
    assertThat(KnownConfig.unknown("sped", List.of("speed", "flow")))
        .isEqualTo("is \"sped\", which is not a sensor, did you mean speed?");
    assertThat(KnownConfig.unknown("zzzzzzzz", List.of("speed")))
        .isEqualTo("is \"zzzzzzzz\", which is not a sensor; the sensors are [speed]");
  }

  @Test
  void aModeIsTheSameHoweverItsNumberIsWritten() {
    ModeNames names = new ModeNames(List.of("1", "wash", "2.50"));
    assertThat(names.find("1")).isEqualTo("1");
    assertThat(names.find("1.0")).isEqualTo("1");
    assertThat(names.find("+1")).isEqualTo("1");
    assertThat(names.find("2.5")).isEqualTo("2.50");
    assertThat(names.find("wash")).isEqualTo("wash");
    assertThat(names.find("3")).isNull();
    assertThat(ModeNames.plain("0.0")).isEqualTo("0");
    assertThat(ModeNames.plain("-0")).isEqualTo("0");
    assertThat(ModeNames.plain("100")).isEqualTo("100");
    assertThat(ModeNames.plain("v1.0")).isEqualTo("v1.0");
  }

  @Test
  void aModelHasAShadowWhereOneOfItsModesHas() {
    Map<String, ModeFiles> modes = new LinkedHashMap<>();
    modes.put("A", new ModeFiles(Path.of("a"), Optional.empty()));
    assertThat(model(modes).hasShadow()).isFalse();
    modes.put("B", new ModeFiles(Path.of("b"), Optional.of(Path.of("s"))));
    assertThat(model(modes).hasShadow()).isTrue();
    assertThat(model(modes).isFitted()).isTrue();
    assertThat(
            new ModelSource(
                    Optional.of(Path.of("m")),
                    Optional.of(Path.of("s")),
                    Promotion.MANUAL,
                    Optional.empty(),
                    Map.of())
                .hasShadow())
        .isTrue();
  }

  private static ModelSource model(Map<String, ModeFiles> modes) {
    return new ModelSource(
        Optional.empty(), Optional.empty(), Promotion.MANUAL, Optional.empty(), modes);
  }

  @Test
  void aSecretShowsItselfToNobody() {
    Secret secret = new Secret("hush");
    assertThat(secret).hasToString(Secret.MASK);
    assertThat(secret.reveal()).isEqualTo("hush");
    assertThat(secret).isEqualTo(new Secret("hush")).isNotEqualTo(new Secret("hush!"));
    assertThat(secret).hasSameHashCodeAs(new Secret("hush"));
    assertThat(secret.hashCode()).isNotEqualTo(new Secret("other").hashCode());
  }

  @Test
  void tracesArePushedBesideMetrics() {
    URI metrics = URI.create("http://otel:4318/v1/metrics/v1/metrics");
    assertThat(OtlpConfig.hasTraces(metrics)).isTrue();
    assertThat(OtlpConfig.hasTraces(URI.create("http://otel:4318/metrics"))).isFalse();
    OtlpConfig config =
        new OtlpConfig(metrics, Duration.ofSeconds(60), Map.of(), OptionalDouble.of(1));
    assertThat(config.traceEndpoint())
        .isEqualTo(URI.create("http://otel:4318/v1/metrics/v1/traces"));
  }

  @Test
  void copiesDifferInOneThingAlone() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: m}
            input: {state: [q, p], time: t, step: 20ms, missing: [-9999, 1e30], longest: 7,
                    forget: 40d}
            simulate: {system: duffing}
            """,
            "test.yaml",
            Map.of());
    InputConfig input = config.input();
    InputConfig other = input.withTopic("elsewhere");
    assertThat(other.topic()).isEqualTo("elsewhere");
    assertThat(other.withTopic(input.topic())).isEqualTo(input);
    InputConfig more = input.withMostStreams(12);
    assertThat(more.streams().most()).hasValue(12);
    assertThat(more.streams().longest()).hasValue(7);
    assertThat(more.streams().forget()).contains(Duration.ofDays(40));
    assertThat(more.topic()).isEqualTo(input.topic());

    assertThat(input.steps().isMissing(-9999)).isTrue();
    assertThat(input.steps().isMissing(1e30)).isTrue();
    assertThat(input.steps().isMissing(9999)).isFalse();
    assertThat(config.simulate().orElseThrow().step(input)).isEqualTo(Duration.ofMillis(20));
    TopologyConfig without =
        TopologyConfig.parse(
            "name: a\nmodel: {file: m}\ninput: {state: [q]}\nsimulate: {system: duffing}\n",
            "test.yaml",
            Map.of());
    assertThat(without.simulate().orElseThrow().step(without.input()).toMillis()).isPositive();
  }
}
