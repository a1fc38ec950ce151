package io.kahkm.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The HTTP port and how many series it carries.
 *
 * @param port port, 0 for any free one
 * @param bind address the server listens on; the loopback interface unless told otherwise
 * @param streams how many streams get series of their own
 * @param components how many sensors of a stream get series of their own
 * @param history how far back the live page looks, {@link #LEAST_HISTORY} to {@link #MOST_HISTORY}
 * @param advertised where other instances reach the port, empty to find out
 * @param login who may read it, empty for everybody who reaches the port
 * @param operators who may also acknowledge, mark, shelve and request on the page, in file order
 * @param otlp where metrics are pushed to, empty for nowhere
 */
public record TelemetryConfig(
    int port,
    String bind,
    int streams,
    int components,
    Duration history,
    Optional<PeerAddress> advertised,
    Optional<LoginConfig> login,
    List<LoginConfig> operators,
    Optional<OtlpConfig> otlp) {
  /** Shortest history, which is kept where nothing else is said: a week. */
  public static final Duration LEAST_HISTORY = Duration.ofDays(7);

  /** Longest history: ten years. */
  public static final Duration MOST_HISTORY = Duration.ofDays(3653);

  /** Checks the field that has bounds of its own, and copies the list. */
  public TelemetryConfig {
    checkHistory(history);
    operators = List.copyOf(operators);
  }

  /**
   * The same on another port.
   *
   * @param other from 0 to 65535, 0 for any that is free
   * @return new settings
   */
  public TelemetryConfig onPort(int other) {
    return new TelemetryConfig(
        other, bind, streams, components, history, advertised, login, operators, otlp);
  }

  /**
   * Checks a history.
   *
   * @param history from {@link #LEAST_HISTORY} to {@link #MOST_HISTORY}
   * @throws IllegalArgumentException naming its value, if it is not
   */
  public static void checkHistory(Duration history) {
    if (!admits(history)) {
      throw new IllegalArgumentException(
          "history is " + history + ", must be from " + LEAST_HISTORY + " to " + MOST_HISTORY);
    }
  }

  /**
   * Whether a history is within the bounds.
   *
   * @param history how long the past is kept
   * @return true from {@link #LEAST_HISTORY} to {@link #MOST_HISTORY}
   */
  public static boolean admits(Duration history) {
    return history.compareTo(LEAST_HISTORY) >= 0 && history.compareTo(MOST_HISTORY) <= 0;
  }
}
