package io.kahkm.decode.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** An answer over HTTP is read up to its limit and no further. */
class BoundedBodyTest {
  private final AtomicLong requested = new AtomicLong();
  private boolean cancelled;

  private BoundedBody body(int most, String... parts) {
    BoundedBody body = new BoundedBody(most);
    body.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long count) {
            requested.addAndGet(count);
          }

          @Override
          public void cancel() {
            cancelled = true;
          }
        });
    for (String part : parts) {
      body.onNext(List.of(ByteBuffer.wrap(part.getBytes(UTF_8))));
    }
    return body;
  }

  private static CompletableFuture<byte[]> read(BoundedBody body) {
    return body.getBody().toCompletableFuture();
  }

  @Test
  void asManyBytesAsTheLimitAreRead() {
    BoundedBody body = body(5, "abc", "de");
    assertThat(read(body)).isNotDone();
    body.onComplete();

    assertThat(new String(read(body).join(), UTF_8)).isEqualTo("abcde");
    assertThat(requested).hasValue(Long.MAX_VALUE);
    assertThat(cancelled).isFalse();
  }

  @Test
  void oneMoreEndsTheConnection() {
    BoundedBody body = body(5, "abc", "def");

    assertThat(read(body))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(BoundedBody.TooLongException.class);
    assertThat(cancelled).isTrue();
  }

  @Test
  void aBrokenConnectionIsAFailure() {
    BoundedBody body = body(5, "abc");
    body.onError(new IOException("reset"));

    assertThat(read(body))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("reset");
  }
}
