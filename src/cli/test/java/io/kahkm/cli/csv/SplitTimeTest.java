package io.kahkm.cli.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SplitTimeTest {
  private static CsvSource source(String text) throws IOException {
    return CsvSource.of("plant.csv", new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @Test
  void aDayAndATimeOfDayAreOneMoreColumnBehindTheOthers() throws IOException {
    CsvSource source =
        source("unit;Day;Hour;q\np;01/31/2026;1:05 PM;2,5\np;01/31/2026;1:10 PM;3,5\n");
    assertThat(source.header()).containsExactly("unit", "Day", "Hour", "q", "Day Hour");
    assertThat(source.detected())
        .contains("day and time of day in two columns, together \"Day Hour\"");
    assertThat(source.next()).isTrue();
    assertThat(source.text(4)).isEqualTo("01/31/2026 1:05 PM");
    assertThat(source.number(3)).isEqualTo(2.5);
    assertThat(source.next()).isTrue();
    assertThat(source.text(source.column("Day Hour", "--time"))).isEqualTo("01/31/2026 1:10 PM");
    assertThat(source.next()).isFalse();
  }

  @Test
  void aRowWithoutOneOfThemHasNoTime() throws IOException {
    CsvSource source = source("Day,Hour,q\n2026-01-31,13:00:00.5,1\n,13:05,2\n2026-01-31,,3\n");
    source.next();
    assertThat(source.text(3)).isEqualTo("2026-01-31 13:00:00.5");
    source.next();
    assertThat(source.text(3)).isEmpty();
    source.next();
    assertThat(source.text(3)).isEmpty();
  }

  @Test
  void columnsAreCountedAsTheFileHasThem() throws IOException {
    CsvSource source = source("Day,Hour,q\n2026-01-31,13:00,1\n2026-01-31,13:05\n");
    source.next();
    assertThatThrownBy(source::next)
        .isInstanceOf(DataException.class)
        .hasMessage("plant.csv:3: 2 values, the header has 3 columns");
  }

  @Test
  void rowsWithoutAHeaderHaveOneToo() throws IOException {
    CsvSource source = source("2026-01-31,13:00,1\n2026-01-31,13:05,2\n");
    assertThat(source.header()).hasSize(4);
  }

  @Test
  void otherColumnsAreLeftAsTheyAre() throws IOException {
    assertThat(source("t,q\n2026-01-31 13:00,1\n").header()).containsExactly("t", "q");
    assertThat(source("Hour,Day,q\n13:00,2026-01-31,1\n").header())
        .containsExactly("Hour", "Day", "q");
    assertThat(source("a,b\n1,2\n").header()).containsExactly("a", "b");
    assertThat(source("Day,Hour,q\n,,1\n").header()).containsExactly("Day", "Hour", "q");
  }
}
