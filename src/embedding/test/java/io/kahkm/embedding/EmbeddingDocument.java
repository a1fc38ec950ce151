package io.kahkm.embedding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The programs that docs/embedding.md shows. */
final class EmbeddingDocument {
  private static final Path DOCUMENT = Path.of("docs/embedding.md");
  private static final String FENCE = "```";

  private EmbeddingDocument() {}

  /** The Java block that declares this class, to the letter. */
  static String program(String name) throws IOException {
    String text = Files.readString(DOCUMENT);
    for (String block : text.split(FENCE + "java\n", -1)) {
      String program = block.substring(0, Math.max(0, block.indexOf(FENCE)));
      if (program.contains("public class " + name + "\n")
          || program.contains("class " + name + " ")) {
        return program;
      }
    }
    throw new IllegalStateException(DOCUMENT + " has no program " + name);
  }

  static String text() throws IOException {
    return Files.readString(DOCUMENT);
  }
}
