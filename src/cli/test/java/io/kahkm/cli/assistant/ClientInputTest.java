package io.kahkm.cli.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClientInputTest {
  private static final long NEVER = TimeUnit.MINUTES.toMillis(10);

  private static ClientInput of(String text, long longestPause) {
    return new ClientInput(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), longestPause);
  }

  /** Reads to the end on a thread of its own. */
  private static CompletableFuture<String> read(ClientInput input) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException failure) {
            throw new IllegalStateException(failure);
          }
        });
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** However slow the machine is, the end waits for the last answer and for nothing else. */
  @Test
  void endsWhenEveryRequestIsAnswered() throws Exception {
    String asked =
        "{\"id\": 1, \"method\": \"a\"}\n{\"method\": \"told\"}\n{\"id\": 2, \"method\": \"b\"}\n";
    ClientInput input = of(asked, NEVER);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    OutputStream out = input.answers(sent);
    CompletableFuture<String> read = read(input);

    write(out, "{\"id\": 1, \"result\": {}}\n{\"id\": 7, \"method\": \"ask\"}\nnot JSON\n");
    write(out, "{\"id\": 2, ");
    assertThat(read).isNotDone();
    write(out, "\"error\": {}}\n");

    assertThat(read.get(1, TimeUnit.MINUTES)).isEqualTo(asked);
    input.awaitEnd();
    assertThat(sent.toString(StandardCharsets.UTF_8)).contains("\"id\": 2, \"error\"");
  }

  @Test
  void endsAtOnceWhereNothingWasAsked() throws Exception {
    String told = "{\"method\": \"told\"}\nnot JSON\n\n{\"id\": 1, \"result\": {}}\n";

    assertThat(read(of(told, NEVER)).get(1, TimeUnit.MINUTES)).isEqualTo(told);
  }

  /** The tool's work is waited for, and the pause begins anew when it is done. */
  @Test
  void endsAfterAPauseWhereNoToolWorksAndNoAnswerComes() throws Exception {
    String asked = "{\"id\": 1, \"method\": \"a\"}\n";
    assertThat(read(of(asked, 1)).get(1, TimeUnit.MINUTES)).isEqualTo(asked);

    ClientInput input = of(asked, 1);
    input.begins();
    CompletableFuture<String> read = read(input);
    // Many times the pause, so that an end that does not wait for the tool would have come.
    read.completeOnTimeout("still under way", 200, TimeUnit.MILLISECONDS);
    assertThat(read.get(1, TimeUnit.MINUTES)).isEqualTo("still under way");
    input.ends();
    input.awaitEnd();
  }

  @Test
  void aLineWithoutEndIsTheEnd() throws Exception {
    ClientInput input = of("x".repeat(3 << 20), NEVER);

    assertThat(read(input).get(1, TimeUnit.MINUTES).length()).isBetween(1 << 20, (1 << 20) + 8192);
    input.awaitEnd();
  }
}
