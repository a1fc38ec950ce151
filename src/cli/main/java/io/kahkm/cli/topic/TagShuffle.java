package io.kahkm.cli.topic;

import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Takes rows apart into values of tags, and lets each arrive a random while after its time, as
 * gateways and networks do. Equal seeds give equal orders. For one thread.
 */
public final class TagShuffle {
  /** Takes the values in the order of their arrival. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * Takes one value.
     *
     * @param value what has arrived
     * @throws IOException if it cannot be sent on
     */
    void take(TagValue value) throws IOException;
  }

  /**
   * One value of a tag.
   *
   * @param stream its stream
   * @param tag its name
   * @param nanos event time, nanoseconds since the epoch
   * @param text the value as it stands in the file
   */
  public record TagValue(String stream, String tag, long nanos, String text) {}

  private record Arrival(TagValue value, double at, long order) {}

  private final long longest;
  private final Random random;
  private final PriorityQueue<Arrival> waiting =
      new PriorityQueue<>(
          Comparator.comparingDouble(Arrival::at).thenComparingLong(Arrival::order));
  private final Receiver receiver;
  private long count;

  /**
   * Creates a shuffle.
   *
   * @param longest every value arrives less than so long after its time, nanoseconds; 0 keeps the
   *     order
   * @param seed of the random delays
   * @param receiver takes the values
   */
  public TagShuffle(long longest, long seed, Receiver receiver) {
    this.longest = longest;
    this.receiver = receiver;
    random = new Random(seed);
  }

  /**
   * Adds a value; values must come in the order of time, or arrive later than they should.
   *
   * @param value on its way from now on
   * @throws IOException if a value that has arrived cannot be sent on
   */
  public void add(TagValue value) throws IOException {
    drain((double) value.nanos());
    waiting.add(
        new Arrival(value, (double) value.nanos() + random.nextDouble() * longest, count++));
  }

  /** Everything that has arrived by a time is sent. */
  private void drain(double now) throws IOException {
    while (!waiting.isEmpty() && waiting.peek().at() < now) {
      receiver.take(waiting.poll().value());
    }
  }

  /**
   * Sends what is still on its way.
   *
   * @throws IOException if a value cannot be sent on
   */
  public void finish() throws IOException {
    drain(Double.POSITIVE_INFINITY);
  }
}
