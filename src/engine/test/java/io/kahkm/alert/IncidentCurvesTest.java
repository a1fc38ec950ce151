package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentEntry.Happening;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Which curves an alert shows, and that they are drawn. */
class IncidentCurvesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long START = 1_790_000_000_000L;
  private static final String PATH = "/api/streams/pump%20b";

  private final Map<String, ObjectNode> answers = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final IncidentCurves curves =
      new IncidentCurves(
          (path, query) -> {
            asked.add(path + "?" + query);
            return Optional.ofNullable(answers.get(path + "?" + query));
          });

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    } catch (java.io.IOException wrong) {
      throw new java.io.UncheckedIOException(wrong);
    }
  }

  private void map() {
    answers.put(
        "/api/streams?limit=1",
        json(
            "{'map':{'sensors':['flow','vibration','current'],'units':{'vibration':'mm/s'},"
                + "'usual':[[1,3],[0.5,1.5],null]}}"));
  }

  /** Readings of three sensors a second apart; the second one rises from a moment on. */
  private static ObjectNode readings(String key, String values, int count, int from, int length) {
    ObjectNode json = MAPPER.createObjectNode();
    ObjectNode readings = json.putObject(key);
    ArrayNode times = readings.putArray("time");
    ArrayNode sensors = readings.putArray(values);
    for (int i = 0; i < 3; i++) {
      sensors.addArray();
    }
    for (int k = 0; k < count; k++) {
      times.add(START + 1000L * length * (k - count));
      ((ArrayNode) sensors.get(0)).add(2 + Math.sin(k / 9.0));
      ((ArrayNode) sensors.get(1)).add(k < from ? 1 + 0.3 * Math.cos(k) : 1 + 0.05 * (k - from));
      if (k % 50 == 7) {
        ((ArrayNode) sensors.get(2)).addNull();
      } else {
        ((ArrayNode) sensors.get(2)).add(5);
      }
    }
    return json;
  }

  private static Happening incident(long since, long updated, String sensors, String faults) {
    ObjectNode json =
        json(
            "{'kind':'incident','incident':'x','stream':'pump b','opened':%d,'since':%d,'updated':%d,'sensors':[%s],'faults':[%s]}"
                .formatted(since, since, updated, sensors, faults));
    return new Happening("x", "pump b", since * 1_000_000, false, Map.of(), json);
  }

  private static Happening incident(long since) {
    return incident(
        since,
        START,
        "{'name':'flow','share':0.3},{'name':'vibration','share':0.6}",
        "{'sensor':'vibration'}");
  }

  @Test
  void thoseAtFaultComeFirstWithUnitAndUsualRange() {
    map();
    answers.put(PATH + "/history?range=live", readings("readings", "state", 300, 240, 1));

    List<IncidentCurves.Curve> found = curves.of(incident(START - 60_000));

    assertThat(found)
        .extracting(IncidentCurves.Curve::name)
        .containsExactly("vibration, mm/s", "flow");
    assertThat(found.get(0).usual().orElseThrow()).containsExactly(0.5, 1.5);
    assertThat(found.get(0).times()).hasSize(300);
    assertThat(found.get(0).values()[299])
        .isCloseTo(3.95, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(asked).doesNotContain(PATH + "/history?range=hour");
  }

  /** There is as much to be seen before the incident as of it. */
  @Test
  void aLongIncidentIsShownInSteps() {
    map();
    answers.put(PATH + "/history?range=live", readings("readings", "state", 300, 240, 1));
    answers.put(PATH + "/history?range=hour", readings("past", "mean", 240, 200, 15));
    answers.put(PATH + "/history?range=shift", readings("past", "mean", 240, 200, 120));

    List<IncidentCurves.Curve> found = curves.of(incident(START - 1_000_000));

    assertThat(found.get(0).times()[0]).isEqualTo(START - 15_000.0 * 240);
    assertThat(asked).doesNotContain(PATH + "/history?range=shift");
  }

  /** A coarser range with one step says less than the readings. */
  @Test
  void aYoungStreamIsShownWithWhatThereIs() {
    map();
    answers.put(PATH + "/history?range=live", readings("readings", "state", 20, 5, 1));
    answers.put(PATH + "/history?range=hour", readings("past", "mean", 1, 0, 30));

    assertThat(curves.of(incident(START - 15_000)).get(0).times()).hasSize(20);
  }

  @Test
  void aPromotedMapNamesItsOwnSensors() {
    map();
    answers.put(PATH + "?", json("{'map':{'sensors':['vibration','flow'],'units':{},'usual':[]}}"));
    answers.put(PATH + "/history?range=live", readings("readings", "state", 300, 240, 1));

    assertThat(curves.of(incident(START - 60_000)).get(0).name()).isEqualTo("vibration");
    assertThat(curves.of(incident(START - 60_000)).get(0).values()[0])
        .as("the first column")
        .isEqualTo(2);
  }

  @Test
  void withoutACurveThereIsNoPicture() {
    assertThat(curves.draw(incident(START))).isEmpty();
    map();
    assertThat(curves.draw(incident(START))).isEmpty();
    answers.put(PATH + "/history?range=live", readings("readings", "state", 300, 240, 1));
    assertThat(curves.draw(incident(START, START, "{'name':'other','share':1}", ""))).isEmpty();
    // A history whose values are all missing cannot be drawn: the alert goes without.
    ObjectNode empty = readings("readings", "state", 1, 0, 1);
    ((ArrayNode) empty.path("readings").path("state").get(1)).removeAll().addNull();
    answers.put(PATH + "/history?range=live", empty);
    answers.put("/api/streams?limit=1", json("{'map':{'sensors':['flow','vibration']}}"));
    assertThat(curves.draw(incident(START, START, "{'name':'vibration','share':1}", ""))).isEmpty();
  }

  private static int count(BufferedImage image, Color colour) {
    int count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xffffff) == (colour.getRGB() & 0xffffff) ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void theCurveIsDrawnBeforeAndDuringTheIncidentInItsUsualRange() throws Exception {
    map();
    answers.put(PATH + "/history?range=live", readings("readings", "state", 300, 240, 1));

    byte[] png = curves.draw(incident(START - 60_000)).orElseThrow();

    String kept = System.getProperty("kahkm.picture");
    if (kept != null) {
      java.nio.file.Files.write(java.nio.file.Path.of(kept), png);
    }
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(image.getWidth()).isEqualTo(2 * CurvePicture.WIDTH);
    assertThat(count(image, CurvePicture.BEFORE)).isGreaterThan(1000);
    assertThat(count(image, CurvePicture.DURING)).isGreaterThan(500);
    assertThat(count(image, CurvePicture.USUAL)).isGreaterThan(20_000);
    assertThat(png.length).isLessThan(300_000);

    BufferedImage later =
        ImageIO.read(new ByteArrayInputStream(curves.draw(incident(START + 1)).orElseThrow()));
    assertThat(count(later, CurvePicture.DURING)).as("nothing of it yet").isLessThan(300);
  }
}
