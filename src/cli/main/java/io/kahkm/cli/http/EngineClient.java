package io.kahkm.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.telemetry.http.BasicLogin;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP interface of a running engine, read with the login of its topology file. Thread-safe.
 */
public final class EngineClient {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int UNAUTHORIZED = 401;

  /** A page of a thousand streams of a hundred sensors has about a tenth of it. */
  private static final int MOST_BYTES = 64 << 20;

  private final String base;
  private final Optional<String> authorization;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * Nothing is asked yet.
   *
   * @param url address of any instance; null for this machine at the file's {@code telemetry.port}
   * @param config the topology file, for port and login
   */
  public EngineClient(@Nullable String url, TopologyConfig config) {
    base = url == null ? "http://127.0.0.1:" + config.telemetry().port() : url;
    authorization =
        config
            .telemetry()
            .login()
            .map(login -> BasicLogin.authorization(login.user(), login.password().reveal()));
  }

  /**
   * The address that is asked.
   *
   * @return without a path
   */
  public String base() {
    return base;
  }

  private static String hint(HttpResponse<?> answer) {
    return answer.statusCode() == UNAUTHORIZED
        ? ": the engine wants another login than telemetry.user and telemetry.password of the"
            + " topology file"
        : "";
  }

  /**
   * Asks.
   *
   * @param path with parameters, beginning with a slash
   * @return the answer
   * @throws UsageException if the address is none
   * @throws DataException if no engine answers, or not with 200
   * @throws IOException if the thread is interrupted meanwhile
   */
  public JsonNode get(String path) throws IOException {
    String address = base + path;
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(address))
              .timeout(PATIENCE)
              .header("Accept", "application/json");
      authorization.ifPresent(value -> request.header("Authorization", value));
      HttpResponse<InputStream> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        if (answer.statusCode() != 200) {
          throw new DataException(address + " answered " + answer.statusCode() + hint(answer));
        }
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
          throw new DataException(
              String.format("%s answered with more than %,d bytes", address, MOST_BYTES));
        }
        return MAPPER.readTree(bytes);
      }
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--url " + address + " is not a valid URL: " + wrong.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped while waiting for " + address, stopped);
    } catch (IOException unreachable) {
      throw new DataException(
          "no engine answers at " + address + "; start it, or name another with --url");
    }
  }
}
