package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.text.TimeFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Payloads in the forms that gateways document, with values of our own; each says whose it is. */
class JsonSamplesTest {
  private static NameRule rule(NameRule.Origin origin, String name, String pattern) {
    return new NameRule(
        origin, name, pattern.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(pattern)));
  }

  private static TagDecoder json(
      String each, String value, String time, TimeFormat format, NameRule stream, NameRule tag) {
    return json(each, value, time, format, "", Set.of(), stream, tag);
  }

  private static TagDecoder json(
      String each,
      String value,
      String time,
      TimeFormat format,
      String quality,
      Set<String> good,
      NameRule stream,
      NameRule tag) {
    FieldRules rules =
        new FieldRules(
            each == null ? Optional.empty() : Optional.of(each),
            value,
            time.isEmpty() ? Optional.empty() : Optional.of(time),
            format,
            quality.isEmpty() ? Optional.empty() : Optional.of(quality),
            good,
            stream,
            tag);
    return TagDecoders.of(InputFormat.JSON, rules, Optional.empty());
  }

  @Test
  void oneTagAMessage() {
    TagDecoder decoder =
        json(
            null,
            "value",
            "ts",
            TimeFormat.MS,
            NameRule.KEY,
            rule(NameRule.Origin.FIELD, "tag", ""));
    assertThat(
            Decoded.of(decoder, "line1", "{\"tag\":\"PT-101\",\"value\":3.2,\"ts\":1700000000250}")
                .readings())
        .containsExactly("line1 PT-101 1700000000250 3.2");
    assertThat(
            Decoded.of(decoder, "line1", "{\"tag\":\"XV-7\",\"value\":true,\"ts\":1700000000250}")
                .readings())
        .containsExactly("line1 XV-7 1700000000250 1.0");
    assertThat(
            Decoded.of(decoder, "line1", "{\"tag\":\"XV-7\",\"value\":\"open\",\"ts\":17e11}")
                .readings())
        .containsExactly("line1 XV-7 1700000000000 \"open\"");
    assertThat(
            Decoded.of(decoder, "line1", "{\"tag\":\"XV-7\",\"value\":null,\"ts\":17e11}")
                .readings())
        .containsExactly("line1 XV-7 1700000000000 BAD");
    assertThat(
            Decoded.of(decoder, "line1", "{\"tag\":\"XV-7\",\"value\":NaN,\"ts\":17e11}")
                .readings())
        .containsExactly("line1 XV-7 1700000000000 BAD");
    assertThat(
            Decoded.of(decoder, "line1", "{\"tag\":\"XV-7\",\"value\":[1],\"ts\":17e11}")
                .readings())
        .containsExactly("line1 XV-7 1700000000000 OTHER");
  }

  @Test
  void theFieldAtFaultIsNamedAsTheFileNamesIt() {
    TagDecoder single =
        json(
            null,
            "measured.value",
            "ts",
            TimeFormat.MS,
            NameRule.KEY,
            rule(NameRule.Origin.FIELD, "tag", ""));
    assertThat(Decoded.of(single, "a", "{\"tag\":\"x\",\"ts\":1}").field())
        .isEqualTo("measured.value");
    assertThat(Decoded.of(single, "a", "{\"tag\":\"x\"}").field()).isEqualTo("ts");
    assertThat(Decoded.of(single, "a", "{\"tag\":\"x\",\"ts\":\"soon\"}").field()).isEqualTo("ts");
    assertThat(Decoded.of(single, "a", "{").field()).isNull();
    TagDecoder several =
        json(
            "metrics",
            "value",
            "",
            TimeFormat.MS,
            NameRule.KEY,
            rule(NameRule.Origin.FIELD, "tag", ""));
    assertThat(Decoded.of(several, "a", "{\"metric\":[]}").field()).isEqualTo("metrics");
  }

  @Test
  void whatIsMissingOrMalformedIsSaid() {
    TagDecoder decoder =
        json(
            null,
            "value",
            "ts",
            TimeFormat.MS,
            NameRule.KEY,
            rule(NameRule.Origin.FIELD, "tag", ""));
    assertThat(Decoded.of(decoder, "a", "{\"tag\":\"x\",\"ts\":1}").problem())
        .isEqualTo(RejectReason.MISSING_FIELD);
    assertThat(Decoded.of(decoder, "a", "{\"tag\":\"x\",\"value\":1}").problem())
        .isEqualTo(RejectReason.MISSING_FIELD);
    assertThat(Decoded.of(decoder, "a", "{\"tag\":\"x\",\"value\":1,\"ts\":\"soon\"}").problem())
        .isEqualTo(RejectReason.NOT_NUMERIC);
    assertThat(Decoded.of(decoder, "a", "{\"tag\":\"x\",\"value\":1,\"ts\":1e300}").problem())
        .isEqualTo(RejectReason.NOT_FINITE);
    for (String broken : new String[] {"", "7", "[1]", "{", "{}x", "{\"a\":1,\"a\":2}", "null"}) {
      assertThat(Decoded.of(decoder, "a", broken).problem())
          .as(broken)
          .isIn(RejectReason.MALFORMED, RejectReason.MISSING_FIELD);
    }
    assertThat(Decoded.of(decoder, Decoded.record("a", null)).problem())
        .isEqualTo(RejectReason.NULL_VALUE);
    assertThat(Decoded.of(decoder, Decoded.record("a", new byte[600_000])).problem())
        .isEqualTo(RejectReason.TOO_LARGE);
    assertThat(
            Decoded.of(decoder, (String) null, "{\"tag\":\"x\",\"value\":1,\"ts\":1}").readings())
        .containsExactly("null x 1 1.0");
  }

  /** United Manufacturing Hub, Payload Formats (time series) and Topic Convention. */
  @Test
  void unifiedNamespaceWithTheTagInTheKey() {
    TagDecoder decoder =
        json(
            null,
            "value",
            "timestamp_ms",
            TimeFormat.MS,
            rule(NameRule.Origin.KEY, "", "umh\\.v1\\.[^.]+\\.[^.]+\\.([^.]+)\\..*"),
            rule(NameRule.Origin.KEY, "", ".*\\.([^.]+)"));
    assertThat(
            Decoded.of(
                    decoder,
                    "umh.v1.acme.cologne.line4._historian.head.temperature",
                    "{\"value\":83.4,\"timestamp_ms\":1700000001000}")
                .readings())
        .containsExactly("line4 temperature 1700000001000 83.4");
  }

  /** United Manufacturing Hub, Messages for the historian, with tag groups. */
  @Test
  void unifiedNamespaceWithSeveralValuesAtOneTime() {
    TagDecoder decoder =
        json(
            null,
            FieldRules.ALL,
            "timestamp_ms",
            TimeFormat.MS,
            rule(NameRule.Origin.TOPIC, "", "(plant)\\..*"),
            NameRule.NAME);
    assertThat(
            Decoded.of(
                    decoder,
                    null,
                    "{\"timestamp_ms\":1700000001000,\"pos\":{\"x\":1.5,\"y\":2},\"running\":false}")
                .readings())
        .containsExactly(
            "plant pos.x 1700000001000 1.5",
            "plant pos.y 1700000001000 2.0",
            "plant running 1700000001000 0.0");
  }

  /** Kepware, IoT Gateway, Standard Template Data Format. */
  @Test
  void gatewayThatSendsManyTagsInAnArray() {
    TagDecoder decoder =
        json(
            "values",
            "v",
            "t",
            TimeFormat.MS,
            "q",
            Set.of(),
            rule(NameRule.Origin.FIELD, "id", "([^.]+\\.[^.]+)\\..*"),
            rule(NameRule.Origin.FIELD, "id", ".*\\.([^.]+)"));
    Decoded decoded =
        Decoded.of(
            decoder,
            null,
            "{\"timestamp\":1700000002000,\"values\":["
                + "{\"id\":\"Mill.Drive1.Speed\",\"v\":1480,\"q\":true,\"t\":1700000001900},"
                + "{\"id\":\"Mill.Drive1.Torque\",\"v\":0,\"q\":false,\"t\":1700000001900},"
                + "{\"id\":\"Mill.Drive2.Speed\",\"q\":true,\"t\":1700000001900},"
                + "{\"id\":\"Mill.Drive2.Torque\",\"v\":\"12.5\",\"q\":true,\"t\":1700000001950}]}");
    assertThat(decoded.readings())
        .containsExactly(
            "Mill.Drive1 Speed 1700000001900 1480.0",
            "Mill.Drive1 Torque 1700000001900 BAD",
            "Mill.Drive2 Torque 1700000001950 \"12.5\"");
    assertThat(decoded.problem()).isEqualTo(RejectReason.MISSING_FIELD);
  }

  @Test
  void elementsWithoutTheirOwnTimeHaveThatOfThePayload() {
    TagDecoder decoder =
        json(
            "d",
            "v",
            "meta.at",
            TimeFormat.ISO,
            rule(NameRule.Origin.HEADER, "line", ""),
            NameRule.NAME);
    assertThat(
            Decoded.of(
                    decoder,
                    null,
                    "{\"meta\":{\"at\":\"2023-11-14T22:13:21Z\"},\"d\":{\"a\":{\"v\":1},\"b\":2}}",
                    "line",
                    "L7")
                .readings())
        .containsExactly("L7 a 1700000001000 1.0", "L7 b 1700000001000 2.0");
  }

  private static final String TELEGRAF =
      "{\"fields\":{\"Quality\":\"%s\",\"%s\":7.25},\"name\":\"opcua\","
          + "\"tags\":{\"id\":\"ns=2;s=TT-101\",\"line\":\"a\"},\"timestamp\":1700000003}";

  private static final String BAD_NODE = "no such node StatusBadNodeIDUnknown (0x80340000)";

  /**
   * Telegraf, JSON output data format (standard form), holding what its OPC UA input describes: the
   * field has the node's name, here {@code value} for every node.
   */
  @Test
  void agentThatSendsMetricsWithFieldsAndLabels() {
    TagDecoder decoder = telegraf(null, "fields.value", rule(NameRule.Origin.FIELD, "tags.id", ID));
    assertThat(Decoded.of(decoder, null, TELEGRAF.formatted("OK (0x0)", "value")).readings())
        .containsExactly("a TT-101 1700000003000 7.25");
    assertThat(Decoded.of(decoder, null, TELEGRAF.formatted(BAD_NODE, "value")).readings())
        .containsExactly("a TT-101 1700000003000 BAD");
  }

  /** The same where every node has a name of its own, {@code temp} in Telegraf's example. */
  @Test
  void agentThatNamesFieldsAfterNodes() {
    TagDecoder decoder = telegraf("fields", "value", NameRule.NAME);
    assertThat(Decoded.of(decoder, null, TELEGRAF.formatted("OK (0x0)", "temp")).readings())
        .containsExactly("a Quality 1700000003000 \"OK (0x0)\"", "a temp 1700000003000 7.25");
  }

  /** Telegraf, JSON output data format, batch format. */
  @Test
  void agentThatSendsMetricsInBatches() {
    TagDecoder decoder =
        telegraf("metrics", "fields.value", rule(NameRule.Origin.FIELD, "tags.id", ID));
    String batch =
        "{\"metrics\":["
            + TELEGRAF.formatted("OK (0x0)", "value")
            + ","
            + TELEGRAF.formatted(BAD_NODE, "value")
            + "]}";
    assertThat(Decoded.of(decoder, null, batch).readings())
        .containsExactly("a TT-101 1700000003000 7.25", "a TT-101 1700000003000 BAD");
  }

  private static final String ID = "ns=2;s=(.*)";

  private static TagDecoder telegraf(String each, String value, NameRule tag) {
    return json(
        each,
        value,
        "timestamp",
        TimeFormat.S,
        "fields.Quality",
        Set.of("OK (0x0)", "Good (0x0)"),
        rule(NameRule.Origin.FIELD, "tags.line", ""),
        tag);
  }

  /**
   * EMQX, Stream Data into Kafka (forwarded MQTT messages): the payload is text in the message and
   * is not looked into. The value's template has to name the payload alone.
   */
  @Test
  void payloadThatABrokerWrapsAsTextIsMissing() {
    TagDecoder decoder = json(null, "value", "ts", TimeFormat.MS, NameRule.KEY, NameRule.KEY);
    String message =
        "{\"client_id\":\"c1\",\"username\":\"u\",\"topic\":\"plant/TT-101\",\"qos\":1,"
            + "\"payload\":\"{\\\"value\\\":3.2}\",\"node\":\"n\",\"ts\":1700000000000}";
    assertThat(Decoded.of(decoder, "a", message))
        .isEqualTo(new Decoded(List.of(), RejectReason.MISSING_FIELD, "value"));
  }

  /**
   * The fields of OPC 10000-14, 7.2.5.3 and 7.2.5.4 (examples in A.3.4.5), values by OPC 10000-6,
   * 5.4.2: version 1.05 and, for the pressure, 1.04. Large integers are text there.
   */
  @Test
  void opcuaNetworkMessage() {
    Decoded decoded =
        Decoded.of(
            opcua(),
            null,
            "{\"MessageId\":\"17\",\"MessageType\":\"ua-data\",\"PublisherId\":\"press-4\","
                + "\"Messages\":[{\"DataSetWriterId\":62541,\"SequenceNumber\":4,"
                + "\"MinorVersion\":672341762,\"Timestamp\":\"2023-11-14T22:13:20.5Z\",\"Payload\":{"
                + "\"nsu=urn:press#s=Temperature\":{\"Value\":71.5,"
                + "\"SourceTimestamp\":\"2023-11-14T22:13:20.25Z\"},"
                + "\"s=Pressure\":{\"Value\":{\"Type\":11,\"Body\":2.5}},"
                + "\"s=Flow\":{\"UaType\":11,\"Value\":7.5},"
                + "\"s=Mode\":{\"Value\":3,\"Status\":{\"Code\":2147483648,\"Symbol\":\"Bad\"}},"
                + "\"s=Valve\":{\"Status\":{\"Code\":2147483648}},"
                + "\"s=Level\":{\"Value\":9,\"Status\":{\"Code\":1073741824,"
                + "\"Symbol\":\"Uncertain\"}},"
                + "\"s=Count\":12,\"s=Total\":\"18446744073709551615\"}}]}");
    assertThat(decoded.readings())
        .containsExactly(
            "62541 Temperature 1700000000250 71.5",
            "62541 Pressure 1700000000500 2.5",
            "62541 Flow 1700000000500 7.5",
            "62541 Mode 1700000000500 BAD",
            "62541 Valve 1700000000500 BAD",
            "62541 Level 1700000000500 9.0",
            "62541 Count 1700000000500 12.0",
            "62541 Total 1700000000500 \"18446744073709551615\"");
    assertThat(decoded.problem()).isNull();
  }

  /** The StatusCode that the OPC Foundation's own .NET library writes instead of Status. */
  @Test
  void opcuaStatusUnderItsOtherName() {
    assertThat(
            Decoded.of(
                    opcua(),
                    null,
                    dataSet(
                        "",
                        "{\"s=a\":{\"Value\":1,\"StatusCode\":2147483648},"
                            + "\"s=b\":{\"Value\":2,\"StatusCode\":{\"Code\":1073741824}}}"))
                .readings())
        .containsExactly("7 a 1700000000500 BAD", "7 b 1700000000500 2.0");
  }

  /** OPC 10000-14, A.3.3.5: a data set message without header, its status as number or object. */
  @Test
  void opcuaStatusOfAWholeDataSet() {
    String payload = "{\"s=a\":1,\"s=b\":{\"Value\":2}}";
    for (String bad : new String[] {"2147483648", "{\"Code\":2147483648}"}) {
      assertThat(Decoded.of(opcua(), null, dataSet("\"Status\":" + bad + ",", payload)).readings())
          .as(bad)
          .containsExactly("7 a 1700000000500 BAD", "7 b 1700000000500 BAD");
    }
    for (String usable : new String[] {"1073741824", "{\"Code\":1073741824}", "{}"}) {
      assertThat(
              Decoded.of(opcua(), null, dataSet("\"Status\":" + usable + ",", payload)).readings())
          .as(usable)
          .containsExactly("7 a 1700000000500 1.0", "7 b 1700000000500 2.0");
    }
  }

  /** OPC 10000-14, 7.2.5.4: no payload; the type of the message may be left out. */
  @Test
  void opcuaKeepAliveSaysNothing() {
    for (String message :
        new String[] {
          "{\"Messages\":[{\"DataSetWriterId\":1,\"MessageType\":\"ua-keepalive\"}]}",
          "{\"Messages\":[{\"DataSetWriterId\":1,\"SequenceNumber\":9}]}"
        }) {
      assertThat(Decoded.of(opcua(), null, message))
          .as(message)
          .isEqualTo(new Decoded(List.of(), null, null));
    }
    assertThat(
            Decoded.of(
                    opcua(),
                    null,
                    "{\"MessageId\":\"1\",\"MessageType\":\"ua-metadata\",\"DataSetWriterId\":1}")
                .problem())
        .isEqualTo(RejectReason.MISSING_FIELD);
  }

  private static String dataSet(String status, String payload) {
    return "{\"PublisherId\":\"press-4\",\"DataSetWriterId\":7,"
        + "\"Timestamp\":\"2023-11-14T22:13:20.5Z\","
        + status
        + "\"MessageType\":\"ua-keyframe\",\"Payload\":"
        + payload
        + "}";
  }

  private static TagDecoder opcua() {
    return TagDecoders.of(
        InputFormat.OPCUA_JSON,
        new FieldRules(
            Optional.empty(),
            "",
            Optional.empty(),
            TimeFormat.ISO,
            Optional.empty(),
            Set.of(),
            rule(NameRule.Origin.FIELD, "DataSetWriterId", ""),
            rule(NameRule.Origin.NAME, "", "(?:.*#)?s=(.*)")),
        Optional.empty());
  }

  @Test
  void qualityCodesInAllTheirSpellings() {
    TagDecoder decoder =
        json(null, "v", "", TimeFormat.MS, "q", Set.of(), NameRule.KEY, NameRule.KEY);
    for (String good : new String[] {"true", "192", "\"Good\"", "\"192\"", "64", "1024", "null"}) {
      assertThat(Decoded.of(decoder, "a", "{\"v\":1,\"q\":" + good + "}").readings())
          .as(good)
          .containsExactly("a a " + Decoded.TIMESTAMP + " 1.0");
    }
    for (String bad :
        new String[] {"false", "0", "24", "\"BadNoCommunication\"", "2147483648", "\"stale\""}) {
      assertThat(Decoded.of(decoder, "a", "{\"v\":1,\"q\":" + bad + "}").readings())
          .as(bad)
          .containsExactly("a a " + Decoded.TIMESTAMP + " BAD");
    }
  }

  @Test
  void goodWordsOfAFileCountWithoutBlanksAroundThem() {
    TagDecoder decoder =
        json(null, "v", "", TimeFormat.MS, "q", Set.of("OK"), NameRule.KEY, NameRule.KEY);
    assertThat(Decoded.of(decoder, "a", "{\"v\":1,\"q\":\" OK \"}").readings())
        .containsExactly("a a " + Decoded.TIMESTAMP + " 1.0");
    assertThat(Decoded.of(decoder, "a", "{\"v\":1,\"q\":\"good\"}").readings())
        .containsExactly("a a " + Decoded.TIMESTAMP + " BAD");
  }

  /** Kafka Connect, JsonConverter with schemas.enable. */
  @Test
  void connectEnvelopeIsTakenOff() {
    TagDecoder decoder = json(null, "v", "", TimeFormat.MS, NameRule.KEY, NameRule.KEY);
    assertThat(
            Decoded.of(decoder, "a", "{\"schema\":{\"type\":\"struct\"},\"payload\":{\"v\":2}}")
                .readings())
        .containsExactly("a a " + Decoded.TIMESTAMP + " 2.0");
    assertThat(Decoded.of(decoder, "a", "{\"schema\":{},\"payload\":null}").problem())
        .isEqualTo(RejectReason.NULL_VALUE);
  }
}
