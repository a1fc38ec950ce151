package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.PeerAddress;
import io.kahkm.telemetry.PeerAnswer;
import io.kahkm.telemetry.StreamOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of several instances as one, whichever of them is asked. */
class FleetPageTest {
  private static ObjectNode page(String rows) {
    String text =
        "{\"total\":%d,\"partitionsHeld\":1,\"conditions\":{\"on\":%d},\"claims\":{},"
            + "\"skill\":{\"judged\":2,\"better\":1,\"lost\":0},\"streams\":[%s]}";
    int count = rows.split("stream", -1).length - 1;
    try {
      return (ObjectNode) new ObjectMapper().readTree(text.formatted(count, count, rows));
    } catch (JsonProcessingException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static String row(String stream, String condition, double severity, double age) {
    return "{\"stream\":\"%s\",\"condition\":\"%s\",\"severity\":%s,\"ageSeconds\":%s}"
        .formatted(stream, condition, severity, age);
  }

  private static ObjectNode one() {
    return page(
        row("a", "on", 0.5, 3) + "," + row("d", "outside", 2, 1) + "," + row("e", "silent", 0, 90));
  }

  private static ObjectNode other() {
    return page(
        row("b", "on", 0.9, 30)
            + ","
            + row("c", "outside", 5, 2.0004)
            + ","
            + row("f", "on", 0, 2));
  }

  private static PeerAnswer answer(int port, ObjectNode page) {
    return PeerAnswer.of(new PeerAddress("peer", port), page);
  }

  private static List<String> streams(ObjectNode page) {
    return StreamSupport.stream(page.path("streams").spliterator(), false)
        .map(row -> row.path("stream").asText())
        .toList();
  }

  private static ObjectNode merged(
      ObjectNode own, int limit, StreamOrder order, ObjectNode... peers) {
    List<PeerAnswer> answers = new ArrayList<>();
    for (ObjectNode peer : peers) {
      answers.add(answer(1 + answers.size(), peer));
    }
    FleetPage.merge(own, "own:1", answers, limit, order);
    return own;
  }

  @ParameterizedTest
  @CsvSource({
    "ID, a b c d e f",
    // Silent for longest first.
    "AGE, e b a c f d",
    "SEVERITY, c d b a e f",
    // Alarms by their severity, everything else by name.
    "ATTENTION, c d e a b f"
  })
  void sortsTheRowsOfAllInstances(StreamOrder order, String expected) {
    List<String> names = List.of(expected.split(" "));

    assertThat(streams(merged(one(), 10, order, other()))).isEqualTo(names);
    assertThat(streams(merged(other(), 10, order, one()))).as("asked there").isEqualTo(names);
    assertThat(streams(merged(one(), 2, order, other()))).isEqualTo(names.subList(0, 2));
  }

  /** On one instance and over several: the same streams in the same order. */
  @ParameterizedTest
  @EnumSource(StreamOrder.class)
  void rowsOfTheApiAreSortedAsTheStreamsThatTheyAreOf(StreamOrder order) {
    StreamOrder.Place longest = new StreamOrder.Place(null, "z", 5, 0, 1_000);
    StreamOrder.Place lately = new StreamOrder.Place(null, "y", 5, 0, 60_000);
    ObjectNode page = merged(page(row("z", "on", 0, 59)), 9, order, page(row("y", "on", 0, 0)));

    assertThat(streams(page).get(0))
        .isEqualTo(order.comparator().compare(longest, lately) < 0 ? "z" : "y");
  }

  @Test
  void aStreamThatMovedIsShownAsWhoeverHeardOfItLastSays() {
    ObjectNode before = page(row("a", "outside", 2, 70));
    ObjectNode now = page(row("a", "on", 0.1, 2));

    assertThat(merged(before.deepCopy(), 9, StreamOrder.ID, now).path("streams"))
        .singleElement()
        .satisfies(row -> assertThat(row.path("condition").asText()).isEqualTo("on"));
    assertThat(merged(now.deepCopy(), 9, StreamOrder.ID, before).path("streams"))
        .singleElement()
        .satisfies(row -> assertThat(row.path("condition").asText()).isEqualTo("on"));
  }

  @Test
  void addsUpWhatEachInstanceCounts() {
    ObjectNode page = merged(one(), 9, StreamOrder.ID, other(), page(row("g", "on", 0, 1)));

    assertThat(page.path("total").asInt()).isEqualTo(7);
    assertThat(page.path("partitionsHeld").asInt()).isEqualTo(3);
    assertThat(page.path("conditions").path("on").asInt()).isEqualTo(7);
    assertThat(page.path("skill").toString()).isEqualTo("{\"judged\":6,\"better\":3,\"lost\":0}");
    assertThat(page.path("instances")).hasSize(3);
    assertThat(page.path("instances").get(0).path("total").asInt()).as("its own").isEqualTo(3);
    assertThat(page.path("instances").get(2).path("address").asText()).isEqualTo("peer:2");
    assertThat(page.has("more")).isFalse();
  }

  @Test
  void saysWhereTheNextPageBeginsOnlyWhereThereIsOne() {
    ObjectNode cut = merged(one(), 4, StreamOrder.ID, other());
    assertThat(cut.path("more").asBoolean()).isTrue();
    assertThat(cut.path("next").asText()).isEqualTo("d");
    ObjectNode whole = merged(one(), 6, StreamOrder.ID, other());
    assertThat(whole.has("more")).isFalse();
    assertThat(whole.has("next")).isFalse();
    assertThat(merged(one(), 4, StreamOrder.AGE, other()).has("next")).isFalse();
    ObjectNode further = other();
    further.put("more", true);
    assertThat(merged(one(), 6, StreamOrder.ID, further).path("next").asText()).isEqualTo("f");
    ObjectNode last = page(row("g", "on", 0, 1));
    assertThat(merged(one(), 7, StreamOrder.ID, further, last).path("more").asBoolean())
        .as("the first of two others has more")
        .isTrue();
    ObjectNode own = one();
    own.put("more", true);
    assertThat(merged(own, 7, StreamOrder.ID, other(), last).path("more").asBoolean()).isTrue();
  }

  @Test
  void streamsThatFoundNoGroupAreAddedUp() {
    ObjectNode own = one();
    own.putArray("groups");
    own.put("groupsMore", 2);
    ObjectNode others = other();
    others.putArray("groups");
    others.put("groupsMore", 3);

    ObjectNode page = merged(own, 9, StreamOrder.ID, others);

    assertThat(page.path("groupsMore").asInt()).isEqualTo(5);
  }
}
