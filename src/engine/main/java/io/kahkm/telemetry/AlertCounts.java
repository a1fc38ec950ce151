package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.meter.MeterTable;
import io.kahkm.telemetry.meter.Samples;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;

/** What came of telling people of incidents, by channel. Thread-safe. */
public final class AlertCounts {
  /** The meter of deliveries. */
  public static final String METER = "kahkm_alert_deliveries_total";

  private static final double MILLISECONDS_PER_SECOND = 1e3;

  /** The meters of a channel. */
  static final MeterTable<Told> METERS =
      new MeterTable<Told>("channel")
          .each(
              METER,
              "Alerts of this instance to people since the process started, by channel of the"
                  + " section alerts: delivered; failed, for each attempt that is repeated;"
                  + " given-up, after a day of attempts.",
              (told, values) -> told.channel().deliveries(values),
              "outcome")
          .value(
              "kahkm_alert_oldest_undelivered_seconds",
              "How long the oldest alert of a channel has waited to be delivered, 0 where none"
                  + " waits.",
              told -> told.channel().oldestSeconds(told.now()));

  /** A channel at a wall clock in milliseconds. */
  private record Told(Channel channel, long now) {}

  private final LongSupplier clock;
  private final Map<String, Channel> channels = new ConcurrentSkipListMap<>();

  /**
   * No channel yet.
   *
   * @param clock wall clock in milliseconds
   */
  AlertCounts(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * The counts of a channel, which are shown from now on.
   *
   * @param name such as {@code mail}
   * @return the same object for the same name
   */
  public Channel channel(String name) {
    return channels.computeIfAbsent(name, unused -> new Channel());
  }

  /** What came of one channel. Thread-safe. */
  public static final class Channel {
    private long delivered;
    private long failed;
    private long gaveUp;
    private int undelivered;
    private OptionalLong oldest = OptionalLong.empty();
    private String problem = "";

    private Channel() {}

    /**
     * An alert was delivered.
     *
     * @return whether the attempt before it had failed
     */
    public synchronized boolean delivered() {
      delivered++;
      boolean failing = !problem.isEmpty();
      problem = "";
      return failing;
    }

    /**
     * An attempt failed.
     *
     * @param newProblem why, not empty, without secrets
     * @return whether the attempt before it had not
     */
    public synchronized boolean failed(String newProblem) {
      failed++;
      boolean working = problem.isEmpty();
      problem = newProblem;
      return working;
    }

    /**
     * Alerts will not be tried again.
     *
     * @param alerts how many
     */
    public synchronized void gaveUp(int alerts) {
      gaveUp += alerts;
    }

    /**
     * Takes note of what has to be delivered.
     *
     * @param alerts how many
     * @param since wall clock in milliseconds since which the oldest has had to be, empty for none
     */
    public synchronized void undelivered(int alerts, OptionalLong since) {
      undelivered = alerts;
      oldest = since;
    }

    private synchronized double oldestSeconds(long now) {
      return oldest.isEmpty() ? 0 : Math.max(0, now - oldest.getAsLong()) / MILLISECONDS_PER_SECOND;
    }

    private synchronized void deliveries(MeterTable.Values values) {
      values.add((double) delivered, "delivered");
      values.add((double) failed, "failed");
      values.add((double) gaveUp, "given-up");
    }

    private synchronized void write(String name, long now, ObjectNode json) {
      json.put("channel", name);
      json.put("delivered", delivered);
      json.put("failed", failed);
      json.put("givenUp", gaveUp);
      json.put("undelivered", undelivered);
      json.put("oldestSeconds", oldestSeconds(now));
      if (!problem.isEmpty()) {
        json.put("problem", problem);
      }
    }
  }

  /** Adds the series of all channels. */
  void collect(Samples samples) {
    channels.forEach(
        (name, channel) -> METERS.put(new Told(channel, clock.getAsLong()), samples, name));
  }

  /** Appends what the API says of the channels. */
  public void write(ArrayNode array) {
    channels.forEach((name, channel) -> channel.write(name, clock.getAsLong(), array.addObject()));
  }

  /** Whether there is a channel. */
  public boolean any() {
    return !channels.isEmpty();
  }
}
