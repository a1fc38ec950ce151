package io.kahkm.core;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;

/** What the public types delegate to, for tests that compare with it. */
public final class Inside {
  private Inside() {}

  public static StreamMonitor monitor(KahkmModel model, StreamSettings settings) {
    return StreamMonitor.create(settings.resolve(model.internal()), model.internal());
  }

  public static Observation observation(Reading reading) {
    return reading.observation();
  }
}
