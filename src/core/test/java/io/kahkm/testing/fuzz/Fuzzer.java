package io.kahkm.testing.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Feeds a subject with inputs and watches each case: no exception but the documented ones, no
 * StackOverflowError on half of a thread's usual stack, no more allocated than the subject's limit,
 * no more processor time than a budget. Every case has a seed of its own, so that one can be
 * repeated alone.
 */
final class Fuzzer {
  /** A case takes microseconds; the processor time of a loop without end passes this. */
  private static final long CPU_BUDGET_NANOS = 3_000_000_000L;

  /** A case that may allocate for every byte of its input may also compute for it. */
  private static final long CPU_NANOS_PER_ALLOWED_BYTE = 10;

  /** For a case that waits for something instead of computing. */
  private static final long WALL_BUDGET_NANOS = 120_000_000_000L;

  private static final int STACK_BYTES = 512 * 1024;
  private static final int WATCH_MILLIS = 20;
  private static final int MOST_FINDINGS = 5;
  private static final int SHOWN_BYTES = 2_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final FuzzSubject subject;
  private final long seed;
  private final long cpuBudgetNanos;
  private final List<String> findings = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private volatile long done;
  private volatile long startedCpu;
  private volatile long startedWall;
  private volatile byte[] present = new byte[0];
  private long largestAllocation;
  private Throwable broken;

  private Fuzzer(FuzzSubject subject, long seed, long cpuBudgetNanos) {
    this.subject = subject;
    this.seed = seed;
    this.cpuBudgetNanos = cpuBudgetNanos;
  }

  /**
   * What came of it.
   *
   * @param cases cases that were run
   * @param outcomes how often each outcome was
   * @param findings what is wrong, with the case's number and input; the first of each kind
   * @param largestAllocation bytes that one case allocated at most
   */
  record Report(
      long cases, Map<String, Long> outcomes, List<String> findings, long largestAllocation) {}

  /**
   * Runs cases.
   *
   * @param progress told the cases done and all cases, now and then
   */
  static Report run(FuzzSubject subject, long seed, long cases, BiConsumer<Long, Long> progress)
      throws InterruptedException {
    return run(subject, seed, cases, CPU_BUDGET_NANOS, progress);
  }

  /** The same with another limit of the processor time of a case. */
  static Report run(
      FuzzSubject subject,
      long seed,
      long cases,
      long cpuBudgetNanos,
      BiConsumer<Long, Long> progress)
      throws InterruptedException {
    return new Fuzzer(subject, seed, cpuBudgetNanos).run(cases, progress);
  }

  private Report run(long cases, BiConsumer<Long, Long> progress) throws InterruptedException {
    startedWall = System.nanoTime();
    Thread worker = new Thread(null, () -> work(cases), "fuzz-" + subject.name(), STACK_BYTES);
    worker.setDaemon(true);
    worker.start();
    while (worker.isAlive()) {
      worker.join(WATCH_MILLIS);
      progress.accept(done, cases);
      if (worker.isAlive() && hangs(worker)) {
        note(
            "hang at " + Arrays.toString(worker.getStackTrace()).replace(",", "\n   "),
            done,
            present);
        break;
      }
    }
    synchronized (this) {
      if (broken != null) {
        throw new IllegalStateException("the harness failed at case " + done, broken);
      }
      return new Report(done, new TreeMap<>(outcomes), List.copyOf(findings), largestAllocation);
    }
  }

  private boolean hangs(Thread worker) {
    long before = done;
    long cpu = THREADS.getThreadCpuTime(worker.getId()) - startedCpu;
    long wall = System.nanoTime() - startedWall;
    // The times belong to one case only if no other has begun meanwhile.
    long budget = cpuBudgetNanos + CPU_NANOS_PER_ALLOWED_BYTE * perByte(present.length);
    return (cpu > budget || wall > WALL_BUDGET_NANOS) && before == done;
  }

  private void work(long cases) {
    try {
      for (long i = 0; i < cases && findings() < MOST_FINDINGS; i++) {
        byte[] input = subject.source().input(randomOf(i));
        present = input;
        startedWall = System.nanoTime();
        startedCpu = THREADS.getCurrentThreadCpuTime();
        one(i, input);
        done = i + 1;
      }
    } catch (RuntimeException | Error failure) {
      synchronized (this) {
        broken = failure;
      }
    }
  }

  private SplittableRandom randomOf(long number) {
    return new SplittableRandom(seed + 0x9e3779b97f4a7c15L * number);
  }

  private void one(long number, byte[] input) {
    String outcome;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      outcome = subject.decoder().decode(input);
    } catch (Throwable thrown) {
      outcome = thrown.getClass().getSimpleName();
      if (subject.documented().stream().noneMatch(type -> type.isInstance(thrown))) {
        StackTraceElement[] trace = thrown.getStackTrace();
        String kind = thrown.getClass().getName() + (trace.length > 0 ? " at " + trace[0] : "");
        if (isNew(kind)) {
          note(kind + ": " + thrown.getMessage() + trace(trace), number, input);
        }
      }
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    largestAllocation = Math.max(largestAllocation, allocated);
    long allowed = subject.allocation() + perByte(input.length);
    if (allocated > allowed && isNew("allocation")) {
      note(allocated + " bytes allocated, " + allowed + " are allowed", number, input);
    }
    synchronized (this) {
      outcomes.merge(outcome, 1L, Long::sum);
    }
  }

  private long perByte(int length) {
    return subject.allocationPerByte() * length;
  }

  private static String trace(StackTraceElement[] trace) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(8, trace.length); i++) {
      text.append("\n    ").append(trace[i]);
    }
    return text.toString();
  }

  private synchronized int findings() {
    return findings.size();
  }

  private synchronized boolean isNew(String kind) {
    return known.add(kind);
  }

  private synchronized void note(String what, long number, byte[] input) {
    findings.add(
        subject.name()
            + ", seed "
            + seed
            + ", case "
            + number
            + ": "
            + what
            + "\n  input of "
            + input.length
            + " bytes: "
            + shown(input));
  }

  /** Printable ASCII as it is, other bytes in hexadecimal. */
  private static String shown(byte[] input) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(SHOWN_BYTES, input.length); i++) {
      int value = input[i] & 0xff;
      if (value >= ' ' && value < 0x7f && value != '\\') {
        text.append((char) value);
      } else {
        text.append(String.format("\\x%02x", value));
      }
    }
    return text.append(input.length > SHOWN_BYTES ? " ..." : "").toString();
  }
}
