package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.kahkm.internal.numeric.StateWriter;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.PropertyDataType;
import org.eclipse.tahu.message.model.PropertySet;
import org.eclipse.tahu.message.model.PropertyValue;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.Test;

/**
 * Payloads that the project's own encoder writes, {@code SparkplugBPayloadEncoder} of Eclipse Tahu;
 * topics, births, aliases and deaths as the Sparkplug specification 3.0 has them in its chapters on
 * topics and payloads.
 */
@SuppressWarnings("JavaUtilDate") // The encoder takes dates.
class SparkplugSamplesTest {
  private static final long TIME = 1_700_000_000_500L;

  private final Map<String, byte[]> stored = new HashMap<>();
  private final SparkplugDecoder decoder =
      new SparkplugDecoder(NameRule.KEY, NameRule.NAME, nodes());

  /** Keeps aliases as bytes, as a store does. */
  private SparkplugDecoder.Nodes nodes() {
    return new SparkplugDecoder.Nodes() {
      @Override
      public SparkplugAliases get(String node) {
        return stored.containsKey(node) ? SparkplugAliases.read(stored.get(node)) : null;
      }

      @Override
      public boolean put(String node, SparkplugAliases aliases) {
        stored.put(node, aliases.toByteArray());
        return true;
      }
    };
  }

  private static byte[] payload(Metric... metrics) throws Exception {
    SparkplugBPayload.SparkplugBPayloadBuilder builder =
        new SparkplugBPayload.SparkplugBPayloadBuilder(7L).setTimestamp(new Date(TIME));
    for (Metric metric : metrics) {
      builder.addMetric(metric);
    }
    return new SparkplugBPayloadEncoder().getBytes(builder.createPayload(), false);
  }

  private static Metric metric(String name, Long alias, MetricDataType type, Object value)
      throws Exception {
    return builder(name, alias, type, value).createMetric();
  }

  private static Metric.MetricBuilder builder(
      String name, Long alias, MetricDataType type, Object value) {
    Metric.MetricBuilder builder =
        new Metric.MetricBuilder(name, type, value).timestamp(new Date(TIME));
    return alias == null ? builder : builder.alias(alias);
  }

  private Decoded decode(String topic, byte[] payload) {
    return Decoded.of(decoder, Decoded.record(topic, payload));
  }

  @Test
  void birthNamesTheMetricsAndTheirAliases() throws Exception {
    Decoded birth =
        decode(
            "spBv1.0/plant/DBIRTH/edge1/press",
            payload(
                metric("Temperature", 1L, MetricDataType.Double, 71.5),
                metric("Speed", 2L, MetricDataType.Int16, (short) -3),
                metric("Running", 3L, MetricDataType.Boolean, true),
                metric("Recipe", 4L, MetricDataType.String, "A-7")));
    Decoded data =
        decode(
            "spBv1.0/plant/DDATA/edge1/press",
            payload(
                builder(null, 1L, MetricDataType.Double, 72.25)
                    .timestamp(new Date(TIME + 9))
                    .createMetric(),
                builder(null, 2L, MetricDataType.Int16, (short) -4)
                    .timestamp(null)
                    .createMetric()));

    assertThat(birth.problem()).isNull();
    assertThat(birth.readings())
        .containsExactly(
            "plant/edge1/press Temperature " + TIME + " 71.5",
            "plant/edge1/press Speed " + TIME + " -3.0",
            "plant/edge1/press Running " + TIME + " 1.0",
            "plant/edge1/press Recipe " + TIME + " \"A-7\"");
    assertThat(data.problem()).isNull();
    assertThat(data.readings())
        .containsExactly(
            "plant/edge1/press Temperature " + (TIME + 9) + " 72.25",
            "plant/edge1/press Speed " + TIME + " -4.0");
  }

