package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParallelTest {
  @Test
  void resultsKeepTheOrderOfTheParts() {
    List<Callable<Integer>> parts = new ArrayList<>();
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 50; i++) {
      int number = i;
      parts.add(() -> number);
    }
    List<Integer> results =
        Parallel.run("parts", parts, (stage, done, total) -> told.add(stage + done + "/" + total));
    for (int i = 0; i < 50; i++) {
      assertThat(results.get(i)).isEqualTo(i);
      assertThat(told.get(i)).isEqualTo("parts" + i + "/50");
    }
    assertThat(told).hasSize(51);
  }

  @Test
  void aFailureOfAPartIsToldAsItIs() {
    List<Callable<Integer>> parts =
        List.of(
            () -> 1,
            () -> {
              throw new IllegalArgumentException("the second");
            },
            () -> {
              throw new IllegalStateException("the third");
            });
    assertThatThrownBy(() -> Parallel.run("parts", parts, Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the second");
  }

  /** Each waits until the other has begun, and says how far it is. */
  @Test
  void twoComputationsRunAtTheSameTime() {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    CountDownLatch begun = new CountDownLatch(2);
    List<String> told = new ArrayList<>();
    Parallel.Both<String, Integer> both =
        Parallel.both(
            "two",
            progress -> {
              progress.update("first", 1, 1);
              return meets(begun) ? "met" : "alone";
            },
            progress -> {
              progress.update("second", 1, 1);
              return meets(begun) ? 1 : 0;
            },
            (stage, done, total) -> told.add(stage));
    assertThat(both.first()).isEqualTo("met");
    assertThat(both.second()).isEqualTo(1);
    assertThat(told).containsExactlyInAnyOrder("first", "second");
  }

  private static boolean meets(CountDownLatch begun) {
    begun.countDown();
    try {
      return begun.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void theFirstOfTwoFailuresIsTold() {
    assertThatThrownBy(
            () ->
                Parallel.both(
                    "two",
                    progress -> {
                      throw new IllegalStateException("first");
                    },
                    progress -> {
                      throw new IllegalArgumentException("second");
                    },
                    Progress.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("first");
  }
}
