package io.kahkm.bench;

import io.kahkm.engine.EngineListener;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the monitors that were not on the heap when their record came. Thread-safe. */
final class LoadCounter implements EngineListener {
  private final AtomicLong loads = new AtomicLong();

  long count() {
    return loads.get();
  }

  @Override
  public void loaded() {
    loads.incrementAndGet();
  }
}
