package io.kahkm.internal.monitor.status;

import io.kahkm.internal.forecast.ExpertKind;

/**
 * How much of the forecasts of one horizon an expert makes.
 *
 * @param expert which
 * @param name what people call it: its label, or the name of who forecasts from outside
 * @param share mean of its weight over the sensors, from 0 to 1
 */
public record ExpertShare(ExpertKind expert, String name, double share) {
  /**
   * The share of an expert of the model.
   *
   * @param expert which
   * @param share mean of its weight over the sensors, from 0 to 1
   */
  public ExpertShare(ExpertKind expert, double share) {
    this(expert, expert.label(), share);
  }
}
