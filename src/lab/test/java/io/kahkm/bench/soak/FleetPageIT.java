package io.kahkm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three instances as processes of their own: any page shows all streams, also after a kill. */
class FleetPageIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> ALL = List.of("a", "b", "c");

  @TempDir private Path directory;

  private static JsonNode page(Site site, String name) throws InterruptedException {
    return site.engine(name)
        .get("/api/streams?order=attention")
        .map(FleetPageIT::json)
        .orElse(null);
  }

  private static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException broken) {
      throw new IllegalStateException("the page is no JSON: " + text, broken);
    }
  }

  private static Set<String> streams(JsonNode page) {
    Set<String> ids = new TreeSet<>();
    page.path("streams").forEach(row -> ids.add(row.path("stream").asText()));
    return ids;
  }

  private static boolean whole(JsonNode page, int instances) {
    return page != null
        && streams(page).size() == Feeder.STREAMS
        && page.path("instances").size() == instances
        && page.path("instances").findValues("problem").isEmpty()
        && page.path("partitionsHeld").equals(page.path("partitionsTotal"));
  }

  @Test
  @Tag("full")
  void anyPageShowsTheWholeFleetAndSaysWhatWasLost() throws Exception {
    SoakTopology topology =
        new SoakTopology(
            "page",
            1,
            OptionalLong.empty(),
            0.1,
            0.05,
            Load.ROWS,
            SoakTopology.INPUT,
            true,
            Soak.QUICK_TAKEOVER);
    try (Site site =
        new Site(
            directory,
            topology,
            5,
            1,
            BrokerPlan.one(Map.of()),
            file -> TestModels.vanDerPol(6, 1))) {
      site.ensure("a", "b", "c");
      site.feeder().resume();
      for (String name : ALL) {
        site.await("the page of " + name + " shows all", () -> whole(page(site, name), 3));
      }
      Set<String> streams = streams(page(site, "a"));
      for (String stream : streams) {
        String path = "/api/streams/" + stream;
        site.await(path, () -> site.engine("a").get(path).isPresent());
        site.await(path + "/history", () -> site.engine("c").get(path + "/history").isPresent());
      }

      // What is lost is named until its partitions have a new owner.
      String lost = page(site, "b").path("instances").path(0).path("address").asText();
      site.engine("b").kill();
      JsonNode[] asked = new JsonNode[1];
      site.await(
          "a names the instance that is gone",
          () -> {
            asked[0] = page(site, "a");
            return asked[0] != null && !asked[0].findValues("problem").isEmpty();
          });
      JsonNode bereft = asked[0];
      assertThat(bereft.path("instances").findValuesAsText("address")).contains(lost);
      assertThat(bereft.path("instances").findValuesAsText("problem"))
          .containsExactly("cannot be reached");
      assertThat(streams(bereft)).hasSizeLessThan(streams.size());
      for (String name : List.of("a", "c")) {
        site.await("the page of " + name + " is whole again", () -> whole(page(site, name), 2));
        assertThat(streams(page(site, name))).isEqualTo(streams);
      }
      Verified verified = site.settle();
      assertThat(verified.tally().lost()).isZero();
      assertThat(verified.tally().doubled()).isZero();
      assertThat(verified.tally().wrong()).isZero();
      assertThat(verified.tally().compared()).isPositive();
    }
  }
}
