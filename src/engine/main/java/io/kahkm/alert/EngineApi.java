package io.kahkm.alert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** The API of the HTTP port, as alerts ask it: whichever instance holds a stream. Thread-safe. */
@FunctionalInterface
public interface EngineApi {
  /**
   * Answers a request.
   *
   * @param path path, escaped
   * @param query parameters as {@code name=value}, escaped, joined by {@code &}; possibly empty
   * @return the answer, empty where there is none or it says that something is wrong
   */
  Optional<ObjectNode> ask(String path, String query);
}
