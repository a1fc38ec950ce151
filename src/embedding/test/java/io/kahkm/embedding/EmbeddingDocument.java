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

  /** The only block in this language that opens with this element. */
  static String block(String language, String element) throws IOException {
    String opening = FENCE + language + "\n<" + element + ">";
    String text = Files.readString(DOCUMENT);
    int start = text.indexOf(opening);
    if (start < 0 || text.indexOf(opening, start + 1) >= 0) {
      throw new IllegalStateException(DOCUMENT + " has not one block " + opening);
    }
    int content = start + opening.length() - element.length() - 2;
    return text.substring(content, text.indexOf(FENCE, content));
  }
}
