package io.kahkm.reproduce.paper.print;

/**
 * One point of a figure.
 *
 * @param panel of several, which one; else empty
 * @param series the curve or group it belongs to
 * @param x along
 * @param y up
 * @param deviation sample standard deviation of y over runs; NaN if there is none
 * @param colour quantity shown by colour; NaN if there is none
 */
public record FigurePoint(
    String panel, String series, double x, double y, double deviation, double colour) {
  /**
   * A point of a curve in a figure of one panel, without a colour.
   *
   * @param series the curve it belongs to
   * @param x along
   * @param y up
   * @param deviation sample standard deviation of y over runs; NaN if there is none
   * @return the point
   */
  public static FigurePoint ofCurve(String series, double x, double y, double deviation) {
    return new FigurePoint("", series, x, y, deviation, Double.NaN);
  }
}
