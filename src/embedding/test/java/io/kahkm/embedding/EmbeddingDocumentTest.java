package io.kahkm.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmbeddingDocumentTest {
  private static final Path SOURCE =
      Path.of("src/embedding/main/java/io/kahkm/embedding/MachineMonitor.java");

  @Test
  void theFunctionOfTheDocumentIsTheOneThatIsTested() throws Exception {
    String tested = Files.readString(SOURCE).replace("package io.kahkm.embedding;\n\n", "");

    assertThat(EmbeddingDocument.program("MachineMonitor")).isEqualTo(tested);
  }

  @Test
  void theProgramOfTheDocumentIsAboutThirtyLines() throws Exception {
    assertThat(EmbeddingDocument.program("Watch").lines()).hasSizeBetween(25, 36);
  }
}