  @Test
  void allNumericTypesKeepTheirValue() throws Exception {
    Decoded birth =
        decode(
            "spBv1.0/p/NBIRTH/n",
            payload(
                metric("bdSeq", null, MetricDataType.Int64, 3L),
                metric("i8", null, MetricDataType.Int8, (byte) -1),
                metric("i32", null, MetricDataType.Int32, Integer.MIN_VALUE),
                metric("i64", null, MetricDataType.Int64, -5L),
                metric("u8", null, MetricDataType.UInt8, (short) 255),
                metric("u16", null, MetricDataType.UInt16, 65_535),
                metric("u32", null, MetricDataType.UInt32, 4_294_967_295L),
                metric("u64", null, MetricDataType.UInt64, new BigInteger("18446744073709551615")),
                metric("f", null, MetricDataType.Float, 1.5f),
                metric("t", null, MetricDataType.DateTime, new Date(12)),
                builder("none", null, MetricDataType.Double, null).createMetric()));

    assertThat(birth.readings())
        .containsExactly(
            "p/n i8 " + TIME + " -1.0",
            "p/n i32 " + TIME + " -2.147483648E9",
            "p/n i64 " + TIME + " -5.0",
            "p/n u8 " + TIME + " 255.0",
            "p/n u16 " + TIME + " 65535.0",
            "p/n u32 " + TIME + " 4.294967295E9",
            "p/n u64 " + TIME + " 1.8446744073709552E19",
            "p/n f " + TIME + " 1.5",
            "p/n t " + TIME + " 12.0",
            "p/n none " + TIME + " BAD");
  }

  @Test
  void aliasWithoutBirthIsRejectedAndNamesAreNot() throws Exception {
    Decoded data =
        decode(
            "spBv1.0/plant/DDATA/edge1/press",
            payload(
                metric(null, 9L, MetricDataType.Double, 1.0),
                metric("Level", null, MetricDataType.Double, 2.0)));
    assertThat(data.problem()).isEqualTo(RejectReason.UNKNOWN_ALIAS);
    assertThat(data.readings()).containsExactly("plant/edge1/press Level " + TIME + " 2.0");
  }

  @Test
  void birthOfANodeForgetsTheAliasesOfItsDevices() throws Exception {
    decode("spBv1.0/g/DBIRTH/n/d", payload(metric("x", 1L, MetricDataType.Double, 1.0)));
    decode("spBv1.0/g/NBIRTH/n", payload(metric("y", 2L, MetricDataType.Double, 1.0)));
    assertThat(
            decode("spBv1.0/g/DDATA/n/d", payload(metric(null, 1L, MetricDataType.Double, 1.0)))
                .problem())
        .isEqualTo(RejectReason.UNKNOWN_ALIAS);
    // An alias belongs to who was born with it.
    assertThat(
            decode("spBv1.0/g/DDATA/n/d", payload(metric(null, 2L, MetricDataType.Double, 1.0)))
                .problem())
        .isEqualTo(RejectReason.UNKNOWN_ALIAS);
  }

  @Test
  void deathTakesTheValueOfEveryMetric() throws Exception {
    decode("spBv1.0/g/NBIRTH/n", payload(metric("y", 2L, MetricDataType.Double, 1.0)));
    decode("spBv1.0/g/DBIRTH/n/d", payload(metric("x", 1L, MetricDataType.Double, 1.0)));

    Decoded device = decode("spBv1.0/g/DDEATH/n/d", payload());
    Decoded node =
        decode("spBv1.0/g/NDEATH/n", payload(metric("bdSeq", null, MetricDataType.Int64, 0L)));

    assertThat(device.readings()).containsExactly("g/n/d x " + TIME + " BAD");
    assertThat(node.readings())
        .containsExactly(
            "g/n y " + Decoded.TIMESTAMP + " BAD", "g/n/d x " + Decoded.TIMESTAMP + " BAD");
  }

  /** Brokers may deliver the last will of a connection after the node has connected again. */
  @Test
  void theDeathOfAnEarlierConnectionSaysNothing() throws Exception {
    decode("spBv1.0/g/NBIRTH/n", born(0));
    decode("spBv1.0/g/NBIRTH/n", born(1));

    assertThat(decode("spBv1.0/g/NDEATH/n", dead(0)).readings()).isEmpty();
    assertThat(decode("spBv1.0/g/NDEATH/n", dead(1)).readings())
        .containsExactly("g/n y " + Decoded.TIMESTAMP + " BAD");
    assertThat(decode("spBv1.0/g/NDEATH/n", payload()).readings()).hasSize(1);
  }

