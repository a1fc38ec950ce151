package io.kahkm.internal.monitor;

import io.kahkm.internal.forecast.ExpertKind;

/**
 * How much of the forecasts of one horizon an expert makes.
 *
 * @param expert which
 * @param share mean of its weight over the sensors, from 0 to 1
 */
public record ExpertShare(ExpertKind expert, double share) {}
