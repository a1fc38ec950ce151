package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.json.JsonFields;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.telemetry.Request;
import io.kahkm.text.StreamNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The API's incidents: those of the whole application, whichever instance holds their streams, with
 * what people said of them. Thread-safe.
 */
final class IncidentAnswers {
  private final IncidentBook book;
  private final StreamNames names;

  /**
   * Answers from a book.
   *
   * @param names what people call the streams now, whatever a record has
   */
  IncidentAnswers(IncidentBook book, StreamNames names) {
    this.book = book;
    this.names = names;
  }

  /**
   * Incidents, those that opened last first; those of a map on trial only where they are asked for.
   * The answer says whether there are more.
   */
  Response list(Request request) {
    int limit = request.number("limit", ApiChoices.DEFAULT_ROWS, 1, ApiChoices.MOST_ROWS);
    String stream = request.text("stream");
    boolean ofShadow = request.oneOf("role", List.of("main", "shadow")).equals("shadow");
    boolean open = request.oneOf("state", List.of("any", "open")).equals("open");
    Optional<String> site = request.given("site");
    OptionalLong before = request.time("before");
    List<IncidentEntry.Happening> found =
        book.latest().stream()
            .filter(incident -> incident.ofShadow() == ofShadow)
            .filter(incident -> stream.isEmpty() || incident.stream().equals(stream))
            .filter(incident -> site.map(names.of(incident.stream()).site()::equals).orElse(true))
            .filter(incident -> !open || !incident.over())
            .filter(incident -> before.isEmpty() || incident.opened() < nanos(before.getAsLong()))
            .limit(limit + 1L)
            .toList();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode array = json.putArray("incidents");
    found.stream().limit(limit).forEach(incident -> array.add(described(incident)));
    if (found.size() > limit) {
      json.put("more", true);
    }
    return Response.json(200, json);
  }

  /** One incident. */
  Response one(String id) {
    return book.find(id)
        .map(found -> Response.json(200, described(found)))
        .orElseGet(() -> Response.error(404, "no such incident"));
  }

  private ObjectNode described(IncidentEntry.Happening incident) {
    ObjectNode json = incident.json().deepCopy();
    JsonFields.put(json, names.of(incident.stream()));
    String id = incident.id();
    book.mark(id).ifPresent(mark -> json.set("mark", IncidentRecords.json(mark)));
    book.acknowledgement(id)
        .ifPresent(seen -> json.set("acknowledgement", IncidentRecords.json(seen)));
    book.request(id).ifPresent(request -> json.set("request", IncidentRecords.json(request)));
    return json;
  }

  /**
   * Until when a stream is shelved, by whom and why; empty if it is not.
   *
   * @param now wall clock in milliseconds
   */
  Optional<ObjectNode> shelving(String stream, long now) {
    return book.shelved(stream, nanos(now))
        .map(
            shelving -> {
              ObjectNode json = JsonNodeFactory.instance.objectNode();
              JsonFields.putTime(json, "until", shelving.until());
              json.put("why", shelving.why());
              json.put("who", shelving.who());
              return json;
            });
  }

  private static long nanos(long milliseconds) {
    return TimeUnit.MILLISECONDS.toNanos(milliseconds);
  }
}
