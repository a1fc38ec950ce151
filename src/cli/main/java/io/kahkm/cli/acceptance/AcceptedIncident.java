package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.MarkLabel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An incident whose readings are accepted: how it is found, and what is said of it afterwards. */
final class AcceptedIncident {
  private AcceptedIncident() {}

  /**
   * Finds an incident of the main map.
   *
   * @param book what the topic holds
   * @param id its identity
   * @throws DataException if there is none, or it is one of a map on trial
   */
  static IncidentEntry.Happening find(IncidentBook book, String id) {
    problem(book, id)
        .ifPresent(
            problem -> {
              throw new DataException(problem);
            });
    return book.find(id).orElseThrow();
  }

  /**
   * Why the readings of an incident cannot be accepted, whatever they are.
   *
   * @param book what the topic holds
   * @param id its identity
   * @return a sentence without an end, empty for an incident of the main map
   */
  static Optional<String> problem(IncidentBook book, String id) {
    Optional<IncidentEntry.Happening> known = book.find(id);
    if (known.isEmpty()) {
      return Optional.of(
          IncidentTopic.unknown(
              id, book.latest().stream().filter(one -> !one.ofShadow()).toList()));
    }
    return known
        .filter(IncidentEntry.Happening::ofShadow)
        .map(
            shadow ->
                "incident "
                    + id
                    + " is one of the map on trial, not of the model in use: accept incidents of"
                    + " the main map, or readings with --from and --to");
  }

  /**
   * Says that the readings of an incident are in a new model: answers the request where there is an
   * open one, and marks the incident unless a person has.
   *
   * @param topic where people say such things
   * @param book what it holds by now, since fits take their time
   * @param id the incident
   * @param sensor whether one of its sensors was accepted, not the state as a whole
   * @param model the new model's file
   * @param who who accepted
   * @return what was said, a sentence each
   */
  static List<String> accepted(
      IncidentTopic topic, IncidentBook book, String id, boolean sensor, Path model, String who)
      throws IOException {
    List<String> said = new ArrayList<>();
    Optional<IncidentEntry.Mark> mark = book.mark(id);
    if (mark.isEmpty()) {
      MarkLabel label = sensor ? MarkLabel.SENSOR : MarkLabel.NORMAL;
      topic.write(new IncidentEntry.Mark(id, label, "accepted into " + model, who, now()));
      said.add("Incident " + id + " is marked as " + label.label() + ".");
    } else {
      said.add(
          "Incident "
              + id
              + " stays marked as "
              + mark.get().label().label()
              + ", by "
              + mark.get().who()
              + ".");
    }
    Optional<IncidentEntry.AcceptRequest> open =
        book.request(id).filter(request -> request.answer().isEmpty());
    if (open.isPresent()) {
      topic.write(answered(open.get(), true, model.toString(), who));
      said.add("The request of " + open.get().who() + " is answered.");
    }
    return said;
  }

  /**
   * A request with its answer.
   *
   * @param request an open one
   * @param accepted whether the readings are in the new model
   * @param note the new model's file, or why they were refused
   * @param who who carried it out
   */
  static IncidentEntry.AcceptRequest answered(
      IncidentEntry.AcceptRequest request, boolean accepted, String note, String who) {
    return request.answered(new IncidentEntry.Answer(accepted, note, who, now()));
  }

  private static long now() {
    return TimeUnit.MILLISECONDS.toNanos(InstantSource.system().millis());
  }
}
