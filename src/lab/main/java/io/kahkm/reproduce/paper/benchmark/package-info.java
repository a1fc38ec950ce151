/**
 * The paper's systems with a soft map each, and the quantities that the paper proves something
 * about but leaves unevaluated, on evaluation data drawn from the system. Published data and
 * printed values may not be here: nothing of the kind exists for these.
 */
package io.kahkm.reproduce.paper.benchmark;
