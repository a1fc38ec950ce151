package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The topology files that init drafts, word for word, of recordings that have everything it looks
 * for. After an intended change: {@code mvn test -Dtest=DraftFilesTest -Dkahkm.regenerate}, and
 * read the difference.
 */
class DraftFilesTest {
  private static final Path EXPECTED = Path.of("src/cli/test/resources/drafts");

  @TempDir Path folder;

  private static String time(long seconds) {
    return Instant.ofEpochSecond(1_767_225_600L + seconds).toString();
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void isDrafted(String name, String yaml, List<List<String>> commands) throws Exception {
    Path written = Files.writeString(folder.resolve(name + ".yaml"), yaml);
    assertThat(TopologyConfig.load(written, Map.of()).name()).isEqualTo(name);
    StringBuilder text = new StringBuilder(yaml).append("---\n");
    commands.forEach(command -> text.append(TopologyDraft.shell(command)).append('\n'));
    String said = text.toString().replace(folder.toString(), "FOLDER");
    Path expected = EXPECTED.resolve(name + ".yaml");
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.createDirectories(EXPECTED);
      Files.writeString(expected, said);
    }
    assertThat(said).isEqualTo(Files.readString(expected));
  }

  /** Two pumps that stand still now and then, a code for no reading, and what is left out. */
  @Test
  void aFileOfRows() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text =
        new StringBuilder("time,pump,speed [rpm],flow (m3/h),temp \"in\",valve,count,note\n");
    double swing = 0;
    for (int t = 0; t < 3_000; t++) {
      swing = 0.8 * swing + random.nextGaussian();
      int turn = t / 2 % 500;
      double part = turn >= 440 ? 0 : Math.min(1, (turn + 2) / 6.0);
      text.append(time(60L * (t / 2)))
          .append(t % 2 == 0 ? ",north," : ",south,")
          .append(words("%.1f,", part * (1480 + 2 * random.nextGaussian())))
          .append(words("%.2f,", part * (100 + 5 * swing)))
          .append(t % 700 == 9 ? "-9999," : words("%.2f,", 20 + random.nextGaussian()))
          .append(t / 1_000)
          .append(',')
          .append(t)
          .append(words(",a%d%n", t));
    }
    Path rows = Files.writeString(folder.resolve("pumps.csv"), text);
    SampleProfile profile = SampleProfile.of(rows.toString());
    TopologyDraft draft = new TopologyDraft(profile, null, folder.resolve("pumps.yaml"));

    isDrafted("pumps", draft.yaml("localhost:9092"), draft.commands());
  }

  /** Runs of rows without a time, as a topic of records. */
  @Test
  void aTopicOfRuns() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder("run,q,p\n");
    double swing = 0;
    for (int t = 0; t < 1_200; t++) {
      swing = 0.8 * swing + random.nextGaussian();
      text.append(words("r%d,%.3f,%.3f%n", t / 60, swing, random.nextGaussian()));
    }
    Path rows = Files.writeString(folder.resolve("runs.csv"), text);
    SampleProfile profile = SampleProfile.of(rows.toString());
    TopologyDraft draft = new TopologyDraft(profile, "plant.runs", folder.resolve("runs.yaml"));

    isDrafted("runs", draft.yaml("broker:9092"), draft.commands());
  }

  /**
   * One value of one tag in each row: with qualities, batches, and a tag that is sent on change.
   */
  @Test
  void aFileOfTags() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder("machine,tag,ts,value,quality\n");
    for (String machine : List.of("m1", "m2")) {
      double swing = 0;
      for (int t = 0; t < 1_500; t++) {
        swing = 0.8 * swing + random.nextGaussian();
        double part = t % 500 >= 440 ? 0 : 1;
        tag(text, machine, "speed", t * 60L, words("%.1f", part * (1480 + swing)), "good");
        tag(
            text,
            machine,
            "flow.rate",
            t * 60L + 7,
            words("%.2f", part * (100 + random.nextGaussian())),
            t % 300 == 5 ? "bad" : "good");
        tag(
            text,
            machine,
            "press:in",
            t * 60L + 20,
            t % 600 == 9 ? "-9999" : words("%.3f", part * 5 + random.nextGaussian()),
            "good");
        if (t % 37 == 0) {
          tag(text, machine, "setpoint", t * 60L + 3, words("%d", t / 37 % 5), "good");
        }
        if (t % 100 == 0) {
          tag(text, machine, "batch", t * 60L + 1, "b" + t / 100 % 2, "good");
        }
      }
    }
    Path file = Files.writeString(folder.resolve("line.csv"), text);
    TagProfile tags = TagProfile.of(LongFile.of(file.toString()).orElseThrow());
    Path rows = folder.resolve("line.rows.csv");
    TagDraft.writeRows(tags, rows);
    SampleProfile profile = SampleProfile.of(rows.toString());
    TagDraft draft = new TagDraft(tags, profile, Optional.empty(), folder.resolve("line.yaml"));

    isDrafted("line", draft.yaml("localhost:9092"), draft.commands());
  }

  private static void tag(
      StringBuilder text, String machine, String tag, long at, String value, String quality) {
    text.append(machine)
        .append(',')
        .append(tag)
        .append(',')
        .append(time(at))
        .append(',')
        .append(value)
        .append(',')
        .append(quality)
        .append('\n');
  }
}
