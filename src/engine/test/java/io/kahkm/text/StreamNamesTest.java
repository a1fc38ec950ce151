package io.kahkm.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Site, area and name of a stream, found in its id. */
class StreamNamesTest {
  private static final StreamNames PATH =
      StreamNames.byKey("(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)");

  @ParameterizedTest
  @CsvSource({
    "berlin/hall-2/pump-7, berlin, hall-2, pump-7",
    "berlin/hall-2/line/pump-7, berlin, hall-2, line/pump-7",
    "' berlin / hall 2 /pump 7 ', berlin, hall 2, pump 7",
    "Köln/Süd/泵, Köln, Süd, 泵",
    // The whole id has to match: what does not has none of the three.
    "berlin/hall-2, '', '', ''",
    "pump-7, '', '', ''",
    "//x, '', '', ''",
    "'', '', '', ''"
  })
  void theWholeIdIsTakenApart(String id, String site, String area, String name) {
    assertThat(PATH.of(id)).isEqualTo(new StreamName(site, area, name));
  }

  @Test
  void partsMayBeLeftOut() {
    StreamNames names = StreamNames.byKey("(?<site>[a-z]+)(?:[.](?<area>[a-z0-9]+))?[.]p[0-9]+");
    assertThat(names.of("berlin.hall2.p7")).isEqualTo(new StreamName("berlin", "hall2", ""));
    assertThat(names.of("berlin.p7")).isEqualTo(new StreamName("berlin", "", ""));
    assertThat(names.has("site")).isTrue();
    assertThat(names.has("area")).isTrue();
    assertThat(names.has("name")).isFalse();
    assertThat(StreamNames.NONE.has("site")).isFalse();
    assertThat(StreamNames.NONE.of("berlin/hall-2/pump-7")).isEqualTo(StreamName.NONE);
  }

  @Test
  void anIdThatIsTooLongIsNotTakenApart() {
    String prefix = "a/b/";
    String longest = prefix + "c".repeat(StreamNames.LONGEST - prefix.length());
    assertThat(PATH.of(longest).site()).isEqualTo("a");
    assertThat(PATH.of(longest + "c")).isEqualTo(StreamName.NONE);
    // Alternatives in a repeated group take stack for every character.
    assertThat(StreamNames.byKey("(?<name>(a|b)*)").of("a".repeat(1_000_000)))
        .isEqualTo(StreamName.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(?<site>; is \"(?<site>\", not a valid regular expression: Unclosed group",
        "(?<hall>.+); has the group \"hall\", groups are called site, area, name",
        "(?<site>.+)/(?<Site>.+); has the group \"Site\", groups are called site, area, name",
        "berlin/.+; is \"berlin/.+\", must have a group called site, area or name",
        "\\(?<site>x; is \"\\(?<site>x\", must have a group called",
        "\\Q(?<site>x; is \"\\Q(?<site>x\", must have a group called"
      })
  void whatCannotNameAStreamIsRefusedWithTheReason(String pattern, String words) {
    assertThatThrownBy(() -> StreamNames.byKey(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(words);
  }

  @Test
  void sentencesCallAStreamByItsNameAndPlace() {
    assertThat(new StreamName("berlin", "hall-2", "pump-7").words("id"))
        .isEqualTo("pump-7 (berlin, hall-2)");
    assertThat(new StreamName("berlin", "", "pump-7").words("id")).isEqualTo("pump-7 (berlin)");
    assertThat(new StreamName("", "hall-2", "pump-7").words("id")).isEqualTo("pump-7 (hall-2)");
    assertThat(new StreamName("", "", "pump-7").words("id")).isEqualTo("pump-7");
    assertThat(new StreamName("berlin", "hall-2", "").words("id")).isEqualTo("id");
  }

  @Test
  void equalPatternsAreEqualNames() {
    assertThat(StreamNames.byKey("(?<site>.)")).isEqualTo(StreamNames.byKey("(?<site>.)"));
    assertThat(StreamNames.byKey("(?<site>.)")).isNotEqualTo(StreamNames.byKey("(?<site>..)"));
  }
}
