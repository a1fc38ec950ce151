/**
 * Forecasts of simulated systems and recorded plants by the commands of the product: skill,
 * coverage and interval scores on rows that were not fitted. What computes a forecast may not be
 * here.
 */
package io.kahkm.reproduce.forecast;
