package io.kahkm.cli;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.draft.DraftVerdict;
import io.kahkm.cli.draft.LongFile;
import io.kahkm.cli.draft.ProfileText;
import io.kahkm.cli.draft.SampleProfile;
import io.kahkm.cli.draft.TagDraft;
import io.kahkm.cli.draft.TagProfile;
import io.kahkm.cli.draft.TagTopicSample;
import io.kahkm.cli.draft.TopicSample;
import io.kahkm.cli.draft.TopologyDraft;
import io.kahkm.cli.option.ClientOptions;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm init}: recorded readings in, a topology file and the next commands out. */
@Command(
    name = "init",
    sortOptions = false,
    header = {"Profile readings, draft a topology file and say what to do next.", ""},
    showDefaultValues = true,
    description =
        "Profiles a CSV file, or with --bootstrap the newest records of a topic: time, step, gaps,"
            + " missing and textual cells, constants, near-duplicates, memory. Proposes state"
            + " columns, delays and the size of the map, writes a commented topology file and"
            + " prints the next three commands. Use normal operation: anything unlike it"
            + " will raise an alarm.",
    footer = {
      "",
      "Examples:",
      "  kahkm init readings.csv",
      "  kahkm init plant.states --bootstrap broker-1:9092 --output plant.yaml"
    })
final class InitCommand implements Callable<Integer> {
  private static final String USUAL_BROKER = "localhost:9092";

  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "SAMPLE",
      description = "CSV file, or with --bootstrap the name of a topic.")
  private String sample;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers of the topic. Its records are kept beside the topology file.")
  private String bootstrap;

  @Mixin private ClientOptions client;

  @Option(
      names = "--records",
      defaultValue = "20000",
      paramLabel = "N",
      description = "With --bootstrap: how many of the newest records are read.")
  private int records;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "The topology file to write. Default: the sample's name with .yaml.")
  private Path output;

  @Mixin private ReplaceOption replacing;

  @Option(names = "--force", description = "The same as --replace.")
  private boolean force;

  @Option(
      names = "--details",
      description =
          "Also print everything that was found: times, gaps, columns left out and why, ranges,"
              + " memory, season, and what size of map the rows can carry.")
  private boolean details;

  @Override
  public Integer call() throws IOException {
    if (sample.equals(CsvSource.STANDARD_INPUT)) {
      throw new UsageException("SAMPLE is -, a file is needed: fit will read it again");
    }
    if (records < 2) {
      throw new UsageException("--records is " + records + ", at least 2 are needed");
    }
    Path file = output == null ? Path.of(TopologyDraft.nameOf(Path.of(sample)) + ".yaml") : output;
    replacing.allow(force);
    replacing.check("--output", file);
    PrintWriter out = spec.commandLine().getOut();
    if (draftedTags(file, out)) {
      return ExitCode.OK;
    }
    SampleProfile profile;
    TopologyDraft draft;
    if (bootstrap == null) {
      profile = SampleProfile.of(sample);
      draft = new TopologyDraft(profile, null, file);
    } else {
      TopicSample topic =
          TopicSample.read(
              bootstrap, sample, records, client.settings(ConsumerConfig.configNames()));
      profile = SampleProfile.of(kept(topic, file, out));
      draft = new TopologyDraft(profile, sample, file);
    }
    String broker = bootstrap == null ? USUAL_BROKER : bootstrap;
    OutputFile.text(file, draft.yaml(broker));
    say(profile, out);
    next(file, draft.commands(), profile.file().columns().stream(), out);
    return ExitCode.OK;
  }

  private void say(SampleProfile profile, PrintWriter out) {
    DraftVerdict.of(profile).lines(profile.file().path()).forEach(out::println);
    if (details) {
      out.println();
      ProfileText.lines(profile).forEach(out::println);
    } else {
      out.println("  --details prints everything that was found");
    }
  }

  /** Drafts a file for tags if the sample holds some; returns whether it does. */
  private boolean draftedTags(Path file, PrintWriter out) throws IOException {
    Optional<TagTopicSample> topic = Optional.empty();
    Optional<LongFile> sampled;
    if (bootstrap == null) {
      sampled = LongFile.of(sample);
    } else {
      topic =
          TagTopicSample.read(
              bootstrap, sample, records, client.settings(ConsumerConfig.configNames()));
      sampled = topic.isEmpty() ? Optional.empty() : Optional.of(kept(topic.get(), file, out));
    }
    if (sampled.isEmpty()) {
      return false;
    }
    out.println("Each record of the sample holds one value of one tag; they are joined into rows.");
    TagProfile tags = TagProfile.of(sampled.get());
    tags.lines().forEach(out::println);
    Path rows = file.resolveSibling(TopologyDraft.nameOf(file) + ".rows.csv");
    replacing.check("--output", rows);
    TagDraft.writeRows(tags, rows);
    SampleProfile profile = SampleProfile.of(rows.toString());
    out.println("Wrote " + rows + ", the rows that were made of the sample:");
    say(profile, out);
    TagDraft draft = new TagDraft(tags, profile, topic, file);
    String broker = bootstrap == null ? USUAL_BROKER : bootstrap;
    OutputFile.text(file, draft.yaml(broker));
    next(file, draft.commands(), sampled.get().stream(), out);
    return true;
  }

  /** Every command that leads on, each on one line, ready for a shell. */
  private void next(
      Path file, List<List<String>> commands, Optional<String> streamColumn, PrintWriter out) {
    out.println();
    out.println("Wrote " + file + ". Next:");
    commands.forEach(command -> out.println("  " + TopologyDraft.shell(command)));
    boolean checkout = spec.parent() != null && spec.parent().subcommands().containsKey("demo");
    if (checkout && bootstrap == null) {
      List<String> demo =
          new ArrayList<>(List.of("./kahkm", "demo", file.toString(), "--replay", sample));
      streamColumn.ifPresent(column -> demo.addAll(List.of("--stream", column)));
      out.println("live, on this recording and a broker of its own:");
      out.println("  " + TopologyDraft.shell(demo));
    }
    out.println("live, on your brokers:");
    out.println(
        "  " + TopologyDraft.shell(List.of("./kahkm", "topics", file.toString(), "--create")));
    out.println("  " + TopologyDraft.shell(List.of("./kahkm", "run", file.toString())));
    out.flush();
  }

  private LongFile kept(TagTopicSample topic, Path file, PrintWriter out) throws IOException {
    Path csv = file.resolveSibling(TopologyDraft.nameOf(file) + ".sample.csv");
    replacing.check("--output", csv);
    LongFile kept = topic.write(csv);
    out.println("Wrote " + csv + ": " + topic.size() + " readings of " + sample);
    if (topic.unread() > 0) {
      out.println(
          Counted.of(topic.unread(), "record")
              + " that could not be read in this way "
              + (topic.unread() == 1 ? "was" : "were")
              + " skipped");
    }
    return kept;
  }

  /** Keeps a sample of the topic as a file, which fit reads. */
  private String kept(TopicSample topic, Path file, PrintWriter out) throws IOException {
    Path csv = file.resolveSibling(TopologyDraft.nameOf(file) + ".sample.csv");
    replacing.check("--output", csv);
    try (CsvSink sink = CsvSink.create(csv, topic.header())) {
      for (List<String> row : topic.rows()) {
        sink.write(new ArrayList<>(row));
      }
    }
    topic.notes().forEach(out::println);
    out.println("Wrote " + csv + ": " + topic.rows().size() + " records of " + sample);
    return csv.toString();
  }
}
