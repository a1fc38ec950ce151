package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  @Test
  void findsCommandsAsPeopleTypeThem() {
    assertThat(
            Markdown.commands(
                """
                ```sh
                ./kahkm fit --input a.csv \\
                    --output m    # a comment
                deploy/local.sh --short run plant.yaml
                mvn verify
                ```
                """))
        .containsExactly(
            List.of("fit", "--input", "a.csv", "--output", "m"), List.of("run", "plant.yaml"));
  }

  @Test
  void findsLinksIntoTheProject() {
    assertThat(
            Markdown.links(
                "[a](b.md#c-d), [e](#f), [g](https://example.com/h.md) <img src=\"i.png\">"))
        .containsExactly(
            new Markdown.Link("b.md", "c-d"),
            new Markdown.Link("", "f"),
            new Markdown.Link("i.png", ""));
  }

  @Test
  void namesHeadingsAsLinksDo() {
    assertThat(Markdown.anchors("# One\ntext\n## 2. Fit the map: `fit`\n"))
        .containsExactlyInAnyOrder("one", "2-fit-the-map-fit");
    assertThat(Markdown.anchors("<a id=\"old-name\"></a>\n\n## New name\n"))
        .containsExactlyInAnyOrder("old-name", "new-name");
  }

  @Test
  void findsASecondSentenceInALineOfProseOnly() {
    assertThat(
            Markdown.linesOfSeveralSentences(
                """
                One sentence, with 3.5 of them.
                - Two here. The second.
                | A table. May hold two |
                ```sh
                ./kahkm demo # Code. May too
                ```
                """))
        .containsExactly("- Two here. The second.");
  }
}