  private static byte[] born(long sequence) throws Exception {
    return payload(
        metric("bdSeq", null, MetricDataType.Int64, sequence),
        metric("y", 2L, MetricDataType.Double, 1.0));
  }

  private static byte[] dead(long sequence) throws Exception {
    return payload(metric("bdSeq", null, MetricDataType.Int64, sequence));
  }

  /** A birth of the first release, which kept no sequence number, is still read. */
  @Test
  void readsTheBirthsOfTheFirstRelease() {
    StateWriter first = new StateWriter();
    first.putByte(1);
    first.putInt(1);
    first.putString("g/n");
    first.putInt(1);
    first.putString("y");
    first.putInt(10);
    first.putInt(1);
    first.putLong(2);
    first.putString("g/n");
    first.putString("y");
    first.putInt(10);

    SparkplugAliases read = SparkplugAliases.read(first.toByteArray());
    assertThat(read.of(2)).isEqualTo(new SparkplugAliases.Known("y", 10, "g/n"));
    assertThat(read.isStaleDeath(7)).isFalse();
  }

  @Test
  void readsTheBirthsThatNamedEveryAlias() {
    StateWriter second = new StateWriter();
    second.putByte(2);
    second.putLong(5);
    second.putInt(1);
    second.putString("g/n");
    second.putInt(1);
    second.putString("y");
    second.putInt(10);
    second.putInt(1);
    second.putLong(2);
    second.putString("g/n");
    second.putString("y");
    second.putInt(9);

    SparkplugAliases read = SparkplugAliases.read(second.toByteArray());
    assertThat(read.of(2)).isEqualTo(new SparkplugAliases.Known("y", 9, "g/n"));
    assertThat(read.isStaleDeath(7)).isTrue();
    SparkplugAliases again = SparkplugAliases.read(read.toByteArray());
    assertThat(again.of(2)).isEqualTo(read.of(2));
    assertThat(again.metrics("g/n")).isEqualTo(read.metrics("g/n"));
    assertThat(again.toByteArray()).isEqualTo(read.toByteArray());
  }

  /** The name of a device was kept again for every alias: 60 KB became 120 MB. */
  @Test
  void aDeviceWithALongNameTakesLittleAndOneTooLongIsRejected() throws Exception {
    byte[] birth = aliases("a", 4_000, false);
    String longest = "d".repeat(SparkplugTopic.LONGEST_STREAM - 20);

    assertThat(decode("spBv1.0/g/DBIRTH/n/" + longest, birth).problem()).isNull();
    assertThat(stored.get("g/n").length).isLessThan(100_000);
    assertThat(decode("spBv1.0/g/DBIRTH/n/" + "d".repeat(30_000), birth).problem())
        .isEqualTo(RejectReason.TOO_LARGE);
    // Many devices are one node's, whose births are stored as one.
    int taken = 0;
    while (decode("spBv1.0/g/DBIRTH/n/d" + taken, aliases("x".repeat(240), 2_000, true)).problem()
        == null) {
      taken++;
    }
    assertThat(taken).isEqualTo(8);
    assertThat(stored.get("g/n").length).isLessThan(SparkplugAliases.MOST_CHARACTERS + 400_000);
  }

