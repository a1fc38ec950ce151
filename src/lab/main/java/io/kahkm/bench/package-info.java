/**
 * What the whole engine costs: it runs on a broker in a child process, on simulated records, and is
 * measured there. Kernels are measured by JMH instead, in {@code src/lab/jmh}. Depends on
 * everything but the command line, which only chooses a {@link io.kahkm.bench.Benchmark} and prints
 * its tables.
 */
package io.kahkm.bench;
