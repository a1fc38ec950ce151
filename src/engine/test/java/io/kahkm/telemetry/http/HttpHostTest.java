package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.engine.Peers;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A port without a login, asked under names of strangers (DNS rebinding). */
class HttpHostTest {
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    endpoint = open(Optional.empty());
  }

  private static HttpEndpoint open(Optional<BasicLogin> login) throws IOException {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, new Scenario.StandingClock());
    return HttpEndpoint.start(
        "127.0.0.1",
        0,
        telemetry,
        new HealthStub(),
        new HttpEndpoint.Access(login, Set.of("Engine.plant.example")),
        Peers.NONE);
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private String get(String path, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      String header = host == null ? "" : "Host: " + host + "\r\n";
      String request = "GET " + path + " HTTP/1.0\r\n" + header + "\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attacker.example",
        "attacker.example:9464",
        "localhost.attacker.example",
        "127.0.0.1.attacker.example",
        "engine.plant.example.attacker.example",
        "",
        "a b",
        "[attacker.example]",
        "1.2.3.4.5"
      })
  void refusesForeignNames(String host) throws Exception {
    for (String path : new String[] {"/", "/metrics", "/api/streams", "/nothing"}) {
      assertThat(get(path, host)).startsWith("HTTP/1.1 421").contains("telemetry.advertised");
    }
    assertThat(get("/readyz", host))
        .startsWith("HTTP/1.1 200")
        .contains("\"status\":\"ok\"")
        .doesNotContain("partitions");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:9464",
        "localhost.",
        "127.0.0.1:9464",
        "192.0.2.7:9464",
        "[::1]:9464",
        "engine.plant.example",
        "ENGINE.plant.example.:9464"
      })
  void answersUnderItsOwnNames(String host) throws Exception {
    assertThat(get("/metrics", host)).startsWith("HTTP/1.1 200");
  }

  /** A browser sends a login only to the host that it was given for. */
  @ParameterizedTest
  @ValueSource(strings = {"attacker.example", "localhost"})
  void asksForTheLoginUnderAnyName(String host) throws Exception {
    endpoint.close();
    endpoint = open(Optional.of(new BasicLogin("ops", "word")));
    assertThat(get("/metrics", host)).startsWith("HTTP/1.1 401");
  }
}