  private static byte[] aliases(String name, int count, boolean distinct) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    for (int alias = 0; alias < count; alias++) {
      ByteArrayOutputStream metric = new ByteArrayOutputStream();
      CodedOutputStream fields = CodedOutputStream.newInstance(metric);
      fields.writeString(1, distinct ? name + alias : name);
      fields.writeUInt64(2, alias);
      fields.flush();
      output.writeByteArray(2, metric.toByteArray());
    }
    output.flush();
    return bytes.toByteArray();
  }

  /** What is learned can be read again: one name under many aliases counts as many. */
  @Test
  void aBirthWithTooManyAliasesIsRejected() throws Exception {
    byte[] bytes = aliases("a", SparkplugAliases.MOST_METRICS + 1, false);
    assertThat(bytes.length).isLessThan(InputJson.LONGEST_VALUE);
    Decoded birth = decode("spBv1.0/g/NBIRTH/n", bytes);

    assertThat(birth.problem()).isEqualTo(RejectReason.TOO_LARGE);
    assertThat(
            decode("spBv1.0/g/NDATA/n", payload(metric(null, 7L, MetricDataType.Int8, (byte) 1)))
                .readings())
        .containsExactly("g/n a " + TIME + " 1.0");
  }

  @Test
  void badQualityOfAMetricIsNoValue() throws Exception {
    PropertySet bad = new PropertySet();
    bad.put("engUnit", new PropertyValue(PropertyDataType.String, "bar"));
    bad.put("Quality", new PropertyValue(PropertyDataType.Int32, 0));
    PropertySet good = new PropertySet();
    good.put("Quality", new PropertyValue(PropertyDataType.Int32, 192));
    Decoded data =
        decode(
            "spBv1.0/g/DDATA/n/d",
            payload(
                builder("x", null, MetricDataType.Double, 1.0).properties(bad).createMetric(),
                builder("y", null, MetricDataType.Double, 1.0).properties(good).createMetric()));
    assertThat(data.readings())
        .containsExactly("g/n/d x " + TIME + " BAD", "g/n/d y " + TIME + " 1.0");
  }

  /** The codes in a Quality property: the specification's, and those of Ignition 8. */
  @Test
  void qualityCodesOfGateways() throws Exception {
    for (int usable : new int[] {192, 200, 64, 1_073_742_080}) {
      assertThat(withQuality(usable)).as("%d", usable).containsExactly("g/n/d x " + TIME + " 1.0");
    }
    for (int bad : new int[] {0, 500, -2_147_483_136}) {
      assertThat(withQuality(bad)).as("%d", bad).containsExactly("g/n/d x " + TIME + " BAD");
    }
  }

  private List<String> withQuality(int quality) throws Exception {
    PropertySet properties = new PropertySet();
    properties.put("Quality", new PropertyValue(PropertyDataType.Int32, quality));
    return decode(
            "spBv1.0/g/DDATA/n/d",
            payload(
                builder("x", null, MetricDataType.Double, 1.0)
                    .properties(properties)
                    .createMetric()))
        .readings();
  }

  @Test
  void topicMayBeInAHeaderAndPatternsTakeParts() throws Exception {
    SparkplugDecoder other =
        new SparkplugDecoder(
            new NameRule(
                NameRule.Origin.HEADER, "mqtt.topic", Optional.of(Pattern.compile(".*/(\\w+)"))),
            new NameRule(NameRule.Origin.NAME, "", Optional.of(Pattern.compile("Process/(.*)"))),
            nodes());
    InputRecord record =
        Decoded.record(
            null,
            payload(
                metric("Process/T", null, MetricDataType.Double, 1.0),
                metric("Other/T", null, MetricDataType.Double, 2.0)),
            "mqtt.topic",
            "spBv1.0/g/DDATA/n/dev");
    assertThat(Decoded.of(other, record).readings())
        .containsExactly("dev T " + TIME + " 1.0", "dev null " + TIME + " 2.0");
    assertThat(other.node(record)).isEqualTo("g/n");
  }

  @Test
  void topicsThatAreNoneAreRejectedAndCommandsIgnored() throws Exception {
    byte[] payload = payload(metric("x", null, MetricDataType.Double, 1.0));
    for (String topic :
        new String[] {
          "x", "spBv1.0/g/DDATA/n", "spBv1.0/g/NDATA/n/d", "spBv1.0/g/X/n", "spBv1.0//"
        }) {
      assertThat(decode(topic, payload).problem()).as(topic).isEqualTo(RejectReason.MALFORMED);
    }
    assertThat(decode(null, payload).problem()).isEqualTo(RejectReason.MISSING_KEY);
    assertThat(decode("spBv1.0/g/NCMD/n", payload).readings()).isEmpty();
    assertThat(decode("spBv1.0/STATE/host", payload).problem()).isNull();
  }

  /** Nobody knows which connection such a birth is of: its death is believed. */
  @Test
  void aBirthWithoutASequenceHasNotThatOfTheBirthBefore() throws Exception {
    decode("spBv1.0/g/NBIRTH/n", born(5));
    decode("spBv1.0/g/NBIRTH/n", payload(metric("y", 2L, MetricDataType.Double, 1.0)));

    assertThat(decode("spBv1.0/g/NDEATH/n", dead(6)).readings())
        .containsExactly("g/n y " + Decoded.TIMESTAMP + " BAD");
  }
}
