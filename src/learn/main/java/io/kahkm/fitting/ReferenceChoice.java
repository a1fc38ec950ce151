package io.kahkm.fitting;

/**
 * How many of the fitting states a map keeps as reference samples.
 *
 * @param kind who decides
 * @param most reference samples of the whole map where the user decides, else 0
 */
public record ReferenceChoice(Kind kind, int most) {
  /** Those that the map's settings name: all, unless they name fewer. */
  public static final ReferenceChoice OF_MAP = new ReferenceChoice(Kind.OF_MAP, 0);

  /** As few as rows that are held out allow. */
  public static final ReferenceChoice FEWEST = new ReferenceChoice(Kind.FEWEST, 0);

  private static final String AUTO = "auto";
  private static final String ALL = "all";

  /** Who decides. */
  public enum Kind {
    /** The map's settings. */
    OF_MAP,
    /** Rows that are held out. */
    FEWEST,
    /** The user. */
    AT_MOST
  }

  /** Checks the number. */
  public ReferenceChoice {
    if (kind == Kind.AT_MOST ? most < 1 : most != 0) {
      throw new IllegalArgumentException("references is " + most + ", must be at least 1");
    }
  }

  /**
   * What a user wrote.
   *
   * @param text {@code auto}, {@code all} or a number
   * @return the choice
   * @throws IllegalArgumentException if it is none of them
   */
  public static ReferenceChoice of(String text) {
    return switch (text) {
      case AUTO -> FEWEST;
      case ALL -> OF_MAP;
      default -> new ReferenceChoice(Kind.AT_MOST, number(text));
    };
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "references is '" + text + "', must be auto, all or a number");
    }
  }
}
