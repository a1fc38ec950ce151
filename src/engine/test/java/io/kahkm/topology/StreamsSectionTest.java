package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.text.StreamName;
import io.kahkm.text.StreamNames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The section that says what people call the streams. */
class StreamsSectionTest {
  private static final String FILE = "name: a\nmodel: {file: f}\ninput: {state: [q]}\n";

  private static TopologyConfig read(String section) throws TopologyConfigException {
    return TopologyConfig.parse(FILE + section, "test.yaml", Map.of());
  }

  private static List<String> errors(String section) {
    return catchThrowableOfType(TopologyConfigException.class, () -> read(section)).errors();
  }

  @Test
  void aPatternNamesStreamsAndIsWrittenAgain() throws Exception {
    TopologyConfig config = read("streams: {key: '(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)'}\n");
    assertThat(config.streams().of("berlin/hall-2/pump-7"))
        .isEqualTo(new StreamName("berlin", "hall-2", "pump-7"));

    TopologyConfig again = TopologyConfig.parse(config.toMaskedYaml(), "again", Map.of());
    assertThat(again).isEqualTo(config);
  }

  @Test
  void withoutASectionStreamsHaveTheirIdsAlone() throws Exception {
    assertThat(read("").streams()).isEqualTo(StreamNames.NONE);
    assertThat(read("").toMaskedYaml()).doesNotContain("\nstreams:");
    assertThat(read("streams:\n").streams()).isEqualTo(StreamNames.NONE);
  }

  @Test
  void mistakesAreToldWithTheirPath() {
    assertThat(errors("streams: {key: '(?<site>'}\n"))
        .containsExactly(
            "streams.key: is \"(?<site>\", not a valid regular expression: Unclosed group");
    assertThat(errors("streams: {key: '(?<plant>.+)'}\n"))
        .containsExactly(
            "streams.key: has the group \"plant\", groups are called site, area, name");
    assertThat(errors("streams: {key: '.+', keys: a}\n"))
        .hasSize(2)
        .anyMatch(error -> error.startsWith("streams.key: is \".+\", must have a group called"))
        .contains("streams.keys: is not known, did you mean key?");
    assertThat(errors("streams: [a]\n")).singleElement().asString().startsWith("streams: must be");
  }
}
