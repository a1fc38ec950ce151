package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.offline.LabelledFault;
import io.kahkm.cli.report.AcceptReport;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.internal.kahm.file.ModelFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;

/**
 * One stretch of readings made normal, or refused.
 *
 * @param order what it is accepted into
 * @param readings where readings are
 * @param sensors those that were exchanged, and where the recording goes
 * @param why what happened
 * @param force why it is written although refused; empty where it is not
 */
record SingleAcceptance(
    AcceptOrder order,
    AcceptReadings readings,
    SensorOptions sensors,
    String why,
    Optional<String> force) {

  /**
   * Accepts.
   *
   * @param wanted which readings
   * @param book what the incidents topic holds, where it was read
   * @return the exit code
   */
  int accept(WantedReadings wanted, Optional<IncidentBook> book) throws IOException {
    try (AcceptRun run =
        AcceptRun.open(
            readings,
            order.config(),
            order.parent(),
            wanted.stream().map(Set::of).orElse(Set.of()),
            order.err())) {
      int number = run.number(wanted.stream()).orElseThrow(() -> run.none(wanted));
      AcceptedStretch stretch = run.stretch(wanted, number).orElseThrow(() -> run.none(wanted));
      wanted.incident().ifPresent(incident -> order.say(words(incident, stretch)));
      BitSet faults = readings.faults(book, wanted.stream(), run.all(), number);
      AcceptTrial trial = run.trial(order.parent(), readings.reference());
      AcceptTrial.Outcome outcome = trial.of(stretch, sensors.sensors(), faults);
      order.say(outcome.exchanged().words());
      order.say(AcceptReport.lines(outcome.acceptance()));
      order.say(
          AcceptReport.lines(
              LabelledFault.of(
                  faults,
                  run.scored(order.parent(), "old model"),
                  run.scored(outcome.acceptance().model(), "new model")),
              run.all()));
      outcome
          .refusals()
          .forEach(
              refusal ->
                  order.say((force.isEmpty() ? "Refused: " : "Forced although ") + refusal + "."));
      boolean refused = force.isEmpty() && !outcome.refusals().isEmpty();
      if (refused) {
        order.say(
            "Nothing was written. --force REASON writes the model and keeps the reason in it.");
        sayStablePart(trial, run, wanted, stretch, number, faults);
      } else {
        write(run, wanted, outcome, number);
      }
      order.writeReport();
      return refused ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  private static String words(IncidentEntry.Happening incident, AcceptedStretch stretch) {
    return "Incident "
        + incident.id()
        + ": "
        + stretch.rows().cardinality()
        + " readings of "
        + incident.stream()
        + AcceptReport.between(stretch)
        + (incident.over() ? "." : ", the newest, since the incident is still open.");
  }

  /** There is one only where the recording is not the reason, and a time can name it. */
  private void sayStablePart(
      AcceptTrial trial,
      AcceptRun run,
      WantedReadings wanted,
      AcceptedStretch stretch,
      int number,
      BitSet faults)
      throws IOException {
    if (trial.refusals().isEmpty() && run.all().timing().timed()) {
      order.say("Looking for the longest part that would be accepted; Ctrl-C stops the search.");
      order.say(
          StablePart.words(
              order.command(),
              wanted.stream(),
              StablePart.longest(trial, run, stretch, number, sensors.sensors(), faults)));
    }
  }

  private void write(AcceptRun run, WantedReadings wanted, AcceptTrial.Outcome outcome, int number)
      throws IOException {
    Optional<String> stream =
        run.all().streams().isEmpty()
            ? wanted.stream()
            : Optional.of(run.all().streams().get(number));
    AcceptedModel accepted = new AcceptedModel(order.parent(), outcome, stream);
    if (sensors.recording().isPresent()) {
      Optional<String> column = readings.streamColumn(readings.reference(), order.parent());
      OutputFile.whole(
          sensors.recording().get(), part -> accepted.writeRecording(run, column, part));
    }
    ModelFile.write(
        accepted.model(order.who(), why, outcome.refusals().isEmpty() ? Optional.empty() : force),
        order.output());
    order.say(AcceptReport.next(order.config(), order.output(), order.parentFile()));
    if (wanted.incident().isPresent()) {
      IncidentTopic topic = readings.incidents();
      order.say(
          AcceptedIncident.accepted(
              topic,
              topic.read(),
              wanted.incident().get().id(),
              !sensors.sensors().isEmpty(),
              order.output(),
              order.who()));
    }
  }
}
