package io.kahkm.cli.offline;

import java.util.ArrayList;
import java.util.List;

/** Figures of intervals as their definitions are written, from all outcomes at once. */
public final class PlainIntervals {
  /**
   * A forecast whose time has come, of every sensor.
   *
   * @param stream stream it is of
   * @param half half-widths of the intervals
   * @param predicted what was forecast
   * @param target what came
   * @param origin what was when the forecast was made
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Outcome(
      int stream, double[] half, double[] predicted, double[] target, double[] origin) {
    /** Copies the arrays. */
    public Outcome {
      half = half.clone();
      predicted = predicted.clone();
      target = target.clone();
      origin = origin.clone();
    }

    double error(int sensor) {
      return Math.abs(target[sensor] - predicted[sensor]);
    }

    double change(int sensor) {
      return Math.abs(target[sensor] - origin[sensor]);
    }
  }

  private final double level;
  private final List<Outcome> outcomes;
  private final int sensors;

  /**
   * The figures of outcomes in their order.
   *
   * @param level share that shall be held
   * @param outcomes at least one
   */
  public PlainIntervals(double level, List<Outcome> outcomes) {
    this.level = level;
    this.outcomes = outcomes;
    sensors = outcomes.get(0).half().length;
  }

  private static boolean holds(double half, double error) {
    return half > 0 && error <= half;
  }

  private static double share(List<Outcome> of, int sensors) {
    double held = 0;
    for (Outcome outcome : of) {
      for (int i = 0; i < sensors; i++) {
        held += holds(outcome.half()[i], outcome.error(i)) ? 1 : 0;
      }
    }
    return held / sensors / of.size();
  }

  /** Share of all intervals that held. */
  public double coverage() {
    return share(outcomes, sensors);
  }

  /** The same of the first 500 outcomes. */
  public double first() {
    return share(outcomes.subList(0, 500), sensors);
  }

  /** The least share of any 1000 outcomes in a row. */
  public double worst() {
    double worst = 1;
    for (int end = 1000; end <= outcomes.size(); end++) {
      worst = Math.min(worst, share(outcomes.subList(end - 1000, end), sensors));
    }
    return worst;
  }

  /** The outcomes with the widths that their streams began with. */
  private List<Outcome> constant() {
    List<Outcome> constant = new ArrayList<>();
    double[] start = {};
    int stream = -1;
    for (Outcome outcome : outcomes) {
      if (outcome.stream() != stream) {
        stream = outcome.stream();
        start = outcome.half();
      }
      constant.add(
          new Outcome(stream, start, outcome.predicted(), outcome.target(), outcome.origin()));
    }
    return constant;
  }

  /** Coverage of the widths that the streams began with. */
  public double constantCoverage() {
    return share(constant(), sensors);
  }

  private static double width(List<Outcome> of, int sensor) {
    return of.stream().mapToDouble(o -> 2 * o.half()[sensor]).average().orElseThrow();
  }

  /** Width + 2 / (1 - level) times the distance of an outcome outside. */
  private double score(double half, double error) {
    return 2 * half + (error > half ? 2 / (1 - level) * (error - half) : 0);
  }

  private double score(List<Outcome> of, int sensor) {
    return of.stream()
        .mapToDouble(o -> score(o.half()[sensor], o.error(sensor)))
        .average()
        .orElseThrow();
  }

  /** The score of the one width around the present reading that holds the share of the changes. */
  private double persistence(int sensor) {
    List<Double> changes = outcomes.stream().map(o -> o.change(sensor)).sorted().toList();
    double width = changes.get(Math.min(changes.size() - 1, (int) (level * changes.size())));
    return changes.stream().mapToDouble(c -> score(width, c)).average().orElseThrow();
  }

  /** Mean ratio of widths to those at the start. */
  public double widthOverConstant() {
    double sum = 0;
    for (int i = 0; i < sensors; i++) {
      sum += width(outcomes, i) / width(constant(), i);
    }
    return sum / sensors;
  }

  /** Mean ratio of scores to those of the widths at the start. */
  public double scoreOverConstant() {
    double sum = 0;
    for (int i = 0; i < sensors; i++) {
      sum += score(outcomes, i) / score(constant(), i);
    }
    return sum / sensors;
  }

  /** Mean ratio of scores to those of one width around the present reading. */
  public double scoreOverPersistence() {
    double sum = 0;
    for (int i = 0; i < sensors; i++) {
      sum += score(outcomes, i) / persistence(i);
    }
    return sum / sensors;
  }
}
