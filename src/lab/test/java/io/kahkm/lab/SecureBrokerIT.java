package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.process.EngineProcess;
import io.kahkm.stream.client.EngineException;
import io.kahkm.testing.SecretHunter;
import io.kahkm.testing.SecureBroker;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Every client of the engine against brokers that want TLS and a login, with a secret in every
 * place that takes one, and a look at all that is emitted meanwhile: no secret is in it.
 */
class SecureBrokerIT {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String HTTP_PASSWORD = "http-hush-4715";
  private static final String WRONG_PASSWORD = "wrong-hush-4716";
  private static final String CUSTOM_SECRET = "custom-hush-4717";

  @TempDir private static Path folder;
  private static SecureBroker broker;
  private static Model model;

  private final SecretHunter hunter =
      new SecretHunter(
          SecureBroker.SCRAM_PASSWORD,
          SecureBroker.KEY_PASSWORD,
          SecureBroker.TRUST_PASSWORD,
          HTTP_PASSWORD,
          WRONG_PASSWORD,
          CUSTOM_SECRET);

  @BeforeAll
  static void start() throws Exception {
    broker = SecureBroker.start(folder.resolve("broker"));
    model = TestModels.vanDerPol(5, 1);
    ModelFile.write(model, folder.resolve("model.safetensors"));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static Map<String, String> clients(String login) {
    return login.equals("scram") ? broker.scram() : broker.mutual();
  }

  /** A file as an operator would write it, but for the passwords that a test has to write out. */
  private static Path topology(String name, Map<String, String> kafka) throws Exception {
    Path password =
        Files.writeString(
            folder.resolve(name + ".password"), HTTP_PASSWORD + System.lineSeparator());
    Map<String, String> all = new HashMap<>(kafka);
    all.put("state.dir", folder.resolve(name + "-state").toString());
    all.put("producer.interceptor.api.key", CUSTOM_SECRET);
    String settings =
        all.entrySet().stream()
            .map(entry -> "  " + entry.getKey() + ": '" + entry.getValue() + "'\n")
            .collect(Collectors.joining());
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        name: %s
        model: {file: %s}
        input: {state: [q, p], time: t, episode: run, end: done}
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
        telemetry: {port: 0, user: ops, password-file: %s}
        kafka:
        %s
        """
            .formatted(name, folder.resolve("model.safetensors"), password, settings));
  }

  private static TopologyConfig config(Path topology) throws Exception {
    return TopologyConfig.load(topology, Map.of());
  }

  private Cli run(String words, Path config) {
    Cli result = Lab.words(words + " --client-config " + config);
    hunter.look("output of " + words, result.out() + result.err());
    return result;
  }

  private String http(String address, boolean login) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (login) {
      byte[] credentials = ("ops:" + HTTP_PASSWORD).getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }
    String body = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    hunter.look(address, body);
    return body;
  }

  private List<ConsumerRecord<byte[], byte[]>> read(
      Map<String, String> client, String topic, int least) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList());
      consumer.seekToBeginning(consumer.assignment());
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      long end = System.nanoTime() + LONGEST.toNanos();
      while (records.size() < least && System.nanoTime() < end) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
      for (ConsumerRecord<byte[], byte[]> record : records) {
        byte[] value = record.value() == null ? new byte[0] : record.value();
        hunter.look(topic, new String(value, StandardCharsets.UTF_8) + record.headers());
      }
      return records;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scram", "mutual"})
  void everyClientSpeaksToBrokersThatWantALogin(String login) throws Exception {
    Map<String, String> clients = clients(login);
    Path file = topology(login, clients);
    Path client = SecureBroker.properties(clients, folder.resolve(login + ".properties"));
    String bootstrap = " --bootstrap " + clients.get("bootstrap.servers");
    Path csv =
        Files.writeString(
            folder.resolve(login + ".csv"), "t,q,p,run\n5000,2,0,r\n5020,2,-0.03,r\nx,x,x,x\n");
    hunter.listen();
    try {
      Cli check = Lab.run("check", file.toString());
      assertThat(check.code()).as(check.err()).isZero();
      assertThat(check.out()).contains("security.protocol").contains("********");
      hunter.look("check", check.out() + check.err());

      TopologyConfig config = config(file);
      try (EngineProcess process = EngineProcess.start(config, model, 2)) {
        assertThat(process.engine().awaitRunning(LONGEST)).isTrue();
        Cli simulate =
            run(
                "simulate vanderpol --streams 2 --episodes 4 --episode-length 20 --rate 1000"
                    + " --topic "
                    + login
                    + ".states"
                    + bootstrap,
                client);
        assertThat(simulate.code()).as(simulate.err()).isZero();
        Cli replay =
            run(
                "replay " + csv + " --key-value pump --topic " + login + ".states" + bootstrap,
                client);
        assertThat(replay.code()).as(replay.err()).isZero();

        // Two streams of four episodes of 21 states, and two states more.
        assertThat(read(clients, login + ".forecasts", 2 * 4 * 7 + 1)).hasSize(2 * 4 * 7 + 1);
        assertThat(read(clients, login + ".certificates", 4)).hasSizeGreaterThanOrEqualTo(4);
        assertThat(read(clients, login + ".rejects", 1)).hasSize(1);

        String url = process.url(config);
        assertThat(http(url + "/metrics", true)).contains("kahkm_transitions_total");
        assertThat(http(url + "/api/streams", true)).contains("sensor-01");
        http(url + "/api/streams/sensor-01", true);
        http(url + "/api/streams/sensor-01/history", true);
        http(url + "/api/fleet", true);
        http(url + "/readyz", true);
        http(url + "/", true);
        assertThat(http(url + "/api/streams", false)).doesNotContain("sensor-01");
        assertThat(http(url + "/readyz", false)).isEqualTo("{\"status\":\"ok\"}");
        hunter.look("state", process.engine().detail() + process.engine().description() + config);
      }

      Cli init =
          run(
              "init "
                  + login
                  + ".states --output "
                  + folder.resolve(login + "-draft.yaml")
                  + bootstrap,
              client);
      assertThat(init.code()).as(init.err()).isZero();
      hunter.look("draft", Files.readString(folder.resolve(login + "-draft.yaml")));
    } finally {
      hunter.stop();
    }
    assertThat(hunter.lines()).isGreaterThan(1000);
    assertThat(hunter.found()).isEmpty();
  }

  @Test
  void aWrongPasswordIsSaidAtOnceAndNotRepeated() throws Exception {
    Map<String, String> clients = broker.scram();
    clients.put("sasl.jaas.config", SecureBroker.jaas(WRONG_PASSWORD));
    Path file = topology("wrong", clients);
    Path client = SecureBroker.properties(clients, folder.resolve("wrong.properties"));
    hunter.listen();
    try {
      assertThatThrownBy(() -> EngineProcess.start(config(file), model, 0))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("Authentication failed")
          .hasMessageContaining("sasl.jaas.config")
          .satisfies(refused -> hunter.look("engine", refused.toString()));
      for (String command :
          List.of(
              "simulate vanderpol --topic wrong --bootstrap " + clients.get("bootstrap.servers"),
              "init wrong --output "
                  + folder.resolve("none.yaml")
                  + " --bootstrap "
                  + clients.get("bootstrap.servers"))) {
        Cli refused = run(command, client);
        assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).contains("Authentication failed");
      }
    } finally {
      hunter.stop();
    }
    assertThat(hunter.found()).isEmpty();
  }

  @Test
  void aBrokerOrAClientWithoutATrustedCertificateIsRefused() throws Exception {
    Map<String, String> anonymous = broker.mutual();
    anonymous.keySet().removeIf(name -> name.startsWith("ssl.key"));
    Map<String, String> trustless = broker.scram();
    trustless.keySet().removeIf(name -> name.startsWith("ssl.trust"));

    for (Map<String, String> clients : List.of(anonymous, trustless)) {
      Path file = topology("refused", clients);
      assertThatThrownBy(() -> EngineProcess.start(config(file), model, 0))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("certifi")
          .hasMessageContaining("kafka.ssl.truststore");
    }
  }

  @Test
  void theHuntFindsASecretThatIsLogged() {
    Logger logger = (Logger) LoggerFactory.getLogger("io.kahkm.cli.Leak");
    hunter.listen();
    try {
      Level before = logger.getLevel();
      logger.info("connecting with {}", SecureBroker.jaas(SecureBroker.SCRAM_PASSWORD));
      logger.setLevel(before);
    } finally {
      hunter.stop();
    }
    assertThat(hunter.found()).hasSize(1);
    hunter.look("elsewhere", "x" + HTTP_PASSWORD);
    assertThat(hunter.found()).hasSize(2);
  }
}
