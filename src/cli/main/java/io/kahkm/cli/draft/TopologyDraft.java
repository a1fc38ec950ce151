package io.kahkm.cli.draft;

import com.fasterxml.jackson.databind.node.TextNode;
import io.kahkm.cli.rows.RowFile;
import io.kahkm.cli.rows.Sentinel;
import io.kahkm.config.StepConfig;
import io.kahkm.profile.MapSize;
import io.kahkm.topology.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The topology file and the commands that a profile suggests. */
public final class TopologyDraft {
  private static final int LONGEST_COMMENT = 110;

  /** Sensors of a stream that have charts where the file does not say how many. */
  private static final int USUAL_SENSORS = 8;

  /** Sensors of all streams together that have charts where the file does not say how many. */
  private static final int USUAL_CHARTS = 1_600;

  /** No more are drafted: they take some 160 MB. */
  private static final int MOST_CHARTS = 6_400;

  private static final String PLAIN = "[A-Za-z0-9_./:,=+@%-]+";

  private final SampleProfile profile;

  /** Where editors look for what {@code kahkm schema} prints, beside the topology file. */
  static final String SCHEMA = "kahkm.schema.json";

  private final String name;
  private final String topic;
  private final Path file;
  private final String model;

  /**
   * Prepares a draft.
   *
   * @param profile what it rests on
   * @param topic topic of the live records, or null for the usual one
   * @param file where the topology file goes
   */
  public TopologyDraft(SampleProfile profile, String topic, Path file) {
    this.profile = profile;
    this.topic = topic;
    this.file = file;
    name = nameOf(file);
    model = name + ".safetensors";
  }

