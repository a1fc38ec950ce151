package io.kahkm.cli.assistant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a client writes: bounded lines, and an end that comes only when every request that it wrote
 * before is answered, so that a script which writes all its requests at once gets all answers.
 * Thread-safe.
 */
final class ClientInput extends FilterInputStream {
  /** Bytes of a message; arguments are short. */
  private static final int LONGEST_LINE = 1 << 20;

  /** For so long no tool works before requests that were not answered are taken to be never. */
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final long longestPause;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Line written = new Line();
  private int calls;
  private long unanswered;

  /** Calls that ended, and answers. */
  private long changes;

  ClientInput(InputStream in) {
    this(in, LONGEST_PAUSE_MILLIS);
  }

  ClientInput(InputStream in, long longestPauseMillis) {
    super(in);
    longestPause = longestPauseMillis;
  }

  /** A line of either side, as far as it came. */
  private static final class Line {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Takes a byte; the message where it is the last one, else nothing. */
    private JsonNode take(byte next) {
      if (next != '\n') {
        bytes.write(next);
        return MAPPER.missingNode();
      }
      byte[] whole = bytes.toByteArray();
      bytes.reset();
      try {
        return MAPPER.readTree(whole);
      } catch (IOException unreadable) {
        return MAPPER.missingNode();
      }
    }

    private boolean isTooLong() {
      return bytes.size() > LONGEST_LINE;
    }
  }

  /** A call is under way. */
  synchronized void begins() {
    calls++;
  }

  /** It is answered. */
  synchronized void ends() {
    calls--;
    changed();
  }

  private synchronized void answered() {
    unanswered--;
    changed();
  }

  private void changed() {
    changes++;
    notifyAll();
  }

  /** Waits for the end. */
  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /**
   * What is answered.
   *
   * @param out takes the answers
   * @return the same, watched
   */
  OutputStream answers(OutputStream out) {
    return new FilterOutputStream(out) {
      private final Line line = new Line();

      @Override
      public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
      }

      @Override
      public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        for (int i = 0; i < length; i++) {
          JsonNode message = line.take(bytes[offset + i]);
          if (message.has("id") && !message.has("method")) {
            answered();
          }
        }
      }
    };
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
      JsonNode message = written.take(bytes[offset + i]);
      if (message.has("id") && message.has("method")) {
        asked();
      }
    }
    if (count < 0 || written.isTooLong()) {
      settle();
      ended.countDown();
      return -1;
    }
    return count;
  }

  private synchronized void asked() {
    unanswered++;
  }

  /** Waits until all is answered, or for long no tool worked and no answer came. */
  private synchronized void settle() throws IOException {
    try {
      long changed = changes;
      long since = System.nanoTime();
      while (unanswered > 0) {
        long left = longestPause - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        if (left <= 0 && calls == 0) {
          return;
        }
        wait(left <= 0 ? longestPause : left);
        if (changes != changed) {
          changed = changes;
          since = System.nanoTime();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped while calls were answered", stopped);
    }
  }
}
