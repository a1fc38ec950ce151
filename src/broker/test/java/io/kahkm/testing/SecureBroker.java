package io.kahkm.testing;

import io.kahkm.broker.EmbeddedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * An embedded broker that speaks TLS: one listener wants SCRAM-SHA-512, another a client's
 * certificate. Its keys are made by keytool when it starts. A third listener without either serves
 * the broker itself and the test's own preparations.
 */
public final class SecureBroker implements AutoCloseable {
  /** Password of the user that SCRAM knows. */
  public static final String SCRAM_PASSWORD = "scram-hush-4711";

  /** Password of the client's key. */
  public static final String KEY_PASSWORD = "keystore-hush-4712";

  /** Password of the client's list of those it trusts. */
  public static final String TRUST_PASSWORD = "truststore-hush-4713";

  /** The SCRAM user. */
  public static final String USER = "engine";

  private static final String BROKER_PASSWORD = "broker-hush-4714";
  private static final String PKCS12 = "PKCS12";

  private final Path directory;
  private final int[] ports;
  private final EmbeddedBroker broker;

  private SecureBroker(Path directory, int[] ports, EmbeddedBroker broker) {
    this.directory = directory;
    this.ports = ports;
    this.broker = broker;
  }

  /** Makes the keys and starts the broker. */
  public static SecureBroker start(Path directory) throws Exception {
    return start(directory, Map.of());
  }

  /** The same with settings of the broker's besides. */
  public static SecureBroker start(Path directory, Map<String, String> besides) throws Exception {
    Files.createDirectories(directory);
    keyPair(directory, "broker", BROKER_PASSWORD);
    keyPair(directory, "client", KEY_PASSWORD);
    trust(directory, "client", "broker", BROKER_PASSWORD, TRUST_PASSWORD);
    trust(directory, "broker", "client", KEY_PASSWORD, BROKER_PASSWORD);
    int[] ports = freePorts(4);
    Map<String, String> settings = new HashMap<>();
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:%d,SCRAM://127.0.0.1:%d,MUTUAL://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
            .formatted(ports[0], ports[1], ports[2], ports[3]));
    settings.put(
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,SCRAM:SASL_SSL,MUTUAL:SSL,CONTROLLER:PLAINTEXT");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + ports[3]);
    settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
    settings.put(
        "listener.name.scram.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    settings.put("listener.name.mutual.ssl.client.auth", "required");
    settings.put("ssl.keystore.location", directory.resolve("broker.p12").toString());
    settings.put("ssl.keystore.password", BROKER_PASSWORD);
    settings.put("ssl.keystore.type", PKCS12);
    settings.put("ssl.truststore.location", directory.resolve("broker.trust.p12").toString());
    settings.put("ssl.truststore.password", BROKER_PASSWORD);
    settings.put("ssl.truststore.type", PKCS12);
    settings.putAll(besides);
    EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("data"), settings);
    SecureBroker secure = new SecureBroker(directory, ports, broker);
    try (Admin admin = secure.admin()) {
      admin
          .alterUserScramCredentials(
              List.of(
                  new UserScramCredentialUpsertion(
                      USER,
                      new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096),
                      SCRAM_PASSWORD)))
          .all()
          .get();
    }
    return secure;
  }

  /** Where no login is asked for. */
  public String plain() {
    return "127.0.0.1:" + ports[0];
  }

  /** What whoever needs no login may do at the broker; closed by the caller. */
  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", plain()));
  }

  /** Makes topics of one partition. */
  public void createTopics(Collection<String> names, Map<String, String> settings)
      throws Exception {
    try (Admin admin = admin()) {
      admin
          .createTopics(
              names.stream()
                  .map(name -> new NewTopic(name, 1, (short) 1).configs(settings))
                  .toList())
          .all()
          .get();
    }
  }

  /** What a client needs for SCRAM over TLS, {@code bootstrap.servers} included. */
  public Map<String, String> scram() {
    Map<String, String> settings = trusting(ports[1]);
    settings.put("security.protocol", "SASL_SSL");
    settings.put("sasl.mechanism", "SCRAM-SHA-512");
    settings.put("sasl.jaas.config", jaas(SCRAM_PASSWORD));
    return settings;
  }

  /** The login of the SCRAM user. */
  public static String jaas(String password) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
        .formatted(USER, password);
  }

  /** What a client needs for mutual TLS, {@code bootstrap.servers} included. */
  public Map<String, String> mutual() {
    Map<String, String> settings = trusting(ports[2]);
    settings.put("security.protocol", "SSL");
    settings.put("ssl.keystore.location", directory.resolve("client.p12").toString());
    settings.put("ssl.keystore.password", KEY_PASSWORD);
    settings.put("ssl.key.password", KEY_PASSWORD);
    settings.put("ssl.keystore.type", PKCS12);
    return settings;
  }

  private Map<String, String> trusting(int port) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("bootstrap.servers", "127.0.0.1:" + port);
    settings.put("ssl.truststore.location", directory.resolve("client.trust.p12").toString());
    settings.put("ssl.truststore.password", TRUST_PASSWORD);
    settings.put("ssl.truststore.type", PKCS12);
    return settings;
  }

  /** Writes settings but for the servers as a properties file, as {@code --client-config} takes. */
  public static Path properties(Map<String, String> settings, Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.remove("bootstrap.servers");
    try (var writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      properties.store(writer, null);
    }
    return file;
  }

  private static void keyPair(Path directory, String name, String password) throws Exception {
    keytool(
        directory,
        "-genkeypair -alias %1$s -keyalg EC -groupname secp256r1 -dname CN=%1$s -ext SAN=ip:127.0.0.1 -validity 2 -storetype PKCS12 -keystore %1$s.p12 -storepass %2$s"
            .formatted(name, password));
  }

  private static void trust(
      Path directory, String who, String whom, String whomPassword, String password)
      throws Exception {
    keytool(
        directory,
        "-exportcert -alias %1$s -keystore %1$s.p12 -storepass %2$s -file %1$s.cer"
            .formatted(whom, whomPassword));
    keytool(
        directory,
        "-importcert -noprompt -alias %1$s -file %1$s.cer -storetype PKCS12 -keystore %2$s.trust.p12 -storepass %3$s"
            .formatted(whom, who, password));
  }

  private static void keytool(Path directory, String arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-Xmx64m"));
    command.addAll(List.of(arguments.split(" ")));
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("keytool " + arguments + ": " + output);
    }
  }

  private static int[] freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      int[] ports = new int[count];
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket);
        ports[i] = socket.getLocalPort();
      }
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    broker.close();
  }
}
