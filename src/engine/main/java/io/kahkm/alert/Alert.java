package io.kahkm.alert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What people are told of an incident. Immutable but for the JSON, which nobody changes.
 *
 * @param id identity of the incident, by which a second message is known as one
 * @param title stream and state in a few words, without control characters
 * @param words the sentences of the incident's record
 * @param facts what a table beside the words says, in order
 * @param link address of the stream's page, empty where this instance has no address
 * @param record the incident's record, as in the API
 * @param picture curves of the sensors that stand out as a PNG, empty where none can be drawn
 */
record Alert(
    String id,
    String title,
    String words,
    List<Fact> facts,
    Optional<String> link,
    ObjectNode record,
    Optional<byte[]> picture) {
  /**
   * A line of a table.
   *
   * @param name what it is about
   * @param value not empty
   */
  record Fact(String name, String value) {}

  /** Copies the list. */
  Alert {
    facts = List.copyOf(facts);
  }
}
