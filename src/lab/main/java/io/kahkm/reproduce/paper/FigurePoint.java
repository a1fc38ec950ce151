package io.kahkm.reproduce.paper;

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
record FigurePoint(
    String panel, String series, double x, double y, double deviation, double colour) {
  static FigurePoint ofCurve(String series, double x, double y, double deviation) {
    return new FigurePoint("", series, x, y, deviation, Double.NaN);
  }
}
