package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.HeapCache;
import io.kahkm.stream.store.HeldCopy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The one budget that the caches of all stream threads share. */
class SharedBudgetTest {
  private static final int THREADS = 8;
  private static final int TURNS = 60_000;
  private static final int KEYS = 400;
  private static final long LARGEST = 1_000;
  private static final long LIMIT = 20_000;

  /** A stream whose size changes while it is held. */
  private static final class Copy extends HeldCopy {
    private long bytes;

    Copy(byte[] key, long bytes) {
      super(key);
      this.bytes = bytes;
    }
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  @Test
  void nothingIsCountedTwiceOrForgottenAndTheLimitHolds() throws Exception {
    HeapBudget budget = new HeapBudget(LIMIT, Integer.MAX_VALUE);
    AtomicLong most = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Long>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int seed = thread;
        tasks.add(() -> work(seed, budget, most));
      }
      long left = 0;
      for (Future<Long> done : threads.invokeAll(tasks)) {
        left += done.get();
      }
      assertThat(left).as("streams that had to leave").isPositive();
    } finally {
      threads.shutdownNow();
    }

    assertThat(budget.used()).isZero();
    // Each thread keeps the one that it uses, and may be about to count another.
    assertThat(most.get()).isBetween(LIMIT / 2, LIMIT + 2 * THREADS * LARGEST);
    assertThat(budget.takesStream()).isTrue();
    budget.streams(Integer.MAX_VALUE);
    assertThat(budget.takesStream()).as("all that were begun were ended").isFalse();
    budget.streams(-1);
    assertThat(budget.takesStream()).isTrue();
  }

  private static long work(int seed, HeapBudget budget, AtomicLong most) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] left = new long[1];
    HeapCache<Copy> cache = new HeapCache<>(budget, copy -> copy.bytes, copy -> left[0]++);
    for (int turn = 0; turn < TURNS; turn++) {
      byte[] key = key(random.nextInt(KEYS));
      Copy copy = cache.get(key);
      if (copy == null) {
        cache.put(new Copy(key, random.nextLong(1, LARGEST)));
      } else if (random.nextInt(4) == 0) {
        cache.drop(copy);
      } else {
        copy.bytes = random.nextLong(1, LARGEST);
      }
      budget.streams(1);
      budget.streams(-1);
      most.accumulateAndGet(budget.used(), Math::max);
      if (random.nextInt(TURNS / 10) == 0) {
        cache.dropAll();
      }
    }
    cache.dropAll();
    return left[0];
  }
}