  /** A name for topics and applications from the name of a file. */
  public static String nameOf(Path file) {
    Path last = file.getFileName();
    String stem = last == null ? "" : last.toString().replaceFirst("\\.[^.]*$", "");
    String name = stem.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]+", "-");
    String trimmed = name.replaceAll("^-+|-+$", "");
    return trimmed.isEmpty() ? "plant" : trimmed;
  }

  /** The topology file, with comments that say what was found. */
  public String yaml(String bootstrap) {
    RowFile.Columns input = profile.file().columns();
    StringBuilder text = new StringBuilder();
    comment(text, "yaml-language-server: $schema=" + SCHEMA);
    comment(text, "Editors complete and check this file by: kahkm schema > " + SCHEMA);
    comment(
        text, "Drafted by kahkm init from " + profile.file().path() + ". What was found there:");
    ProfileText.lines(profile).forEach(line -> comment(text, "  " + line));
    text.append("name: ").append(quoted(name)).append('\n');
    comment(text, "Written by the fit command below; a map of other sensors is refused.");
    text.append("model: {file: ").append(quoted(model)).append("}\n");
    text.append("input:\n");
    field(
        text,
        "topic",
        quoted(topic == null ? name + ".states" : topic),
        "key = stream, value =" + " flat JSON with the fields below");
    field(text, "state", list(input.state()), "in the order of the map");
    units(profile).ifPresent(units -> field(text, "units", units, "for people"));
    if (input.time().isPresent()) {
      field(text, "time", quoted(input.time().get()), profile.scan().timeNote());
      field(text, "time-unit", input.timeFormat().label(), "");
    }
    StepConfig steps = profile.file().steps();
    if (steps.step().isPresent()) {
      field(text, "step", DurationText.of(steps.step().get()), "another step breaks the chain");
      field(text, "step-tolerance", Double.toString(steps.tolerance()), "share of the step");
      field(
          text,
          "idle",
          DurationText.of(steps.idle().orElseThrow()),
          "a longer gap, or a clock set back further, starts an episode");
    }
    if (steps.hold().isPresent()) {
      field(
          text,
          "hold",
          DurationText.of(steps.hold().get()),
          "for this long the last value replaces a missing or textual one; then it is gone");
    }
    missing(profile).ifPresent(numbers -> field(text, "missing", numbers, "stand for no reading"));
    steps
        .when()
        .ifPresent(
            rule -> {
              field(text, "when", quoted(rule.text()), "else the machine stands still: not judged");
              if (rule.settle() > 0) {
                String settle = DurationText.of(Duration.ofNanos(rule.settle()));
                field(text, "settle", settle, "after a start, which is not judged either");
              }
            });
    if (input.episode().isPresent()) {
      field(text, "episode", quoted(input.episode().get()), "another value starts an episode");
    }
    text.append("forecasts: {horizons: ")
        .append(profile.proposal().horizons())
        .append(", every: 1}\n");
    comment(
        text,
        "Certificates need independent units, which no file can show: declare them yourself."
            + " With episodes that restart independently, and the tolerance that fit proposes"
            + " (repeating the present reading misses it):");
    comment(text, "certificates: {sampling: episodes, window: {units: 200}, tolerance: FROM-FIT}");
    text.append(charts(input.state().size(), profile.data().streams().size()));
    text.append(incidents(name));
    comment(
        text,
        "The topics must exist; the dead-letter topic (rejects) needs"
            + " max.message.bytes=2097152.");
    text.append("kafka: {bootstrap.servers: ").append(quoted(bootstrap)).append("}\n");
    return text.toString();
  }

  /**
   * The section of charts and metrics: an alarm may come from any sensor, and all should be drawn.
   *
   * @param sensors sensors of a stream
   * @param streams streams that were recorded; 0 if they have no names
   * @return the section; empty where all sensors have charts without it, or too many would
   */
  static String charts(int sensors, int streams) {
    if (sensors <= USUAL_SENSORS || (long) sensors * Math.max(1, streams) > MOST_CHARTS) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    comment(text, "The live page and the metrics show all sensors of this many streams.");
    return text.append("telemetry: {streams: ")
        .append(Math.max(Math.max(1, streams), USUAL_CHARTS / sensors))
        .append(", components: ")
        .append(sensors)
        .append("}\n")
        .toString();
  }

  /** The section of incidents. */
  static String incidents(String name) {
    StringBuilder text = new StringBuilder();
    comment(
        text,
        "One record for each incident, for the page, kahkm incidents and the marks of people. kahkm"
            + " topics --create makes the topic, compacted.");
    return text.append("incidents: {topic: ")
        .append(quoted(name + ".incidents"))
        .append("}\n")
        .toString();
  }

  /** The value of {@code units}, empty where nothing is known. */
  static Optional<String> units(SampleProfile profile) {
    List<String> words = new ArrayList<>();
    profile.units().forEach((sensor, unit) -> words.add(quoted(sensor) + ": " + quoted(unit)));
    return words.isEmpty() ? Optional.empty() : Optional.of("{" + String.join(", ", words) + "}");
  }

  /** The value of {@code missing}, empty where no number stands for no reading. */
  static Optional<String> missing(SampleProfile profile) {
    List<Double> numbers = profile.file().steps().missing();
    return numbers.isEmpty()
        ? Optional.empty()
        : Optional.of("[" + String.join(", ", numbers.stream().map(Sentinel::text).toList()) + "]");
  }

  private static void comment(StringBuilder text, String line) {
    String indent = line.substring(0, line.length() - line.stripLeading().length());
    StringBuilder row = new StringBuilder("#");
    for (String word : line.strip().split("\\s+")) {
      boolean first = row.length() == 1;
      if (!first && row.length() + word.length() > LONGEST_COMMENT) {
        text.append(row).append('\n');
        row = new StringBuilder("#").append(indent).append("   ");
      } else if (first) {
        row.append(indent);
      }
      row.append(' ').append(word);
    }
    text.append(row).append('\n');
  }

  private static void field(StringBuilder text, String key, String value, String comment) {
    text.append("  ").append(key).append(": ").append(value);
    if (!comment.isEmpty()) {
      text.append("   # ").append(comment);
    }
    text.append('\n');
  }

  private static String list(List<String> names) {
    return "[" + String.join(", ", names.stream().map(TopologyDraft::quoted).toList()) + "]";
  }

  /** As a JSON string, which is YAML too, where plain text could be taken for something else. */
  static String quoted(String text) {
    boolean plain =
        text.matches("[A-Za-z][A-Za-z0-9_./-]*")
            && !text.matches("(?i)y|n|yes|no|on|off|true|false|null");
    return plain ? text : TextNode.valueOf(text).toString();
  }

  /** The commands that come next, as words. */
  public List<List<String>> commands() {
    List<List<String>> commands =
        new ArrayList<>(commands(file, input(), profile.proposal().size()));
    FrozenRows frozen = profile.findings().frozen();
    if (!frozen.stretches().isEmpty()) {
      List<String> fit = new ArrayList<>(commands.get(0));
      fit.addAll(List.of("--exclude", frozen.exclusion(profile.data())));
      commands.set(0, fit);
    }
    return commands;
  }

  /**
   * The commands that come next, whatever the file's rows are made of.
   *
   * @param file the topology file, which says everything that is not in the other two
   * @param input options that say what a file of recorded rows holds
   * @param size of the first map
   */
  public static List<List<String>> commands(Path file, List<String> input, MapSize size) {
    List<String> fit = new ArrayList<>(List.of("./kahkm", "fit", file.toString()));
    fit.addAll(input);
    fit.addAll(
        List.of(
            "--delays",
            Integer.toString(size.delays()),
            "--classes",
            Integer.toString(size.firstClasses()),
            "--omega",
            Double.toString(size.firstOmega())));
    List<String> check = List.of("./kahkm", "check", file.toString());
    List<String> evaluate = new ArrayList<>(List.of("./kahkm", "evaluate", file.toString()));
    evaluate.addAll(input);
    evaluate.add("--allow-training-data");
    return List.of(fit, check, evaluate);
  }

  /** Columns and steps are in the topology file; only a recording knows several streams. */
  private List<String> input() {
    RowFile.Columns input = profile.file().columns();
    List<String> words = new ArrayList<>(List.of("--input", profile.file().path()));
    input.stream().ifPresent(stream -> words.addAll(List.of("--stream", stream)));
    return words;
  }

  /** Words as a line that a shell takes apart into the same words. */
  public static String shell(List<String> words) {
    return String.join(
        " ",
        words.stream()
            .map(word -> word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'")
            .toList());
  }
}
