package io.kahkm.internal.numeric;

/**
 * Shares in percent, as people read them: one that is neither none nor all is never rounded to
 * either. Said with every record of skill, where a formatter would be most of it.
 */
public final class Percent {
  private static final long ALL = 100;
  private static final int TENTHS = 10;

  private Percent() {}

  /**
   * A share in whole percent.
   *
   * @param share at most 1; below 0 where something is worse than what it is compared with
   * @return such as 35 %, less than 1 %, or more than 99 %
   */
  public static String whole(double share) {
    return of(share, 1);
  }

  /**
   * A share in tenths of a percent.
   *
   * @param share from 0 to 1
   * @return such as 99.5 %, less than 0.1 %, or more than 99.9 %
   */
  public static String tenths(double share) {
    return of(share, TENTHS);
  }

  private static String of(double share, int parts) {
    long all = ALL * parts;
    long rounded = Math.round(Math.abs(all * share));
    if (share > 0 && rounded == 0) {
      return "less than " + text(1, parts);
    }
    if (share < 1 && rounded == all && share > 0) {
      return "more than " + text(all - 1, parts);
    }
    return (share < 0 && rounded > 0 ? "-" : "") + text(rounded, parts);
  }

  private static String text(long number, int parts) {
    return (parts == 1 ? Long.toString(number) : number / parts + "." + number % parts) + " %";
  }
}
