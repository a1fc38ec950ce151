package io.kahkm.cli.console;

import java.util.Locale;

/** Numbers of things, in words. */
public final class Counted {
  private Counted() {}

  /**
   * So many of something.
   *
   * @param count at least 0
   * @param one what one of them is called; several have an s more
   * @return such as 1 gap, 2,000 rows
   */
  public static String of(long count, String one) {
    return String.format(Locale.ROOT, "%,d %s%s", count, one, count == 1 ? "" : "s");
  }
}
