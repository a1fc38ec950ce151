package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentEntry;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An alert says where the machine is and what people call it, if the incident's record does. */
class AlertPlacesTest {
  private static Alert alert(String... parts) {
    ObjectNode json =
        AlertQueueTest.incident("s", 1_790_000_000_000L, 1_790_000_000_000L, false, false)
            .json()
            .deepCopy();
    json.put("since", 1_789_999_990_000L);
    json.putArray("channels").add("map");
    for (int i = 0; i < parts.length; i += 2) {
      json.put(parts[i], parts[i + 1]);
    }
    return new AlertComposer(
            "plant", Optional::empty, new IncidentCurves((path, query) -> Optional.empty()))
        .compose(
            new IncidentEntry.Happening(
                "b/1/x@2026", "b/1/x", 1_790_000_000_000_000_000L, false, Map.of(), json));
  }

  @Test
  void titleAndFactsHaveThem() {
    Alert alert = alert("site", "berlin", "area", "hall-2", "name", "pump-7");

    assertThat(alert.title()).isEqualTo("pump-7 (berlin, hall-2): Unlike the recording");
    assertThat(alert.facts())
        .contains(
            new Alert.Fact("Stream", "b/1/x"),
            new Alert.Fact("Site", "berlin"),
            new Alert.Fact("Area", "hall-2"),
            new Alert.Fact("Name", "pump-7"));
    assertThat(MailText.plain(alert)).contains("Site: berlin\n", "Name: pump-7\n");
    assertThat(AlertBodies.webhook(alert).path("incident").path("site").asText())
        .isEqualTo("berlin");
  }

  @Test
  void withoutThemItIsAsBefore() {
    Alert alert = alert();

    assertThat(alert.title()).isEqualTo("b/1/x: Unlike the recording");
    assertThat(alert.facts())
        .extracting(Alert.Fact::name)
        .containsExactly("Stream", "Since", "Incident");
  }
}
