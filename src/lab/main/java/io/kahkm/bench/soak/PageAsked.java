package io.kahkm.bench.soak;

import static io.kahkm.bench.soak.InstanceFault.FIRST;
import static io.kahkm.bench.soak.InstanceFault.SECOND;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** An instance dies while the pages of its streams are asked of the other. */
final class PageAsked implements EngineFault {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PAGE = "/api/streams?order=attention";

  /** An engine may know a stream no more or not yet; it may not fail. */
  private static final int SERVER_ERROR = 500;

  @Override
  public String label() {
    return "page-asked";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(FIRST, SECOND);
    Set<String> streams = site.checker().snapshots().keySet();
    RunProcess victim = site.victim(random).engine();
    RunProcess asked = site.engine(victim.name().equals(FIRST) ? SECOND : FIRST);
    site.await("the page is whole", () -> whole(page(asked), streams));
    long inFlight = site.inFlight();
    long start = System.nanoTime();
    victim.kill();
    boolean[] named = new boolean[1];
    site.await(
        "the page is whole again",
        () -> {
          for (String stream : streams) {
            answer(asked, "/api/streams/" + stream);
          }
          JsonNode page = page(asked);
          named[0] |= !page.findValues("problem").isEmpty();
          return whole(page, streams);
        });
    Duration recovery = Duration.ofNanos(System.nanoTime() - start);
    if (!named[0]) {
      throw new IllegalStateException("no page named the instance that was gone");
    }
    String log = asked.log();
    site.ensure(FIRST, SECOND);
    return new FaultObservation(inFlight, recovery, log);
  }

  private static JsonNode page(RunProcess asked) throws InterruptedException {
    String page = answer(asked, PAGE);
    try {
      return MAPPER.readTree(page);
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("the page is no JSON: " + page, broken);
    }
  }

  private static String answer(RunProcess asked, String path) throws InterruptedException {
    RunProcess.Answer answer =
        asked
            .ask(path)
            .orElseThrow(() -> new IllegalStateException(path + " is not answered in time"));
    if (answer.status() >= SERVER_ERROR) {
      throw new IllegalStateException(path + " is answered with " + answer);
    }
    return answer.body();
  }

  private static boolean whole(JsonNode page, Set<String> streams) {
    Set<String> shown = new TreeSet<>();
    page.path("streams").forEach(row -> shown.add(row.path("stream").asText()));
    return shown.containsAll(streams)
        && page.path("partitionsHeld").equals(page.path("partitionsTotal"))
        && page.findValues("problem").isEmpty();
  }
}
