package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.config.InputConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.assembly.SensorRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TagsReaderTest {
  private static final String WHOLE =
      """
      name: plant
      model: {file: m}
      input:
        topic: plant.tags
        layout: tags
        stream: {from: key, pattern: '(line\\d+)/.*'}
        tag: {from: key, pattern: '.*/(.+)'}
        sensors: {temperature: TT-101, pressure: PT-101, valve: XV-7}
        time: ts
        time-unit: ms
        step: 1s
        grace: 5s
        value: {temperature: mean}
        hold: 10s
        missing: [-9999]
        on-change: [valve]
        clock-skew: {PT-101: -2s}
        episode: {tag: BATCH-ID}
        states: {valve: [closed, open]}
        idle: 10m
      """;

  private static TopologyConfig parse(String yaml) throws TopologyConfigException {
    return TopologyConfig.parse(yaml, "test", Map.of());
  }

  private static List<String> errors(String inputFields) {
    TopologyConfigException wrong =
        catchThrowableOfType(
            TopologyConfigException.class,
            () ->
                parse(
                    "name: x\nmodel: {file: m}\ninput:\n  layout: tags\n" + inputFields.indent(2)));
    return wrong == null ? List.of() : wrong.errors();
  }

  @Test
  void readsWhatTheDocumentationShows() throws Exception {
    InputConfig input = parse(WHOLE).input();
    TagsConfig tags = input.tags().orElseThrow();

    assertThat(input.steps().missing()).containsExactly(-9999.0);
    assertThat(tags.format()).isEqualTo(InputFormat.JSON);
    assertThat(tags.fields().stream().part("line7/TT-101")).isEqualTo("line7");
    assertThat(tags.fields().tag().part("line7/TT-101")).isEqualTo("TT-101");
    assertThat(tags.inPlace()).isFalse();
    assertThat(input.fields().state()).containsExactly("temperature", "pressure", "valve");
    assertThat(input.assembly())
        .contains(
            new AssemblySettings(
                1_000_000_000L,
                5_000_000_000L,
                10_000_000_000L,
                600_000_000_000L,
                List.of(
                    new SensorRule(CellValue.MEAN, false, 0),
                    new SensorRule(CellValue.LAST, false, -2_000_000_000L),
                    new SensorRule(CellValue.LAST, true, 0)),
                OptionalLong.of(0)));
  }

  @Test
  void whatIsWrittenReadsBack() throws Exception {
    TopologyConfig config = parse(WHOLE);
    TopologyConfig again = parse(config.toMaskedYaml());
    assertThat(again.toMaskedYaml()).isEqualTo(config.toMaskedYaml());
    assertThat(again.input().assembly()).isEqualTo(config.input().assembly());
  }

  @Test
  void leastThatIsNeeded() throws Exception {
    InputConfig input =
        parse(
                "name: x\nmodel: {file: m}\ninput: {layout: tags, sensors: {a: A}, step: 2s,"
                    + " tag: {from: field id}}")
            .input();
    TagsConfig tags = input.tags().orElseThrow();
    assertThat(input.topic()).isEqualTo("x.tags");
    assertThat(tags.grace()).isEqualTo(Duration.ofSeconds(2));
    assertThat(tags.inPlace()).isTrue();
    assertThat(tags.fields().value()).isEqualTo("value");
    assertThat(tags.fields().tag().origin()).isEqualTo(NameRule.Origin.FIELD);
    assertThat(tags.fields().tag().name()).isEqualTo("id");
  }

  @Test
  void errorsAreSaidAllAtOnceEachWithItsPath() {
    assertThat(
            errors(
                """
                sensors: {a: T, b: T}
                on-change: [c]
                value: {a: median}
                clock-skew: {U: 5}
                episode: {tag: T}
                stream: {from: name}
                tag: {from: header}
                states: {d: [off, on]}
                state: [a]
                """))
        .containsExactlyInAnyOrder(
            "input.stream.from: must not be name, which is the tag's name: a stream has many tags",
            "input.tag.from: is \"\", from: header needs one",
            "input.sensors.b: tag \"T\" is already another sensor's",
            "input.value.a: \"median\" is none of: last, mean, min, max",
            "input.on-change: \"c\" is none of the sensors a, b",
            "input.episode.tag: \"T\" is already a sensor's",
            "input.clock-skew.U: is no tag of input.sensors",
            "input.clock-skew.U: is \"5\", must be a whole number with a unit, such as -2s",
            "input.states: \"d\" is none of the sensors a, b",
            "input.step: is missing: layout: tags makes rows on a grid of time",
            "input.state: is not known, did you mean states?");
  }

  @Test
  void formatsWithSchemasNeedToKnowWhereTheyAre() {
    assertThat(errors("format: avro\nsensors: {a: A}\nstep: 1s"))
        .containsExactly("input.schema: needs either registry (an address) or file");
    assertThat(errors("format: protobuf\nsensors: {a: A}\nstep: 1s\nschema: {file: x.desc}"))
        .containsExactly(
            "input.schema.message: is missing: the full name of the message in the file");
    for (String address :
        new String[] {
          "http://reader:secret@host",
          "HTTPS://reader@host/x",
          "//reader:secret@host",
          "7:secret@host",
          "http://reader:sec/ret@host",
          "http://reader:sec?ret@host",
          "http://reader:sec#ret@host/x"
        }) {
      assertThat(
              errors(
                  "format: avro\nsensors: {a: A}\nstep: 1s\nschema: {registry: '" + address + "'}"))
          .containsExactly(
              "input.schema.registry: must not hold a user or password; put them into"
                  + " schema.login, joined by a colon");
    }
    assertThat(errors("format: avro\nsensors: {a: A}\nstep: 1s\nschema: {registry: there}"))
        .containsExactly(
            "input.schema.registry: is \"there\", must begin with http:// or https://");
    assertThat(errors("format: sparkplug\nsensors: {a: A}\nstep: 1s\nstream: {from: topic}"))
        .containsExactly(
            "input.stream.from: is topic, with format: sparkplug it can be: key, header NAME");
  }

  @Test
  void graceAndHoldThatSpanTooManyCellsAreSaid() {
    assertThat(errors("sensors: {a: A}\nstep: 1ms\nhold: 1h"))
        .singleElement()
        .isEqualTo(
            "input.grace: is 1ms, hold is 1h: together they may span at most 4096 steps of 1ms");
  }
}
