package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.csv.CsvSource;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowMessageTest {
  @TempDir private Path folder;

  /** Numbers as numbers, other text as text, empty cells left out. */
  @Test
  void everyCellIsAFieldOfItsKind() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("rows.csv"), "t,a,b,c,d,run\n1700000000000,1.5,,NaN,-2,first\n");
    try (CsvSource source = CsvSource.open(file.toString())) {
      assertThat(source.next()).isTrue();

      assertThat(RowMessage.of(source))
          .hasToString("{\"t\":1700000000000,\"a\":1.5,\"c\":\"NaN\",\"d\":-2,\"run\":\"first\"}");
    }
  }
}
