package io.kahkm.telemetry;

import io.kahkm.engine.EngineHealth;
import java.util.concurrent.CountDownLatch;

/** An engine that says what a test tells it to say. */
public final class HealthStub implements EngineHealth {
  public volatile boolean running = true;
  public volatile boolean modelLoaded = true;
  public volatile boolean warm = true;
  public volatile boolean deadThread;
  public volatile RuntimeException failure;

  /** What an answer waits for. */
  public volatile CountDownLatch obstacle = new CountDownLatch(0);

  /** Counted down by every answer that has come to the obstacle. */
  public volatile CountDownLatch waiting = new CountDownLatch(0);

  @Override
  public boolean running() {
    return running;
  }

  @Override
  public boolean modelLoaded() {
    return modelLoaded;
  }

  @Override
  public boolean warm() {
    return warm;
  }

  @Override
  public boolean deadThread() {
    return deadThread;
  }

  @Override
  public int partitionsHeld() {
    return 3;
  }

  @Override
  public int partitionsTotal() {
    return 8;
  }

  @Override
  public String detail() {
    if (failure != null) {
      throw failure;
    }
    // Read first: whoever waits for this answer may put up the next obstacle.
    CountDownLatch here = obstacle;
    waiting.countDown();
    try {
      here.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "RUNNING";
  }
}
