package io.kahkm.bench;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.client.EngineException;
import java.io.IOException;

/** One measurement of the running engine. */
@FunctionalInterface
public interface Benchmark {
  /**
   * Measures. Everything it starts has ended when it returns or throws.
   *
   * @param setup what is measured, and where files may be written
   * @param progress told of every step
   * @return tables and pictures
   * @throws IOException if the broker or a child does not start, or files cannot be written
   * @throws EngineException if the engine cannot start, or stopped
   * @throws InterruptedException if interrupted
   */
  BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException;
}
