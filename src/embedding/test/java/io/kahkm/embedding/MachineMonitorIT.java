package io.kahkm.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.core.Inside;
import io.kahkm.core.KahkmModel;
import io.kahkm.core.Oscillator;
import io.kahkm.core.Reading;
import io.kahkm.embedding.MachineMonitor.Finding;
import io.kahkm.embedding.MachineMonitor.Row;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The function of docs/embedding.md on Flink's MiniCluster, through a failure. */
class MachineMonitorIT {
  private static final int ROWS = 100_000;
  private static final int MACHINES = 5;
  private static final int EPISODE = 50;
  private static final int PARALLELISM = 2;
  private static final long CHECKPOINT_INTERVAL = 100;

  @Test
  void runsOnTheInstalledCore() throws Exception {
    Path core =
        Path.of(KahkmModel.class.getProtectionDomain().getCodeSource().getLocation().toURI());

    assertThat(core).startsWith(Path.of(System.getProperty("kahkm.installed")));
  }

  @Test
  void givesTheBitsOfTheMonitorInALoopThroughAFailureAndARestart(@TempDir Path checkpoints)
      throws Exception {
    onFlink(checkpoints);

    assertThat(Rows.FAILED).isTrue();
    assertThat(Rows.FIRST_AFTER_FAILURE.get())
        .as("row from which the last checkpoint made the source go on")
        .isBetween(1L, ROWS - 1L);
    assertThat(Findings.REPEATED.get()).as("rows since that checkpoint, found again").isPositive();
    assertThat(Findings.CONTRADICTED).as("findings that differ when found again").isEmpty();
    Set<String> seen = new HashSet<>();
    for (int m = 0; m < MACHINES; m++) {
      List<String> expected = inALoop(m, Integer.MAX_VALUE);
      assertThat(Findings.of(name(m))).as(name(m)).isEqualTo(expected);
      assertThat(inALoop(m, ROWS / MACHINES / 2))
          .as("a monitor that forgets in the middle")
          .hasSameSizeAs(expected)
          .isNotEqualTo(expected);
      expected.forEach(
          line ->
              List.of("ATTAINABLE", "OUT_OF_MAP", " true ").stream()
                  .filter(line::contains)
                  .forEach(seen::add));
    }
    assertThat(seen).containsExactlyInAnyOrder("ATTAINABLE", "OUT_OF_MAP", " true ");
  }

  private static void onFlink(Path checkpoints) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, configuration);
    flink.enableCheckpointing(CHECKPOINT_INTERVAL);
    flink
        .fromSequence(0, ROWS - 1)
        .setParallelism(1)
        .map(new Rows())
        .returns(Row.class)
        .setParallelism(1)
        .keyBy(row -> row.machine)
        .process(new MachineMonitor(Files.readAllBytes(Oscillator.MODEL)))
        .map(new Findings())
        .sinkTo(new DiscardingSink<>());
    flink.execute("monitors");
  }

  /** What one machine's rows mean; the monitor may lose its memory at some row. */
  private static List<String> inALoop(int machine, int forgetsAt) {
    KahkmModel model = Oscillator.model();
    StreamMonitor monitor = Inside.monitor(model, MachineMonitor.settings());
    List<String> lines = new ArrayList<>();
    for (int n = 0; n < ROWS / MACHINES; n++) {
      if (n == forgetsAt) {
        monitor = Inside.monitor(model, MachineMonitor.settings());
      }
      Row row = Rows.row((long) n * MACHINES + machine);
      RowAssessment assessment =
          monitor.advance(
              Inside.observation(Reading.at(Instant.ofEpochMilli(row.time), row.values)));
      Finding finding = new Finding();
      finding.time = row.time;
      finding.novelty = assessment.novelty();
      finding.outside = assessment.alarms().outsideMap();
      finding.forecasts =
          assessment.issued().stream().map(IssuedForecast::state).toArray(double[][]::new);
      finding.certificates =
          assessment.certificates().stream().map(WindowCertificate::words).toArray(String[]::new);
      lines.add(line(finding));
    }
    return lines;
  }

  /** Everything a finding says, numbers by their bits. */
  private static String line(Finding finding) {
    StringBuilder line = new StringBuilder();
    line.append(finding.time).append(' ').append(finding.outside).append(' ');
    line.append(Double.doubleToRawLongBits(finding.novelty));
    for (double[] forecast : finding.forecasts) {
      for (double value : forecast) {
        line.append(' ').append(Double.doubleToRawLongBits(value));
      }
    }
    return line + " " + String.join(" ", finding.certificates);
  }

  private static String name(int machine) {
    return "machine-" + machine;
  }

  /** From numbers to rows of several machines in turn; fails once, after a checkpoint. */
  private static final class Rows implements MapFunction<Long, Row>, CheckpointListener {
    static final AtomicBoolean FAILED = new AtomicBoolean();
    static final AtomicLong FIRST_AFTER_FAILURE = new AtomicLong(-1);
    private static final AtomicInteger CHECKPOINTS = new AtomicInteger();
    private static volatile boolean begun;
    private static final double[][][] STATES = new double[MACHINES][][];
    private static final long serialVersionUID = 1L;

    static {
      for (int m = 0; m < MACHINES; m++) {
        STATES[m] = Oscillator.states(ROWS / MACHINES, EPISODE, m);
      }
    }

    @Override
    public Row map(Long number) throws Exception {
      begun = true;
      if (FAILED.get()) {
        FIRST_AFTER_FAILURE.compareAndSet(-1, number);
      } else if (number > ROWS / 2 && CHECKPOINTS.get() > 1) {
        FAILED.set(true);
        throw new IllegalStateException("the failure that this test is about");
      } else if (number > ROWS / 2) {
        // Rows are over before a checkpoint completes, unless the source waits for one.
        Thread.sleep(1);
      }
      return row(number);
    }

    /** Of two that complete after the first row, the second has rows behind it. */
    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      if (begun) {
        CHECKPOINTS.incrementAndGet();
      }
    }

    /** A minute lies between episodes; one machine has a sensor that is off by 3 in the end. */
    static Row row(long number) {
      int machine = (int) (number % MACHINES);
      int n = (int) (number / MACHINES);
      Row row = new Row();
      row.machine = name(machine);
      row.time = Oscillator.time(n).toEpochMilli() + n / EPISODE * 60_000L;
      row.values = STATES[machine][n].clone();
      if (machine == 1 && n > ROWS / MACHINES * 3 / 4) {
        row.values[0] += 3;
      }
      return row;
    }
  }

  /** Keeps every finding by its machine and time; a row that is repeated must give the same. */
  private static final class Findings implements MapFunction<Finding, Finding> {
    static final AtomicInteger REPEATED = new AtomicInteger();
    static final Queue<String> CONTRADICTED = new ConcurrentLinkedQueue<>();
    private static final Map<String, SortedMap<Long, String>> LINES = new ConcurrentHashMap<>();
    private static final long serialVersionUID = 1L;

    static List<String> of(String machine) {
      return List.copyOf(LINES.get(machine).values());
    }

    @Override
    public Finding map(Finding finding) {
      String line = line(finding);
      String before =
          LINES
              .computeIfAbsent(finding.machine, machine -> new ConcurrentSkipListMap<>())
              .put(finding.time, line);
      if (before != null) {
        REPEATED.incrementAndGet();
        if (!before.equals(line)) {
          CONTRADICTED.add(finding.machine + " " + before + " became " + line);
        }
      }
      return finding;
    }
  }
}
