package io.kahkm.stream;

import static org.assertj.core.api.Assumptions.assumeThat;

import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/**
 * The same on Apache Kafka's own image, of the version of the clients, where there is a Docker
 * engine; skipped elsewhere.
 */
class ContainerEngineIT extends AbstractEngineIT {
  private static KafkaContainer container;

  @BeforeAll
  static void start() {
    assumeThat(DockerClientFactory.instance().isDockerAvailable())
        .as("no Docker engine here: the tests of the apache/kafka image are skipped")
        .isTrue();
    container = new KafkaContainer("apache/kafka:" + AppInfoParser.getVersion());
    container.start();
  }

  @AfterAll
  static void stop() {
    if (container != null) {
      container.stop();
    }
  }

  @Override
  Cluster cluster() {
    return new Cluster(container.getBootstrapServers());
  }
}
