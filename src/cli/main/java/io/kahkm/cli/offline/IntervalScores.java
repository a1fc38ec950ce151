package io.kahkm.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.evaluation.ErrorBand;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.json.JsonFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How intervals of one horizon fared: coverage, width, and the interval score, the mean of width +
 * 2 / (1 - level) times the distance of an outcome that lies outside. Beside them two constant
 * widths: the one that a stream began with, around the forecast, and around the present reading the
 * one that would have held the right share of these very outcomes. Mutable, one owner.
 */
public final class IntervalScores {
  private static final int FIRST = 500;
  private static final int WORST = 1000;

  /** Rows kept for the width around the present reading: as many, evenly spaced, at least. */
  private static final int KEPT = 4096;

  private final double level;
  private final int sensors;
  private final long[] hits;
  private final double[] width;
  private final double[] score;
  private final double[] staticWidth;
  private final double[] staticScore;
  private final long[] staticHits;
  private final double[] start;
  private final double[] recent = new double[WORST];
  private final List<double[]> changes = new ArrayList<>();
  private long every = 1;
  private long outcomes;
  private double firstCoverage;
  private double recentSum;
  private double worst = 1;
  private int stream = -1;

  /** Counts intervals that shall hold a share of the outcomes. */
  public IntervalScores(double level, int sensors) {
    this.level = level;
    this.sensors = sensors;
    hits = new long[sensors];
    width = new double[sensors];
    score = new double[sensors];
    staticWidth = new double[sensors];
    staticScore = new double[sensors];
    staticHits = new long[sensors];
    start = new double[sensors];
  }

  /** Takes a forecast whose time has come. */
  public void add(int ofStream, ScoredForecast scored) {
    if (stream != ofStream) {
      // The first forecast of a stream that is scored went out before any outcome was known.
      stream = ofStream;
      System.arraycopy(scored.halfWidth(), 0, start, 0, sensors);
    }
    double within = 0;
    double[] change = new double[sensors];
    for (int i = 0; i < sensors; i++) {
      double error = Math.abs(scored.targetState()[i] - scored.predictedState()[i]);
      change[i] = Math.abs(scored.targetState()[i] - scored.originState()[i]);
      boolean hit = ErrorBand.holds(scored.halfWidth()[i], error);
      hits[i] += hit ? 1 : 0;
      within += hit ? 1.0 / sensors : 0;
      width[i] += 2 * scored.halfWidth()[i];
      score[i] += score(scored.halfWidth()[i], error);
      staticHits[i] += ErrorBand.holds(start[i], error) ? 1 : 0;
      staticWidth[i] += 2 * start[i];
      staticScore[i] += score(start[i], error);
    }
    keep(change);
    firstCoverage += outcomes < FIRST ? within : 0;
    int slot = (int) (outcomes % WORST);
    recentSum += within - recent[slot];
    recent[slot] = within;
    outcomes++;
    if (outcomes >= WORST) {
      worst = Math.min(worst, recentSum / WORST);
    }
  }

  private void keep(double[] change) {
    if (outcomes % every == 0) {
      changes.add(change);
    }
    if (changes.size() == 2 * KEPT) {
      every *= 2;
      List<double[]> half = new ArrayList<>();
      for (int i = 0; i < changes.size(); i += 2) {
        half.add(changes.get(i));
      }
      changes.clear();
      changes.addAll(half);
    }
  }

  private double score(double halfWidth, double error) {
    return 2 * halfWidth + 2 / (1 - level) * Math.max(0, error - halfWidth);
  }

  private double persistenceScore(int sensor) {
    double[] sorted = changes.stream().mapToDouble(change -> change[sensor]).sorted().toArray();
    double best = sorted[(int) Math.min(sorted.length - 1.0, Math.floor(level * sorted.length))];
    return Arrays.stream(sorted).map(change -> score(best, change)).sum() / sorted.length;
  }

  /** Adds {@code interval} to the object of a horizon; nothing without outcomes. */
  public void write(ObjectNode horizon) {
    if (outcomes == 0) {
      return;
    }
    double coverage = 0;
    double staticCoverage = 0;
    double relativeWidth = 0;
    double ofStatic = 0;
    double ofPersistence = 0;
    int moving = 0;
    for (int i = 0; i < sensors; i++) {
      coverage += (double) hits[i] / outcomes / sensors;
      staticCoverage += (double) staticHits[i] / outcomes / sensors;
      double persistence = persistenceScore(i);
      if (staticScore[i] > 0 && staticWidth[i] > 0 && persistence > 0) {
        moving++;
        relativeWidth += width[i] / staticWidth[i];
        ofStatic += score[i] / staticScore[i];
        ofPersistence += score[i] / outcomes / persistence;
      }
    }
    ObjectNode node = horizon.putObject("interval");
    JsonFields.put(node, "level", level);
    node.put("outcomes", outcomes);
    JsonFields.put(node, "coverage", coverage);
    if (outcomes >= FIRST) {
      JsonFields.put(node, "coverageOfFirst500", firstCoverage / FIRST);
    }
    if (outcomes >= WORST) {
      JsonFields.put(node, "coverageOfWorst1000", worst);
    }
    JsonFields.put(node, "staticCoverage", staticCoverage);
    if (moving > 0) {
      JsonFields.put(node, "widthOverStatic", relativeWidth / moving);
      JsonFields.put(node, "scoreOverStatic", ofStatic / moving);
      JsonFields.put(node, "scoreOverPersistence", ofPersistence / moving);
    }
  }
}
