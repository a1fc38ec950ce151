package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.report.AcceptReport;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.kahm.file.ModelFileException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** The incidents that people want accepted: lists them, or carries all of them out. */
final class AcceptRequests {
  private final CommandSpec command;
  private final AcceptReadings readings;
  private final SensorOptions sensors;

  /**
   * The requests of an incidents topic.
   *
   * @param command the command that runs
   * @param readings where the topic and the readings are
   * @param sensors where the recording of the new model goes
   */
  AcceptRequests(CommandSpec command, AcceptReadings readings, SensorOptions sensors) {
    this.command = command;
    this.readings = readings;
    this.sensors = sensors;
  }

  /**
   * The open requests, the oldest incident first: rows of a recording are in the order of time, and
   * a sensor that was exchanged changes what comes after it.
   */
  private static List<IncidentEntry.AcceptRequest> open(IncidentBook book) {
    List<IncidentEntry.AcceptRequest> open = new ArrayList<>(book.openRequests());
    open.sort(
        Comparator.comparingLong(
                (IncidentEntry.AcceptRequest one) ->
                    book.find(one.incident())
                        .map(IncidentEntry.Happening::since)
                        .orElse(one.when()))
            .thenComparing(IncidentEntry.AcceptRequest::incident));
    return open;
  }

  /**
   * Prints the open requests.
   *
   * @return the exit code
   */
  int list() throws IOException {
    IncidentBook book = readings.incidents().read();
    List<IncidentEntry.AcceptRequest> open = open(book);
    PrintWriter out = command.commandLine().getOut();
    for (IncidentEntry.AcceptRequest request : open) {
      Optional<IncidentEntry.Happening> incident = book.find(request.incident());
      out.println(
          request.incident()
              + incident.map(known -> "  " + known.stream()).orElse("")
              + request.sensor().map(sensor -> ", sensor " + sensor).orElse("")
              + ", wanted by "
              + request.who()
              + ", "
              + IncidentWords.utc(request.when()));
      out.println(
          "  "
              + incident
                  .map(known -> known.json().path("words").asText())
                  .orElse("There is no such incident."));
    }
    out.println(
        open.isEmpty()
            ? "No open requests"
            : open.size()
                + (open.size() == 1 ? " open request" : " open requests")
                + "; --reference CSV --output MODEL carries out all");
    out.flush();
    return ExitCode.OK;
  }

  /**
   * Accepts one after the other into one model, and answers all.
   *
   * @param order what they are accepted into
   * @return the exit code: that of a failure where one was not accepted
   */
  int carryOut(AcceptOrder order) throws IOException, ModelFileException {
    IncidentTopic topic = readings.incidents();
    IncidentBook book = topic.read();
    List<IncidentEntry.AcceptRequest> open = open(book);
    if (open.isEmpty()) {
      order.say("No open requests. Nothing was written.");
      order.writeReport();
      return ExitCode.OK;
    }
    sensors.requireRecording(open.stream().flatMap(one -> one.sensor().stream()).toList());
    Set<String> streams = new TreeSet<>();
    for (IncidentEntry.AcceptRequest request : open) {
      book.find(request.incident())
          .filter(incident -> !incident.ofShadow())
          .ifPresent(incident -> streams.add(incident.stream()));
    }
    if (streams.isEmpty()) {
      // Nothing is known of any of them, so there are no readings to look for.
      return end(order, topic, open.stream().map(one -> refused(book, one)).toList());
    }
    try (AcceptRun run =
        AcceptRun.open(readings, order.config(), order.parent(), streams, order.err())) {
      if (run.all().streams().isEmpty() && streams.size() > 1) {
        throw new UsageException(
            "--stream-column is missing: requests are of "
                + String.join(", ", streams)
                + ", and --input has no column with the name of the stream");
      }
      RequestChain chain = new RequestChain(order, readings, run, book);
      List<RequestChain.Decision> decisions = new ArrayList<>();
      for (int i = 0; i < open.size(); i++) {
        IncidentEntry.AcceptRequest request = open.get(i);
        order.say(
            "Request %d of %d: %s, wanted by %s"
                .formatted(i + 1, open.size(), request.incident(), request.who()));
        RequestChain.Decision decision = chain.carryOut(request);
        order.say("  " + decision.words());
        decisions.add(decision);
      }
      chain.finish(sensors.recording());
      return end(order, topic, decisions);
    }
  }

  private static RequestChain.Decision refused(
      IncidentBook book, IncidentEntry.AcceptRequest request) {
    return new RequestChain.Decision(
        request,
        RequestChain.Kind.REFUSED,
        AcceptedIncident.problem(book, request.incident()).orElseThrow());
  }

  /** Nobody is told of a model before it is there. */
  private int end(AcceptOrder order, IncidentTopic topic, List<RequestChain.Decision> decisions)
      throws IOException {
    IncidentBook now = topic.read();
    long accepted = 0;
    for (RequestChain.Decision decision : decisions) {
      IncidentEntry.AcceptRequest request = decision.request();
      if (decision.kind() == RequestChain.Kind.ACCEPTED) {
        accepted++;
        order.say(
            AcceptedIncident.accepted(
                topic,
                now,
                request.incident(),
                request.sensor().isPresent(),
                order.output(),
                order.who()));
      } else {
        order.say(request.incident() + ": " + decision.words());
        if (decision.kind() == RequestChain.Kind.REFUSED
            && now.request(request.incident()).filter(request::equals).isPresent()) {
          topic.write(AcceptedIncident.answered(request, false, decision.reason(), order.who()));
        }
      }
    }
    order.say("Accepted " + accepted + " of " + decisions.size() + " requests.");
    if (accepted < decisions.size()) {
      order.say(
          "kahkm accept --incident INCIDENT prints which part of a refused one would be accepted.");
    }
    order.say(
        accepted == 0
            ? List.of("Nothing was written.")
            : AcceptReport.next(order.config(), order.output(), order.parentFile()));
    order.writeReport();
    return accepted == decisions.size() ? ExitCode.OK : ExitCode.FAILED;
  }
}
