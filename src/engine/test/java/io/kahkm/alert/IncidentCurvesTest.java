package io.kahkm.alert;

import static io.kahkm.alert.CurvePicture.BEFORE;
import static io.kahkm.alert.CurvePicture.DURING;
import static io.kahkm.alert.CurvePicture.USUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
  /** Lines of the plot, from its top to its bottom. */
  private static final Color GRID = new Color(0xd8dee6);

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
    assertThat(count(image, BEFORE)).isGreaterThan(1000);
    assertThat(count(image, DURING)).isGreaterThan(500);
    assertThat(count(image, USUAL)).isGreaterThan(20_000);
    assertThat(png.length).isLessThan(300_000);

    BufferedImage later =
        ImageIO.read(new ByteArrayInputStream(curves.draw(incident(START + 1)).orElseThrow()));
    assertThat(count(later, DURING)).as("nothing of it yet").isLessThan(300);
  }

  /** The pixels of a colour: left, top, right and bottom. */
  private static int[] extent(BufferedImage image, Color colour, int fromY) {
    int[] extent = {Integer.MAX_VALUE, Integer.MAX_VALUE, -1, -1};
    for (int y = fromY; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        if ((image.getRGB(x, y) & 0xffffff) == (colour.getRGB() & 0xffffff)) {
          extent[0] = Math.min(extent[0], x);
          extent[1] = Math.min(extent[1], y);
          extent[2] = Math.max(extent[2], x);
          extent[3] = Math.max(extent[3], y);
        }
      }
    }
    return extent;
  }

  private static BufferedImage drawn(IncidentCurves.Curve... curves) throws Exception {
    return ImageIO.read(new ByteArrayInputStream(CurvePicture.png(List.of(curves), START)));
  }

  private static IncidentCurves.Curve ramp(String name, double[] usual) {
    double[] times = new double[101];
    double[] values = new double[101];
    for (int i = 0; i <= 100; i++) {
      times[i] = START + 1_000.0 * (i - 40);
      values[i] = i;
    }
    return new IncidentCurves.Curve(name, times, values, Optional.of(usual));
  }

  /** A ramp from 0 to 100, of which 40 hundredths are before the incident, and 20 to 70 usual. */
  @Test
  void aCurveStandsWhereItsTimesAndValuesAre() throws Exception {
    BufferedImage image = drawn(ramp("flow", new double[] {20, 70}));

    assertThat(image.getHeight()).isEqualTo(2 * (170 + 34));
    int[] plot = extent(image, USUAL, 0);
    int[] before = extent(image, BEFORE, 0);
    int[] during = extent(image, DURING, 0);
    double width = plot[2] - plot[0];
    // The legend under the plot shows the colours once more.
    int legend = 2 * 170;
    assertThat(before[3]).isGreaterThan(legend);
    assertThat(during[3]).isGreaterThan(legend);
    assertThat(plot[3]).isGreaterThan(legend);
    // Of the plot the curve ends at the right, and its last part begins at 40 hundredths.
    assertThat((double) during[2]).isCloseTo(plot[2], within(6.0));
    int[] top = extent(image.getSubimage(0, 0, image.getWidth(), legend - 60), DURING, 0);
    int[] bottom = extent(image.getSubimage(0, 0, image.getWidth(), legend - 60), BEFORE, 0);
    assertThat((top[0] - plot[0]) / width).isCloseTo(0.4, within(0.02));
    assertThat((bottom[2] - plot[0]) / width).isCloseTo(0.4, within(0.02));
    assertThat(top[0] - bottom[2]).as("no gap between the parts").isLessThan(6);
    // 60 hundredths of the height are during the incident, and 50 are usual.
    double high = (top[3] - top[1]) / 0.6;
    int[] usual = extent(image.getSubimage(0, 0, image.getWidth(), legend - 60), USUAL, 0);
    assertThat((usual[3] - usual[1]) / high).isCloseTo(0.5, within(0.03));
    assertThat((usual[1] - top[1]) / high).isCloseTo(0.3, within(0.03));
    // Above and below the curve 6 hundredths of its height are free, and the plot's own edge of
    // 4 hundredths of the plot; lines of the grid end within two points of that.
    int[] grid = extent(image.getSubimage(0, 0, image.getWidth(), legend - 60), GRID, 0);
    assertThat((top[1] - grid[1]) / high).isCloseTo(0.109, within(0.02));
    assertThat((grid[3] - bottom[3]) / high).isCloseTo(0.109, within(0.035));
  }

  @Test
  void curvesStandBelowEachOtherAndTheLastHasTheLegend() throws Exception {
    BufferedImage image =
        drawn(ramp("flow", new double[] {20, 70}), ramp("speed", new double[] {20, 70}));

    assertThat(image.getHeight()).isEqualTo(2 * (2 * 170 + 34));
    BufferedImage first = image.getSubimage(0, 0, image.getWidth(), 2 * 170);
    BufferedImage second = image.getSubimage(0, 2 * 170, image.getWidth(), 2 * 170 + 68);
    assertThat(count(first, USUAL)).isGreaterThan(20_000);
    assertThat(count(second, USUAL)).isGreaterThan(20_000);
    BufferedImage alone = drawn(ramp("speed", new double[] {20, 70}));
    assertThat(extent(second, USUAL, 0)).isEqualTo(extent(alone, USUAL, 0));
    assertThat(extent(first, USUAL, 0)[3]).as("no legend").isLessThan(extent(alone, USUAL, 0)[3]);
  }

  @Test
  void aValueThatStandsIsInTheMiddleAndWhatIsNotKnownIsAGap() throws Exception {
    double[] times = new double[101];
    double[] values = new double[101];
    for (int i = 0; i <= 100; i++) {
      times[i] = START + 1_000.0 * (i + 1);
      values[i] = i > 45 && i < 55 ? Double.NaN : 7;
    }
    BufferedImage image = drawn(new IncidentCurves.Curve("flow", times, values, Optional.empty()));

    BufferedImage plot = image.getSubimage(0, 0, image.getWidth(), 2 * 170 - 60);
    int[] line = extent(plot, DURING, 0);
    assertThat(line[3] - line[1]).as("one line").isLessThan(6);
    int[] grid = extent(plot, GRID, 0);
    assertThat((line[1] + line[3]) / 2.0).isCloseTo((grid[1] + grid[3]) / 2.0, within(4.0));
    int middle = (line[0] + line[2]) / 2;
    assertThat(count(plot.getSubimage(middle - 20, 0, 40, plot.getHeight()), DURING)).isZero();
    assertThat(count(plot.getSubimage(middle - 200, 0, 40, plot.getHeight()), DURING))
        .isGreaterThan(40);
    assertThat(count(image, BEFORE)).isZero();
  }
}
