package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoWordsTest {
  private static TopologyConfig topology(String name) throws Exception {
    return TopologyConfig.load(Path.of("topologies", name + ".yaml"), Map.of());
  }

  @Test
  void showsOneLineForAllStreamsOnlyWhereTheyAreCertifiedTogether() throws Exception {
    assertThat(DemoWords.fleet(topology("fleet"), Optional.empty()))
        .hasValue("fleet: first window open");
    assertThat(DemoWords.fleet(topology("vanderpol"), Optional.empty())).isEmpty();
  }

  @Test
  void namesTheUnitsOfAWindow() throws Exception {
    assertThat(DemoWords.introduction("fleet", topology("fleet"), "broker:1", "http://x"))
        .contains("window of 100 streams, level 0.05")
        .contains("whole streams");
    assertThat(DemoWords.introduction("vanderpol", topology("vanderpol"), "broker:1", "http://x"))
        .contains("window of 200 episodes");
  }

  @Test
  void saysHowToSeeAndMarkIncidentsWhereThereIsATopicOfThem() throws Exception {
    assertThat(DemoWords.introduction("pumps", topology("pumps"), "broker:1", "http://x"))
        .contains("./kahkm incidents pumps --set kafka.bootstrap.servers=broker:1")
        .contains("./kahkm mark pumps INCIDENT fault --note seen --set kafka.");
    assertThat(DemoWords.introduction("tags", topology("tags"), "broker:1", "http://x"))
        .doesNotContain("./kahkm incidents");
  }
}
