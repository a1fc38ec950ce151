package io.kahkm.cli;

import io.kahkm.cli.console.ExitCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when the process is told to stop (SIGTERM, Ctrl-C): the command is
 * asked to stop, ends on its own thread, and its exit code becomes the process's, where the JVM
 * would answer 143 or 130. Thread-safe.
 */
public final class GracefulExit {
  private static final long LONGEST_STOP_SECONDS = 40;

  private final Runnable stop;
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile int exitCode;

  private GracefulExit(Runnable stop) {
    this.stop = stop;
  }

  /**
   * Listens for the request to stop.
   *
   * @param stop asks the command to end; called at most once, on a thread of the JVM's
   * @return where the command says that it has ended
   */
  public static GracefulExit install(Runnable stop) {
    GracefulExit exit = new GracefulExit(stop);
    Runtime.getRuntime().addShutdownHook(new Thread(exit::stopAndHalt, "kahkm-shutdown"));
    return exit;
  }

  private void stopAndHalt() {
    if (finished.getCount() == 0) {
      return;
    }
    stop.run();
    try {
      boolean ended = finished.await(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        System.err.println("kahkm: did not stop within " + LONGEST_STOP_SECONDS + " s");
      }
      System.out.flush();
      Runtime.getRuntime().halt(ended ? exitCode : ExitCode.FAILED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Says that the command has ended and everything it printed is written.
   *
   * @param code its exit code
   */
  public void finished(int code) {
    exitCode = code;
    finished.countDown();
  }
}
