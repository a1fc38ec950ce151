package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.text.TimeFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Payloads as gateways document them, with values of our own. */
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

  @Test
  void agentThatSendsMetricsWithFieldsAndLabels() {
    TagDecoder decoder =
        json(
            null,
            "fields.value",
            "timestamp",
            TimeFormat.S,
            "fields.Quality",
            Set.of("OK (0x0)", "Good (0x0)"),
            rule(NameRule.Origin.FIELD, "tags.line", ""),
            rule(NameRule.Origin.FIELD, "tags.id", "ns=2;s=(.*)"));
    String form =
        "{\"fields\":{\"Quality\":\"%s\",\"value\":7.25},\"name\":\"opcua\","
            + "\"tags\":{\"id\":\"ns=2;s=TT-101\",\"line\":\"a\"},\"timestamp\":1700000003}";
    assertThat(Decoded.of(decoder, null, form.formatted("OK (0x0)")).readings())
        .containsExactly("a TT-101 1700000003000 7.25");
    assertThat(Decoded.of(decoder, null, form.formatted("The node is gone (0x80)")).readings())
        .containsExactly("a TT-101 1700000003000 BAD");
  }

  @Test
  void opcuaNetworkMessage() {
    TagDecoder decoder =
        TagDecoders.of(
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
    Decoded decoded =
        Decoded.of(
            decoder,
            null,
            "{\"MessageId\":\"17\",\"MessageType\":\"ua-data\",\"PublisherId\":\"press-4\","
                + "\"Messages\":[{\"DataSetWriterId\":62541,\"SequenceNumber\":4,"
                + "\"Timestamp\":\"2023-11-14T22:13:20.5Z\",\"Payload\":{"
                + "\"nsu=urn:press#s=Temperature\":{\"Value\":71.5,"
                + "\"SourceTimestamp\":\"2023-11-14T22:13:20.25Z\"},"
                + "\"s=Pressure\":{\"Value\":{\"Type\":11,\"Body\":2.5}},"
                + "\"s=Mode\":{\"Value\":3,\"StatusCode\":{\"Code\":2147483648,\"Symbol\":\"Bad\"}},"
                + "\"s=Level\":{\"Value\":9,\"StatusCode\":1073741824},"
                + "\"s=Count\":12}}]}");
    assertThat(decoded.readings())
        .containsExactly(
            "62541 Temperature 1700000000250 71.5",
            "62541 Pressure 1700000000500 2.5",
            "62541 Mode 1700000000500 BAD",
            "62541 Level 1700000000500 9.0",
            "62541 Count 1700000000500 12.0");
    assertThat(decoded.problem()).isNull();
    assertThat(
            Decoded.of(
                decoder,
                null,
                "{\"Messages\":[{\"DataSetWriterId\":1,\"MessageType\":\"ua-keepalive\"}]}"))
        .isEqualTo(new Decoded(List.of(), null));
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
