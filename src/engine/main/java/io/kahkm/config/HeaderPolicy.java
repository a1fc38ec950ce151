package io.kahkm.config;

import java.util.List;

/**
 * Which headers of an input record go on to the forecasts and rejects that it causes. Certificates
 * rest on many records and have none of them.
 *
 * @param pass names; one that ends in {@code *} stands for all that begin with what is before it
 * @param events whether the headers of every output say what it is, as a CloudEvent's in binary
 *     mode
 */
public record HeaderPolicy(List<String> pass, boolean events) {
  /** No header goes on. */
  public static final HeaderPolicy NONE = new HeaderPolicy(List.of(), false);

  /** Copies the list and checks it. */
  public HeaderPolicy {
    pass = List.copyOf(pass);
    for (String name : pass) {
      int star = name.indexOf('*');
      if (name.isEmpty() || (star >= 0 && star != name.length() - 1)) {
        throw new IllegalArgumentException(
            "\"" + name + "\" must be a name, or the beginning of one with * at its end");
      }
    }
  }

  /**
   * Whether a header goes on.
   *
   * @param header its name
   * @return true if the policy names it
   */
  public boolean passes(String header) {
    for (String name : pass) {
      if (name.endsWith("*")
          ? header.startsWith(name.substring(0, name.length() - 1))
          : header.equals(name)) {
        return true;
      }
    }
    return false;
  }
}
