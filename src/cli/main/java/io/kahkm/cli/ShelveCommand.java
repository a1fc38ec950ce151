package io.kahkm.cli;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentWords;
import io.kahkm.text.NearName;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm shelve}: keeps a stream from waking anybody, with an end. */
@Command(
    name = "shelve",
    sortOptions = false,
    header = {"Silence the alarms of a stream for a limited time.", ""},
    description =
        "Writes to the incidents topic that the alarms of a stream are expected for a while,"
            + " with reason, name and time: KahkmOutsideMap, KahkmRelationBroken and KahkmSensorFaulty"
            + " are not raised until then. The engine keeps watching, and its page shows what it"
            + " sees.")
final class ShelveCommand implements Callable<Integer> {
  private static final Duration LONGEST = IncidentEntry.Shelving.LONGEST;

  @Mixin HelpOption help;
  @Mixin private IncidentTopic topic;
  @Spec private CommandSpec spec;

  @Parameters(index = "1", paramLabel = "STREAM", description = "The stream's id.")
  private String stream;

  @Option(
      names = "--for",
      required = true,
      paramLabel = "DURATION",
      description = "How long from now, for example 8h; at most 30 days. 0s ends the shelving.")
  private Duration length;

  @Option(names = "--why", required = true, paramLabel = "TEXT", description = "The reason.")
  private String why;

  @Option(
      names = "--who",
      defaultValue = "${sys:user.name}",
      paramLabel = "NAME",
      description = "Who says so (default: the user of this machine).")
  private String who;

  @Override
  public Integer call() throws IOException {
    if (length.isNegative() || length.compareTo(LONGEST) > 0) {
      throw new UsageException("--for is " + length + ", must be from 0s to 30 days");
    }
    if (why.isBlank()) {
      throw new UsageException("--why is empty: give the reason, the next shift needs it");
    }
    requireStream(stream, topic.streams());
    long now = TimeUnit.MILLISECONDS.toNanos(InstantSource.system().millis());
    long until = now + length.toNanos();
    topic.write(new IncidentEntry.Shelving(stream, until, why, who, now));
    spec.commandLine()
        .getOut()
        .println(
            length.isZero()
                ? stream + " is no longer shelved"
                : stream + " is shelved until " + IncidentWords.utc(until));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  static void requireStream(String stream, Set<String> known) {
    if (!known.contains(stream)) {
      throw new DataException(
          "there is no stream "
              + stream
              + " among the incidents and the newest forecasts"
              + NearName.of(stream, known).map(near -> "; did you mean " + near + "?").orElse(""));
    }
  }
}
