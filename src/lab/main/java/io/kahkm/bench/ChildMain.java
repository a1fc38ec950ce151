package io.kahkm.bench;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.StreamsEngine;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The engine as a process of its own, for what only a fresh process shows; started by {@link
 * MeasuredEngine}. It answers {@code ready} when it is, and then every line of its input: {@code
 * await N} with {@code done} when N records were taken, {@code taken} with their number, {@code
 * processor A B}, {@code processing A B} and {@code delay A B} with the 99th percentile of these
 * records' times in nanoseconds. It ends with its input.
 */
final class ChildMain {
  private static final Duration LONGEST_START = Duration.ofMinutes(5);
  private static final long GLANCE_MILLIS = 1;
  private static final double QUANTILE = 0.99;

  private ChildMain() {}

  /**
   * Runs until its input ends.
   *
   * @param arguments topology file, model file, most records whose times are kept
   */
  public static void main(String[] arguments)
      throws IOException,
          TopologyConfigException,
          ModelFileException,
          EngineException,
          InterruptedException {
    PrintStream parent = System.out;
    System.setOut(System.err);
    TopologyConfig config = TopologyConfig.load(Path.of(arguments[0]), Map.of());
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, ModelFile.read(Path.of(arguments[1])));
    Times times = new Times(Integer.parseInt(arguments[2]));
    try (StreamsEngine engine =
            StreamsEngine.of(
                config,
                blueprint,
                warm ->
                    MeasuredTopology.build(
                        config, blueprint, warm, Stage.MONITOR, Optional.empty(), times, times));
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      engine.start();
      engine.awaitRunning(LONGEST_START);
      parent.println("ready");
      parent.flush();
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        parent.println(answer(line.split(" "), times, engine));
        parent.flush();
      }
    }
    System.exit(0);
  }

  private static String answer(String[] words, Times times, StreamsEngine engine)
      throws InterruptedException {
    if (words[0].equals("taken")) {
      return engine.deadThread() ? "failed " + engine.detail() : Integer.toString(times.taken);
    }
    int from = Integer.parseInt(words[1]);
    if (words[0].equals("await")) {
      while (times.taken < from) {
        if (engine.deadThread()) {
          return "failed " + engine.detail();
        }
        TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
      }
      return "done";
    }
    int to = Integer.parseInt(words[2]);
    long[] values =
        switch (words[0]) {
          case "processor" -> times.processor;
          case "processing" -> times.durations;
          case "delay" -> times.delays;
          default -> throw new IllegalArgumentException("unknown command " + words[0]);
        };
    return Long.toString(quantile(values, from, to));
  }

  private static long quantile(long[] values, int from, int to) {
    long[] sorted = Arrays.copyOfRange(values, from, to);
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(QUANTILE * sorted.length) - 1];
  }

  /** Times of the first records, written by the stream thread and read when it has passed them. */
  private static final class Times implements RecordProbe, EngineListener {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long[] processor;
    private final long[] durations;
    private final long[] delays;
    private long processorBegun;
    private long begun;
    private volatile int taken;

    Times(int most) {
      processor = new long[most];
      durations = new long[most];
      delays = new long[most];
    }

    @Override
    public void begin() {
      begun = System.nanoTime();
      processorBegun = threads.getCurrentThreadCpuTime();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void end() {
      if (taken < durations.length) {
        processor[taken] = threads.getCurrentThreadCpuTime() - processorBegun;
        durations[taken] = System.nanoTime() - begun;
      }
      taken++;
    }

    @Override
    public void accepted(
        int partition, String stream, RowAssessment assessment, long recordTimestamp) {
      if (taken < delays.length) {
        delays[taken] = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - recordTimestamp);
      }
    }
  }
}
