package io.kahkm.cli.draft;

import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.rows.StateData;
import io.kahkm.cli.rows.StateReading;
import io.kahkm.topology.DurationText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The topology file and the commands that a sample of tags suggests. */
public final class TagDraft {
  private final TagProfile tags;
  private final SampleProfile rows;
  private final Path file;
  private final String model;
  private final String name;
  private final Optional<TagTopicSample> topic;

  /**
   * Prepares a draft.
   *
   * @param tags what the sample of tags shows
   * @param rows what the rows show that were made of it
   * @param topic the sample's topic, if it came from one
   * @param file where the topology file goes
   */
  public TagDraft(TagProfile tags, SampleProfile rows, Optional<TagTopicSample> topic, Path file) {
    this.tags = tags;
    this.rows = rows;
    this.topic = topic;
    this.file = file;
    name = TopologyDraft.nameOf(file);
    model = name + ".safetensors";
  }

  /** Makes rows of a sample of tags and keeps them as a file. */
  public static void writeRows(TagProfile tags, Path csv) throws IOException {
    StateData data = StateReading.read(tags.rows(), Optional.empty(), true);
    List<String> header = new ArrayList<>(List.of("stream", "time"));
    header.addAll(tags.sensors());
    try (CsvSink sink = CsvSink.create(csv, header)) {
      for (StateData.Row row : data.rows()) {
        List<Object> cells = new ArrayList<>();
        cells.add("s" + row.stream());
        cells.add(Long.toString(row.observation().time()));
        for (double value : row.observation().state()) {
          cells.add(Double.isNaN(value) ? "" : (Object) value);
        }
        sink.write(cells);
      }
    }
  }

  /** The topology file, with comments that say what was found. */
  public String yaml(String bootstrap) {
    List<String> sensors = rows.sensors();
    StringBuilder text = new StringBuilder();
    comment(text, "yaml-language-server: $schema=" + TopologyDraft.SCHEMA);
    comment(
        text, "Editors complete and check this file by: kahkm schema > " + TopologyDraft.SCHEMA);
    comment(text, "Drafted by kahkm init from " + tags.file().input() + ". What was found there:");
    tags.lines().forEach(line -> comment(text, "  " + line));
    comment(text, "Of the rows that were made of it:");
    ProfileText.lines(rows).forEach(line -> comment(text, "  " + line));
    text.append("name: ").append(TopologyDraft.quoted(name)).append('\n');
    comment(text, "Written by the fit command below; a map of other sensors is refused.");
    text.append("model: {file: ").append(TopologyDraft.quoted(model)).append("}\n");
    text.append("input:\n");
    field(
        text,
        "topic",
        TopologyDraft.quoted(topic.map(TagTopicSample::topic).orElse(name + ".tags")));
    field(text, "layout", "tags");
    if (topic.isPresent()) {
      topic.get().rules().forEach((key, value) -> field(text, key, value));
    } else {
      likeTheFile(text);
    }
    text.append("  sensors:\n");
    for (String sensor : sensors) {
      text.append("    ")
          .append(TopologyDraft.quoted(sensor))
          .append(": ")
          .append(TopologyDraft.quoted(sensor))
          .append('\n');
    }
    TopologyDraft.units(rows).ifPresent(units -> field(text, "units", units));
    field(text, "step", DurationText.of(tags.step()));
    comment(text, "As late as the sample saw values come, or one step:");
    field(text, "grace", DurationText.of(tags.grace()));
    field(text, "hold", DurationText.of(tags.hold()));
    TopologyDraft.missing(rows).ifPresent(numbers -> field(text, "missing", numbers));
    rows.file()
        .steps()
        .when()
        .ifPresent(
            rule -> {
              comment(
                  text, "Else the machine stands still, which is not judged, nor is its start:");
              field(text, "when", TopologyDraft.quoted(rule.text()));
              if (rule.settle() > 0) {
                field(text, "settle", DurationText.of(Duration.ofNanos(rule.settle())));
              }
            });
    List<String> changing = tags.onChange().stream().filter(sensors::contains).toList();
    if (!changing.isEmpty()) {
      comment(
          text,
          "Sent at no rate, or more rarely than every tenth step: held until their next value.");
      field(
          text,
          "on-change",
          "[" + String.join(", ", changing.stream().map(TopologyDraft::quoted).toList()) + "]");
    }
    field(text, "idle", DurationText.of(tags.idle()));
    unknown(text);
    text.append("forecasts: {horizons: ")
        .append(rows.proposal().horizons())
        .append(", every: 1}\n");
    comment(
        text,
        "Certificates need independent units, which no sample can show: declare them yourself, such"
            + " as certificates: {sampling: episodes, window: {units: 200}, tolerance: FROM-FIT}"
            + " with input.episode, and with the tolerance that fit proposes.");
    text.append(TopologyDraft.charts(sensors.size(), rows.data().streams().size()));
    text.append(TopologyDraft.incidents(name));
    comment(
        text,
        "The topics must exist; the dead-letter topic (rejects) needs"
            + " max.message.bytes=2097152.");
    text.append("kafka: {bootstrap.servers: ")
        .append(TopologyDraft.quoted(bootstrap))
        .append("}\n");
    return text.toString();
  }

  /** Records as replay and demo make them of the file: its columns are their fields. */
  private void likeTheFile(StringBuilder text) {
    LongFile sample = tags.file();
    comment(
        text,
        "The sample cannot show how live records name things: here the key is the stream, and"
            + " the fields are called like the file's columns.");
    field(text, "tag", "{from: " + TopologyDraft.quoted("field " + sample.tag()) + "}");
    String quality =
        sample.quality().map(column -> ", quality: " + TopologyDraft.quoted(column)).orElse("");
    field(text, "fields", "{value: " + TopologyDraft.quoted(sample.value()) + quality + "}");
    field(text, "time", TopologyDraft.quoted(sample.time()));
    field(text, "time-unit", sample.timeFormat().label());
  }

  /** What only people know. */
  private void unknown(StringBuilder text) {
    comment(text, "What the sample cannot show: constant offsets of devices' clocks (clock-skew),");
    comment(text, "and whether a step wants the last value of a tag or its mean (value).");
    for (Map.Entry<String, Set<String>> tag : tags.textTags().entrySet()) {
      comment(
          text,
          "Tag "
              + tag.getKey()
              + " is text ("
              + String.join(", ", tag.getValue())
              + "): episode: {tag: "
              + TopologyDraft.quoted(tag.getKey())
              + "} if it names batches, or a sensor with states: {NAME: [first, second]}.");
    }
  }

  private static void comment(StringBuilder text, String line) {
    text.append("# ").append(line.replaceAll("\\s*\\R\\s*", " ")).append('\n');
  }

  private static void field(StringBuilder text, String key, String value) {
    text.append("  ").append(key).append(": ").append(value).append('\n');
  }

  /** The commands that come next, as words. */
  public List<List<String>> commands() {
    List<String> words = new ArrayList<>(List.of("--input", tags.file().input()));
    words.addAll(tags.file().options());
    return TopologyDraft.commands(file, words, rows.proposal().size());
  }
}
