package io.kahkm.topology;

import java.util.List;

/** A topology file is wrong. Holds every error found, each beginning with the path of its field. */
public final class TopologyConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> errors;

  /**
   * Creates the exception.
   *
   * @param source name of the file
   * @param errors at least one error, each {@code path: what is wrong}
   */
  public TopologyConfigException(String source, List<String> errors) {
    super(
        source
            + (errors.size() == 1 ? ": 1 error" : ": " + errors.size() + " errors")
            + "\n  "
            + String.join("\n  ", errors));
    this.errors = List.copyOf(errors);
  }

  /**
   * Every error.
   *
   * @return in file order where the file has one, each {@code path: what is wrong}
   */
  public List<String> errors() {
    return errors;
  }
}
