package io.kahkm.cli.console;

import java.util.Collection;
import java.util.List;

/** Names in a sentence. */
public final class Names {
  private Names() {}

  /**
   * The first of several names, and how many more there are.
   *
   * @param names in their order
   * @param most how many are named, at least 1
   * @return such as "a, b and 3 more"
   */
  public static String some(Collection<String> names, int most) {
    List<String> named = names.stream().limit(most).toList();
    int more = names.size() - named.size();
    return String.join(", ", named) + (more > 0 ? " and " + more + " more" : "");
  }
}
