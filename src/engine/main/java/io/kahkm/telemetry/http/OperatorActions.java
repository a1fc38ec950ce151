package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.IncidentSink;
import io.kahkm.incident.MarkLabel;
import io.kahkm.telemetry.BadRequestException;
import io.kahkm.telemetry.Request;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators write through the HTTP port: that they have seen an incident, what it was, that it
 * is to be accepted as normal, and that a stream is shelved. Each becomes a record of the incidents
 * topic, from which every instance learns it, and a line of the log. Thread-safe.
 */
final class OperatorActions {
  private static final Logger LOGGER = LoggerFactory.getLogger(OperatorActions.class);

  /** Longest note or reason, in characters. */
  static final int LONGEST_TEXT = IncidentRecords.LONGEST_TEXT;

  private static final String ACKNOWLEDGE = "/acknowledge";
  private static final String MARK = "/mark";
  private static final String ACCEPT = "/accept";
  private static final String SHELVE = "/shelve";
  private static final String LABEL = "label";
  private static final String NOTE = "note";
  private static final String SENSOR = "sensor";
  private static final String MINUTES = "minutes";
  private static final String WHY = "why";
  private static final long LONGEST_MINUTES = IncidentEntry.Shelving.LONGEST.toMinutes();

  private static final ObjectReader READER =
      new ObjectMapper()
          .readerFor(JsonNode.class)
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final IncidentBook book;
  private final IncidentSink sink;
  private final InstantSource clock;

  /**
   * Writes nothing yet.
   *
   * @param book the incidents that are known
   * @param sink takes what is written
   * @param clock wall clock
   */
  OperatorActions(IncidentBook book, IncidentSink sink, InstantSource clock) {
    this.book = book;
    this.sink = sink;
    this.clock = clock;
  }

  /**
   * Writes what an operator says.
   *
   * @param request the path says of what, and which action
   * @param body JSON
   * @param who the operator
   * @param streams whether a stream is known
   * @return the record that was written, or what is wrong; empty where nothing is written
   * @throws BadRequestException naming the field that is wrong
   */
  Optional<Response> answer(Request request, byte[] body, Operator who, Predicate<String> streams) {
    long now = TimeUnit.MILLISECONDS.toNanos(clock.millis());
    Optional<String> stream = request.between(StreamAnswers.PATH + "/", SHELVE);
    if (stream.isPresent()) {
      IncidentEntry entry = shelving(stream.get(), fields(body, Set.of(MINUTES, WHY)), who, now);
      return Optional.of(
          streams.test(stream.get())
              ? write(request, entry, who)
              : Response.error(404, "no such stream"));
    }
    for (String action : List.of(ACKNOWLEDGE, MARK, ACCEPT)) {
      Optional<String> incident = request.between(Routes.INCIDENTS + "/", action);
      if (incident.isPresent()) {
        IncidentEntry entry = ofIncident(action, incident.get(), body, who.name(), now);
        return Optional.of(
            book.find(incident.get()).isPresent()
                ? write(request, entry, who)
                : Response.error(404, "no such incident"));
      }
    }
    return Optional.empty();
  }

  /**
   * An operator, as a request shows one.
   *
   * @param name the name of the login
   * @param address where the request came from
   */
  record Operator(String name, String address) {}

  private Response write(Request request, IncidentEntry entry, Operator who) {
    // The path is as it was sent, escaped: a name in it cannot begin another line of the log.
    LOGGER.info("{} at {}: POST {}", who.name(), who.address(), request.path());
    try {
      sink.write(entry);
    } catch (IOException failure) {
      LOGGER.warn("Not written for {}: {}", who.name(), failure.getMessage());
      return Response.error(503, "the brokers did not confirm it; try again");
    }
    return Response.json(200, IncidentRecords.json(entry));
  }

  private static IncidentEntry ofIncident(
      String action, String incident, byte[] body, String who, long now) {
    return switch (action) {
      case ACKNOWLEDGE ->
          new IncidentEntry.Acknowledgement(
              incident, text(fields(body, Set.of(NOTE)), NOTE), who, now);
      case MARK -> {
        ObjectNode mark = fields(body, Set.of(LABEL, NOTE));
        yield new IncidentEntry.Mark(
            incident, label(text(mark, LABEL)), text(mark, NOTE), who, now);
      }
      default -> {
        String sensor = text(fields(body, Set.of(SENSOR)), SENSOR);
        Optional<String> part = Optional.of(sensor).filter(name -> !name.isEmpty());
        yield new IncidentEntry.AcceptRequest(incident, part, who, now, Optional.empty());
      }
    };
  }

  private static IncidentEntry shelving(String stream, ObjectNode json, Operator who, long now) {
    JsonNode minutes = json.path(MINUTES);
    if (!minutes.isIntegralNumber()
        || minutes.longValue() < 0
        || !minutes.canConvertToLong()
        || minutes.longValue() > LONGEST_MINUTES) {
      throw new BadRequestException(
          MINUTES + " must be a whole number from 0 to " + LONGEST_MINUTES);
    }
    String why = text(json, WHY);
    if (why.isBlank()) {
      throw new BadRequestException(WHY + " is empty: give the reason, the next shift needs it");
    }
    long until = now + Duration.ofMinutes(minutes.longValue()).toNanos();
    return new IncidentEntry.Shelving(stream, until, why, who.name(), now);
  }

  private static MarkLabel label(String word) {
    try {
      return MarkLabel.of(word);
    } catch (IllegalArgumentException none) {
      throw new BadRequestException(LABEL + ": " + none.getMessage());
    }
  }

  private static ObjectNode fields(byte[] body, Set<String> known) {
    JsonNode json;
    try {
      json = READER.readTree(body);
    } catch (IOException broken) {
      throw new BadRequestException("the body is no JSON");
    }
    if (!(json instanceof ObjectNode fields)) {
      throw new BadRequestException("the body must be a JSON object");
    }
    fields
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw new BadRequestException(
                    "the body may have the fields "
                        + String.join(", ", known.stream().sorted().toList()));
              }
            });
    return fields;
  }

  /** A text, empty if it is not there. */
  private static String text(ObjectNode json, String name) {
    JsonNode value = json.path(name);
    if (!(value.isTextual() || value.isMissingNode()) || value.asText().length() > LONGEST_TEXT) {
      throw new BadRequestException(
          name + " must be a text of at most " + LONGEST_TEXT + " characters");
    }
    return value.asText();
  }
}
