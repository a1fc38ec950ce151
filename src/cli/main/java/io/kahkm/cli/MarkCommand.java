package io.kahkm.cli;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.MarkLabel;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm mark}: says what an incident was. */
@Command(
    name = "mark",
    sortOptions = false,
    header = {"Say what an incident was.", ""},
    description =
        "Writes a person's mark for an incident to the incidents topic, with name and time."
            + " Later incidents that resemble it quote the mark. The last mark counts.")
final class MarkCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private IncidentTopic topic;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "1",
      paramLabel = "INCIDENT",
      description = "Its identity, as kahkm incidents, the page and the alert show it.")
  private String incident;

  @Parameters(
      index = "2",
      paramLabel = "LABEL",
      description = "normal, fault, sensor, test or false.")
  private MarkLabel label;

  @Option(
      names = "--note",
      defaultValue = "",
      paramLabel = "TEXT",
      description = "What was found; shown where a later incident resembles this one.")
  private String note;

  @Option(
      names = "--who",
      defaultValue = "${sys:user.name}",
      paramLabel = "NAME",
      description = "Who says so (default: the user of this machine).")
  private String who;

  @Override
  public Integer call() throws IOException {
    IncidentBook book = topic.read();
    if (book.find(incident).isEmpty()) {
      throw new DataException(IncidentTopic.unknown(incident, book.latest()));
    }
    long now = TimeUnit.MILLISECONDS.toNanos(InstantSource.system().millis());
    topic.write(new IncidentEntry.Mark(incident, label, note, who, now));
    spec.commandLine().getOut().println(incident + " is marked as " + label.label());
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
