package io.kahkm.telemetry.condition;

import io.kahkm.internal.certificate.WindowCertificate;
import java.time.Duration;

/**
 * When somebody looks: decides what is silent and which claims are too old to be shown as present.
 *
 * <p>A window speaks of the readings it is made of. Its age is the event time that its stream has
 * gone on since, and while the stream is silent the time that passes here. A claim is outdated
 * after {@value #WINDOW_LENGTHS} times the event time that its window took, but not before the time
 * after which a stream counts as silent: windows of one instant have no length.
 *
 * @param now wall clock in milliseconds
 * @param silentAfter time without an accepted record after which a stream counts as silent
 * @param endedAfter time without one after which it has ended
 */
public record Moment(long now, Duration silentAfter, Duration endedAfter) {
  /** Window lengths after which what a window said is no claim about the present. */
  static final int WINDOW_LENGTHS = 3;

  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  /**
   * Whether something is still heard.
   *
   * @param heard wall clock in milliseconds when it was heard last
   */
  public Silence silence(long heard) {
    if (heard < now - endedAfter.toMillis()) {
      return Silence.ENDED;
    }
    return heard < now - silentAfter.toMillis() ? Silence.SILENT : Silence.NONE;
  }

  /**
   * Whether a stream's window is too old.
   *
   * @param window the window closed last
   * @param streamTime event time of the stream, in nanoseconds
   * @param heard wall clock in milliseconds when the stream was heard last
   */
  public boolean outdated(WindowCertificate window, long streamTime, long heard) {
    double goneOn =
        Math.max(0, (double) streamTime - window.extent().to()) / NANOSECONDS_PER_MILLISECOND;
    return goneOn + (double) (now - heard) > allowed(length(window));
  }

  /**
   * Whether a fleet's window is too old. A fleet has no readings of its own: its age is the time
   * that passes here, and windows that follow each other more slowly than their length last longer.
   *
   * @param window the window closed last
   * @param told wall clock in milliseconds when it closed, or came to be known here
   * @param pace milliseconds between it and the window closed before it, 0 if there was none
   */
  public boolean fleetOutdated(WindowCertificate window, long told, long pace) {
    return now - told > allowed(Math.max(length(window), (double) pace));
  }

  private static double length(WindowCertificate window) {
    return ((double) window.extent().to() - window.extent().from()) / NANOSECONDS_PER_MILLISECOND;
  }

  private double allowed(double length) {
    return Math.max(WINDOW_LENGTHS * length, (double) silentAfter.toMillis());
  }
}
