package io.kahkm.stream;

import io.kahkm.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedEngineIT extends AbstractEngineIT {
  @TempDir private static Path brokerDirectory;

  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(brokerDirectory, Map.of());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Override
  Cluster cluster() {
    return new Cluster(broker.bootstrapServers());
  }
}
