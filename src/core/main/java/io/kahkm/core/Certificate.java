package io.kahkm.core;

import io.kahkm.internal.certificate.WindowCertificate;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * What a closed window of a stream proves about the tolerance, with the numbers, the level and the
 * assumption that it rests on. Immutable.
 *
 * <p>Errors, bounds and tolerances are root-mean-square errors of one step in soft coordinates,
 * from 0 to about 1.4. Every topic is a record of its own; further topics are further methods.
 */
public final class Certificate {
  private final WindowCertificate certificate;

  Certificate(WindowCertificate certificate) {
    this.certificate = certificate;
  }

  /** What a window says about the tolerance. */
  public enum Verdict {
    /** No linear closure within the norm limit reaches the tolerance. */
    EXCLUDED,
    /** The closure that was frozen when the window began reaches the tolerance. */
    ATTAINABLE,
    /** No information; not a sign of health. */
    UNDECIDED,
    /** The data contradict the assumption that the units are independent and alike. */
    SUSPECT,
    /** The readings were outside the map: the bounds say nothing about normal operation. */
    OUT_OF_MAP
  }

  /**
   * Which part of the stream the certificate is about.
   *
   * @param index 0-based number of the window, checkpoint or hop within the stream
   * @param from time of its first transition; 1970-01-01 for readings without a time
   * @param to time at which it closed; likewise
   * @param units independent units behind every bound: transitions or episodes
   * @param transitions transitions within these units
   * @param skippedUnits episodes without a transition, which count for nothing
   */
  public record Window(
      long index, Instant from, Instant to, long units, long transitions, long skippedUnits) {}

  /**
   * The one comparison that was fixed beforehand.
   *
   * @param bound word of the lower bound that decides: {@code paper}, {@code label} or {@code
   *     minimum}
   * @param normLimit spectral norm up to which closures are meant, at least 0
   * @param tolerance the tolerance; empty where none is known
   * @param level probability that this window's verdict is wrong, at most; in (0, 1)
   * @param lower no closure within the norm limit has a smaller error; at least 0
   * @param upper the frozen closure has no larger error; at least 0
   */
  public record Decision(
      String bound,
      double normLimit,
      OptionalDouble tolerance,
      double level,
      double lower,
      double upper) {}

  /**
   * What was measured in the window.
   *
   * @param assignmentLoss f-hat, the mean of (1 - coordinate of the nearest class)^2, in [0, 1]
   * @param successorVariance s-hat, the variance of the successors within classes, in [0, 1]
   * @param closureNorm spectral norm of the frozen closure, at least 0
   * @param outsideShare share of the transitions outside the map, in [0, 1]
   * @param retainedVariation share of the coordinates' variation that is left, in [0, 1]; too
   *     little of it is no sign of a good forecast
   * @param dependence root of the number of units times the correlation of neighbours, near 0 for
   *     independent units; 0 where it is not defined
   */
  public record Statistics(
      double assignmentLoss,
      double successorVariance,
      double closureNorm,
      double outsideShare,
      double retainedVariation,
      double dependence) {}

  /**
   * The verdict.
   *
   * @return what the window says about the tolerance
   */
  public Verdict verdict() {
    return Verdict.valueOf(certificate.verdict().name());
  }

  /**
   * Why the verdict was given.
   *
   * @return one word such as {@code more-data}; later versions may know further ones
   */
  public String reason() {
    return certificate.reason().label();
  }

  /**
   * The verdict in words for an operator, with the numbers and what would decide an undecided
   * window.
   *
   * @return one or more English sentences
   */
  public String words() {
    return certificate.words();
  }

  /**
   * Which part of the stream this is about.
   *
   * @return the window
   */
  public Window window() {
    return new Window(
        certificate.extent().index(),
        Times.instant(certificate.extent().from()),
        Times.instant(certificate.extent().to()),
        certificate.counts().units(),
        certificate.counts().pairs(),
        certificate.counts().skippedUnits());
  }

  /**
   * The bounds that decided.
   *
   * @return the decision
   */
  public Decision decision() {
    WindowCertificate.Alarm alarm = certificate.alarm();
    return new Decision(
        alarm.bound().label(),
        alarm.kappa(),
        Double.isNaN(alarm.tolerance())
            ? OptionalDouble.empty()
            : OptionalDouble.of(alarm.tolerance()),
        alarm.level(),
        alarm.lower(),
        alarm.upper());
  }

  /**
   * What was measured.
   *
   * @return the statistics
   */
  public Statistics statistics() {
    return new Statistics(
        certificate.averages().fHat(),
        certificate.averages().sHat(),
        certificate.closureNorm(),
        certificate.checks().outsideShare(),
        certificate.checks().retainedVariation(),
        certificate.checks().dependence());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Certificate same && certificate.equals(same.certificate);
  }

  @Override
  public int hashCode() {
    return certificate.hashCode();
  }

  @Override
  public String toString() {
    return words();
  }
}
