package io.kahkm.internal.numeric;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Runs independent parts of a computation on all processors; results keep the order of the parts.
 */
public final class Parallel {
  private Parallel() {}

  /**
   * Results of two computations.
   *
   * @param first of the first
   * @param second of the second
   */
  public record Both<A, B>(A first, B second) {}

  /**
   * Runs two computations at the same time. Where both fail, it is the first one's failure that is
   * told.
   *
   * @param progress told by both, one update at a time
   */
  public static <A, B> Both<A, B> both(
      String stage, Function<Progress, A> first, Function<Progress, B> second, Progress progress) {
    Progress shared =
        (words, done, total) -> {
          synchronized (progress) {
            progress.update(words, done, total);
          }
        };
    AtomicReference<A> a = new AtomicReference<>();
    AtomicReference<B> b = new AtomicReference<>();
    List<Runnable> parts =
        List.of(() -> a.set(first.apply(shared)), () -> b.set(second.apply(shared)));
    run(stage, parts.stream().map(Executors::callable).toList(), Progress.NONE);
    return new Both<>(Objects.requireNonNull(a.get()), Objects.requireNonNull(b.get()));
  }

  /**
   * Runs every part.
   *
   * @param stage words for the progress, which is informed once before and once after every part
   * @param parts share nothing mutable
   * @return their results in order
   */
  public static <T> List<T> run(
      String stage, List<? extends Callable<T>> parts, Progress progress) {
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      AtomicInteger done = new AtomicInteger();
      progress.update(stage, 0, parts.size());
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> part : parts) {
        futures.add(
            pool.submit(
                () -> {
                  T result = part.call();
                  synchronized (progress) {
                    progress.update(stage, done.incrementAndGet(), parts.size());
                  }
                  return result;
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + stage, e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
