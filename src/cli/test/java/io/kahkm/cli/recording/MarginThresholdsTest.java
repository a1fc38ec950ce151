package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarginThresholdsTest {
  @TempDir private Path directory;

  @Test
  void takesNothingANumberOrAFileOfOnePerClass() throws IOException {
    Path file = Files.writeString(directory.resolve("g.txt"), "0.1\n 0.2 \n\n3e-1\n");

    assertThat(MarginThresholds.read(null, 3)).isEmpty();
    assertThat(MarginThresholds.read("0.05", 3)).containsExactly(0.05);
    assertThat(MarginThresholds.read(file.toString(), 3)).containsExactly(0.1, 0.2, 0.3);
  }

  @Test
  void refusesAFileThatDoesNotFitTheClassesOrHoldsText() throws IOException {
    Path file = Files.writeString(directory.resolve("g.txt"), "0.1\n0.2\n");
    Path text = Files.writeString(directory.resolve("t.txt"), "0.1\nlarge\n");

    assertThatThrownBy(() -> MarginThresholds.read(file.toString(), 3))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2 numbers, the map has 3 classes");
    assertThatThrownBy(() -> MarginThresholds.read(file.toString(), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2 numbers, the map has 1 classes");
    assertThatThrownBy(() -> MarginThresholds.read(text.toString(), 2))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("\"large\"");
  }
}
