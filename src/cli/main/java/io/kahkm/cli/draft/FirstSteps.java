package io.kahkm.cli.draft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The commands that lead from a recording to a topology file and a first model, for those who take
 * these steps in one go. As words, without the program's name.
 */
public final class FirstSteps {
  private FirstSteps() {}

  /** The topology file that {@code init} writes for a recording unless told otherwise. */
  public static Path topologyFile(String recording) {
    return Path.of(TopologyDraft.nameOf(Path.of(recording)) + ".yaml");
  }

  /** The command that drafts a topology file. */
  public static List<String> init(String recording, Path file) {
    return List.of("init", recording, "--output", file.toString());
  }

  /**
   * The command that fits the model of a topology file, with the size that {@code init} proposes.
   *
   * @param recording CSV file of normal operation, with a column per sensor or a row per tag
   * @param file the topology file
   */
  public static List<String> fit(String recording, Path file) throws IOException {
    Optional<LongFile> tags = LongFile.of(recording);
    List<String> words;
    if (tags.isEmpty()) {
      words = new TopologyDraft(SampleProfile.of(recording), null, file).commands().get(0);
    } else {
      Path rows = Files.createTempFile("kahkm-rows", ".csv");
      try {
        TagProfile profile = TagProfile.of(tags.get());
        TagDraft.writeRows(profile, rows);
        words =
            new TagDraft(profile, SampleProfile.of(rows.toString()), Optional.empty(), file)
                .commands()
                .get(0);
      } finally {
        Files.deleteIfExists(rows);
      }
    }
    return words.subList(1, words.size());
  }

  /** Words as a person would type them into a shell, after the program's name. */
  public static String shell(List<String> words) {
    return "./kahkm " + TopologyDraft.shell(words);
  }
}
