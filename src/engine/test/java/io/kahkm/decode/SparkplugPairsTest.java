package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.Test;

/** Nodes and devices; the aliases of one node are those of another. */
@SuppressWarnings("JavaUtilDate") // The encoder takes dates.
class SparkplugPairsTest {
  private static final long TIME = 1_700_000_000_500L;

  /** What is published under a topic, in its order. */
  private record Publisher(String topic, String name, long alias, double value) {
    String node() {
      String[] levels = topic.split("/");
      return levels[1] + "/" + levels[3];
    }

    InputRecord birth() throws Exception {
      return record("BIRTH", name, value);
    }

    InputRecord data() throws Exception {
      return record("DATA", null, value + 0.5);
    }

    private InputRecord record(String what, String metric, double now) throws Exception {
      Metric.MetricBuilder builder =
          new Metric.MetricBuilder(metric, MetricDataType.Double, now)
              .timestamp(new Date(TIME))
              .alias(alias);
      SparkplugBPayload payload =
          new SparkplugBPayload.SparkplugBPayloadBuilder(0L)
              .setTimestamp(new Date(TIME))
              .addMetric(builder.createMetric())
              .createPayload();
      return Decoded.record(
          topic.replace("*", what), new SparkplugBPayloadEncoder().getBytes(payload, false));
    }
  }

  private static final List<Publisher> PUBLISHERS =
      List.of(
          new Publisher("spBv1.0/plant/N*/edge1", "Load", 7, 1),
          new Publisher("spBv1.0/plant/N*/edge10", "Pressure", 7, 2),
          new Publisher("spBv1.0/plant/D*/edge1/press", "Temperature", 8, 3),
          new Publisher("spBv1.0/plant/D*/edge1/press2", "Speed", 9, 4),
          new Publisher("spBv1.0/plant1/N*/edge1", "Level", 7, 5),
          new Publisher("spBv1.0/plant/D*/edge10/press", "Torque", 8, 6));

  private static List<String> read(List<InputRecord> records) {
    List<String> topics = records.stream().map(record -> record.key().orElseThrow()).toList();
    SparkplugDecoder decoder =
        new SparkplugDecoder(NameRule.KEY, NameRule.NAME, SparkplugDecoder.Nodes.onHeap());
    List<String> readings = new ArrayList<>();
    for (InputRecord record : records) {
      Decoded decoded = Decoded.of(decoder, record);
      assertThat(decoded.problem()).as("%s", topics).isNull();
      readings.addAll(decoded.readings());
    }
    return readings;
  }

  private static List<String> alone(Publisher publisher) throws Exception {
    return read(List.of(publisher.birth(), publisher.data()));
  }

  @Test
  void eachIsReadByItsOwnAliasesInEveryOrder() throws Exception {
    for (Publisher one : PUBLISHERS) {
      for (Publisher other : PUBLISHERS) {
        if (one.equals(other)) {
          continue;
        }
        if (other.topic().contains("/N*/") && other.node().equals(one.node())) {
          // The node's birth ends its devices' aliases.
          continue;
        }
        List<String> read = read(List.of(one.birth(), other.birth(), one.data(), other.data()));
        assertThat(read)
            .as("%s and %s", one.topic(), other.topic())
            .containsExactly(
                alone(one).get(0), alone(other).get(0), alone(one).get(1), alone(other).get(1));
      }
    }
    assertThat(alone(PUBLISHERS.get(2)))
        .containsExactly(
            "plant/edge1/press Temperature " + TIME + " 3.0",
            "plant/edge1/press Temperature " + TIME + " 3.5");
  }
}
