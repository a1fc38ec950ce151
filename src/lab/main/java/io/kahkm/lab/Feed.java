package io.kahkm.lab;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.topic.Pace;
import io.kahkm.cli.topic.TopicWriter;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds a demo's input topic on a thread of its own, at a steady pace, until its source has nothing
 * more or it is told to stop.
 */
final class Feed implements AutoCloseable {
  /** Where readings come from. Called by the feed's thread only. */
  interface Source extends AutoCloseable {
    /**
     * Writes what is due at one tick of the pace.
     *
     * @param writer takes the readings
     * @return how many were written; 0 ends the feed
     */
    int send(TopicWriter writer) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  private static final Logger LOGGER = LoggerFactory.getLogger(Feed.class);
  private static final long JOIN_MILLIS = 5_000;

  private final Source source;
  private final double rate;
  private final String bootstrap;
  private final String topic;
  private final AtomicLong sent = new AtomicLong();
  private final Thread thread = new Thread(this::produce, "kahkm-demo-readings");
  private volatile boolean stopping;
  private volatile boolean finished;
  private volatile IOException failure;

  private Feed(Source source, double rate, String bootstrap, String topic) {
    this.source = source;
    this.rate = rate;
    this.bootstrap = bootstrap;
    this.topic = topic;
    thread.setDaemon(true);
  }

  /**
   * Starts to feed.
   *
   * @param source of the readings; closed by the feed
   * @param rate ticks per second; 0 as fast as the broker takes them
   * @param bootstrap the broker
   * @param topic the input topic
   */
  static Feed start(Source source, double rate, String bootstrap, String topic) {
    Feed feed = new Feed(source, rate, bootstrap, topic);
    feed.thread.start();
    return feed;
  }

  /** Readings written so far. */
  long sent() {
    return sent.get();
  }

  /** Whether the source had nothing more and all of it was acknowledged. */
  boolean finished() {
    return finished;
  }

  /** Throws what stopped the feed, if anything did. */
  void requireRunning() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  private void produce() {
    try (source;
        TopicWriter writer = new TopicWriter(bootstrap, topic)) {
      Pace pace = new Pace(rate);
      int written = 1;
      while (!stopping && written > 0) {
        pace.await();
        written = source.send(writer);
        sent.addAndGet(written);
      }
      writer.flush();
      finished = written == 0;
    } catch (DataException e) {
      failed(new IOException(e.getMessage(), e));
    } catch (IOException e) {
      failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void failed(IOException cause) {
    failure = cause;
    LOGGER.error("No more readings are sent: {}", cause.getMessage());
  }

  /** Sends nothing more and waits until everything sent was acknowledged. */
  void stop() throws InterruptedException {
    stopping = true;
    thread.join(JOIN_MILLIS);
  }

  @Override
  public void close() {
    stopping = true;
  }
}
