package io.kahkm.telemetry;

import io.kahkm.monitor.EngineHealth;

/** An engine that says what a test tells it to say. */
final class HealthStub implements EngineHealth {
  volatile boolean running = true;
  volatile boolean modelLoaded = true;
  volatile boolean warm = true;
  volatile boolean deadThread;
  volatile RuntimeException failure;

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
    return "RUNNING";
  }
}
