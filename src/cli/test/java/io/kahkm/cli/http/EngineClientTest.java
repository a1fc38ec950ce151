package io.kahkm.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.EngineOption;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is asked of an engine, and what is said where it answers something else. */
class EngineClientTest {
  private HttpServer server;
  private String body = "{\"ready\": true}";
  private int status = 200;

  /** What is written before the body, so that answers can be longer than is kept here. */
  private int megabytes;

  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          asked.add(String.valueOf(exchange.getRequestHeaders().getFirst("Accept")));
          asked.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.sendResponseHeaders(status, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < megabytes; i++) {
              out.write(blanks);
            }
            out.write(body.getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private TopologyConfig config(String login) throws Exception {
    return TopologyConfig.parse(
        "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}\ntelemetry: {port: "
            + server.getAddress().getPort()
            + login
            + "}\n",
        "plant.yaml",
        Map.of("PASSWORD", "a-long-password"));
  }

  private String here() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void thisMachineIsAskedAtThePortOfTheFileUnlessAnotherIsNamed() throws Exception {
    EngineClient plain = new EngineClient(null, config(""));
    assertThat(plain.base()).isEqualTo(here());
    assertThat(plain.get("/api/streams?limit=1").path("ready").asBoolean()).isTrue();
    EngineOption other =
        CommandLine.populateCommand(new EngineOption(), "--url", "http://pump-host:80");
    assertThat(other.api(config("")).base()).isEqualTo("http://pump-host:80");
    assertThat(CommandLine.populateCommand(new EngineOption()).api(config("")).base())
        .isEqualTo(here());
    assertThat(asked).containsExactly("/api/streams?limit=1", "application/json", "null");
  }

  @Test
  void theLoginOfTheFileIsGiven() throws Exception {
    new EngineClient(here(), config(", user: ann, password: \"${PASSWORD}\"")).get("/x");
    assertThat(asked.get(2))
        .isEqualTo(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString("ann:a-long-password".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void anotherAnswerIsToldWithItsAddress() throws Exception {
    EngineClient client = new EngineClient(null, config(""));
    status = 404;
    assertThatThrownBy(() -> client.get("/a"))
        .isInstanceOf(DataException.class)
        .hasMessage(here() + "/a answered 404");
    status = 401;
    assertThatThrownBy(() -> client.get("/a"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            here()
                + "/a answered 401: the engine wants another login than telemetry.user and"
                + " telemetry.password of the topology file");
  }

  @Test
  void anAnswerMayHaveSixtyFourMegabytesAndNoMore() throws Exception {
    EngineClient client = new EngineClient(null, config(""));
    megabytes = 64;
    body = "";
    assertThat(client.get("/a").isMissingNode()).as("nothing but blanks").isTrue();
    body = "1";
    assertThatThrownBy(() -> client.get("/a"))
        .isInstanceOf(DataException.class)
        .hasMessage(here() + "/a answered with more than 67,108,864 bytes");
  }

  @Test
  void anAddressThatIsNoneOrWhereNobodyAnswersIsTold() throws Exception {
    TopologyConfig config = config("");
    assertThatThrownBy(() -> new EngineClient("pump host", config).get("/a"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--url pump host/a is not a valid URL: ");
    server.stop(0);
    assertThatThrownBy(() -> new EngineClient(null, config).get("/a"))
        .isInstanceOf(DataException.class)
        .hasMessage("no engine answers at " + here() + "/a; start it, or name another with --url");
  }

  @Test
  void anInterruptedThreadStaysInterrupted() throws Exception {
    EngineClient client = new EngineClient(null, config(""));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> client.get("/a"))
        .isInstanceOf(IOException.class)
        .hasMessage("stopped while waiting for " + here() + "/a");
    assertThat(Thread.interrupted()).isTrue();
  }
}
