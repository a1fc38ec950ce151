/**
 * What the whole engine costs: it runs on a broker in a child process, on simulated records, and is
 * measured there. Kernels are measured by JMH instead, in {@code src/lab/jmh}. The command line
 * only chooses a {@link io.kahkm.bench.Benchmark} and prints its tables: options of commands, and
 * what production needs, may not be here.
 */
package io.kahkm.bench;
