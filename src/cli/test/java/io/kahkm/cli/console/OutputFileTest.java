package io.kahkm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.plot.Picture;
import io.kahkm.plot.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that appear when they are whole, in folders that are there. */
class OutputFileTest {
  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theFolderHasToBeThereAndTheFileNoFolder() {
    assertThatCode(() -> OutputFile.requireFolder("--output", folder.resolve("new")))
        .doesNotThrowAnyException();
    assertThatCode(() -> OutputFile.requireFolder("--output", Path.of("a-name-alone")))
        .doesNotThrowAnyException();
    Path missing = folder.resolve("none");
    assertThatThrownBy(() -> OutputFile.requireFolder("--output", missing.resolve("new")))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--output " + missing.resolve("new") + ": the folder " + missing + " does not exist");
    assertThatThrownBy(() -> OutputFile.requireFolder("--report", folder))
        .isInstanceOf(UsageException.class)
        .hasMessage("--report " + folder + " is a folder, a file is needed");
    assertThatThrownBy(() -> OutputFile.requireFolder("--report", Path.of("/")))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void aTextReplacesTheOneBeforeAndLeavesNothingBeside() throws IOException {
    Path file = folder.resolve("a.txt");
    OutputFile.text(file, "first, with an ä");
    assertThat(file).hasContent("first, with an ä");
    OutputFile.text(file, "second");
    assertThat(file).hasContent("second");
    assertThat(names()).containsExactly("a.txt");
  }

  @Test
  void afterAFailureWhatWasThereStays() throws IOException {
    Path file = folder.resolve("a.txt");
    Files.writeString(file, "before");
    assertThatThrownBy(
            () ->
                OutputFile.whole(
                    file,
                    part -> {
                      Files.writeString(part, "half");
                      assertThat(names()).containsExactly("a.txt", "a.txt.part");
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(file).hasContent("before");
    assertThat(names()).containsExactly("a.txt");
  }

  @Test
  void aDeviceIsWrittenToAndNotReplaced() throws IOException {
    Path device = Path.of("/dev/null");
    OutputFile.whole(device, part -> assertThat(part).isEqualTo(device));
    assertThat(Files.isRegularFile(device)).isFalse();
    assertThat(device).exists();
  }

  @Test
  void aPictureIsDrawnAsTheNameSays() throws IOException {
    Plot plot = Plot.of("x", "y").line("a", List.of(1.0, 2.0), List.of(1.0, 3.0));
    Picture picture = new Picture(List.of(plot), 1, 60, 40);
    OutputFile.draw("--picture", folder.resolve("a.SVG"), picture);
    OutputFile.draw("--picture", folder.resolve("b.png"), picture);
    OutputFile.draw("--picture", folder.resolve("c"), picture);

    assertThat(folder.resolve("a.SVG")).hasContent(picture.svg());
    assertThat(folder.resolve("b.png")).hasBinaryContent(picture.png());
    assertThat(folder.resolve("c")).hasSameBinaryContentAs(folder.resolve("b.png"));
    assertThat(names()).containsExactly("a.SVG", "b.png", "c");
  }
}
