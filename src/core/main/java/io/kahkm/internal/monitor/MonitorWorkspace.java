package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;

/**
 * What the monitors of one thread need while they encode a state, and not between two of them: one
 * workspace serves any number of monitors of a model, and changes no bit of what they give.
 *
 * <p>Not thread-safe: monitors that share it belong to one thread.
 */
public final class MonitorWorkspace {
  final Encoder encoder;
  final Encoding encoding;
  private final Model model;

  /**
   * A workspace.
   *
   * @param model of all monitors that will share it
   */
  public MonitorWorkspace(Model model) {
    this.model = model;
    encoder = model.map().newEncoder();
    encoding = new Encoding(model.map().classes());
  }

  Model model() {
    return model;
  }
}
