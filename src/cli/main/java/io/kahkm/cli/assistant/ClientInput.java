package io.kahkm.cli.assistant;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a client writes: bounded lines, and an end that comes only when every call that it wrote
 * before is answered, so that a script which writes all its requests at once gets all answers.
 */
final class ClientInput extends FilterInputStream {
  /** Bytes of a message; arguments are short. */
  private static final int LONGEST_LINE = 1 << 20;

  /** For so long nothing is under way before the end is taken for one. */
  private static final int QUIET_CHECKS = 4;

  private static final long CHECK_MILLIS = 50;

  private final AtomicInteger calls = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int line;

  ClientInput(InputStream in) {
    super(in);
  }

  /** A call is under way. */
  void begins() {
    calls.incrementAndGet();
  }

  /** It is answered. */
  void ends() {
    calls.decrementAndGet();
  }

  /** Waits for the end. */
  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = in.read(bytes, offset, length);
    for (int i = 0; i < count; i++) {
      line = bytes[offset + i] == '\n' ? 0 : line + 1;
    }
    if (count < 0 || line > LONGEST_LINE) {
      settle();
      ended.countDown();
      return -1;
    }
    return count;
  }

  private void settle() throws IOException {
    try {
      for (int quiet = 0; quiet < QUIET_CHECKS; quiet++) {
        TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
        quiet = calls.get() > 0 ? -1 : quiet;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped while calls were answered", stopped);
    }
  }
}
