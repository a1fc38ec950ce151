package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.output.ResultOutput;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

/** What a record of the input gives, where it goes, and that it goes whole or not at all. */
class PublishedRecordsTest {
  private static final Model MODEL = TestTopology.MODEL;
  private static final byte[] KEY = "pump-1".getBytes(UTF_8);
  private static final String CERTIFICATES =
      "certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}\n";
  private static final String FLEET =
      "certificates: {sampling: fleet, tolerance: {r2: 0.5},"
          + " fleet: {streams: 5, every: 1s, pairs: 12, grace: 100ms}}\n";

  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();

  private static TopologyConfig config(String more) {
    try {
      return TopologyConfig.parse(
          """
          name: pump
          model: {file: unused}
          input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end: done}
          forecasts: {horizons: [1, 5], every: 3}
          """
              + more,
          "pump.yaml",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private TaskMaps maps(TopologyConfig config) {
    context.addStateStore(new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL)));
    context.addStateStore(MonitorTopologyStores.store(StoreKeys.SNAPSHOT));
    context.setRecordMetadata("pump.states", 0, 41);
    return new TaskMaps(
        config,
        TestTopology.blueprint(config, MODEL),
        context,
        new HeapBudget(Long.MAX_VALUE),
        EngineListener.SILENT);
  }

  private static MonitorSettings settings(TopologyConfig config) {
    return TestTopology.blueprint(config, MODEL).settings();
  }

  private static Record<byte[], byte[]> record(int n, Headers headers) {
    return new Record<>(KEY, "{}".getBytes(UTF_8), 1_000 + n, headers);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  /** Where things went, and in which order. */
  private List<String> sinks() {
    return context.forwarded().stream().map(sent -> sent.childName().orElseThrow()).toList();
  }

  /** Shows the monitor so many records, and makes what they give. */
  private int takes(TaskMaps maps, TopologyConfig config, int records, boolean episodes) {
    PublishedRecords published = maps.published();
    HeldMonitor held = maps.streams().get(KEY);
    MonitorSettings settings = settings(config);
    ResultOutput output = new ResultOutput(config, MODEL.map());
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < records; n++) {
      Observation made = CentroidObservations.of(settings, MODEL.map(), n);
      RowAssessment assessment =
          held.monitor.advance(
              Observation.state(
                  made.time(), made.state(), episodes ? "run " + n / 3 : null, false));
      int before = context.forwarded().size();
      int row = n;
      published.take(record(n, new RecordHeaders()), held, assessment);
      assertThat(context.forwarded()).as("nothing goes out alone").hasSize(before);
      if (!assessment.issued().isEmpty()) {
        expected.add(
            TopologyNodes.FORECASTS_SINK + text(output.forecasts("pump-1", assessment)) + n);
      }
      assessment
          .certificates()
          .forEach(
              window ->
                  expected.add(
                      TopologyNodes.CERTIFICATES_SINK
                          + text(output.certificate("pump-1", window))
                          + row));
      if (output.publishesSkill(assessment)) {
        expected.add(
            (config.certificates().orElseThrow().fleet().isPresent()
                    ? TopologyNodes.SKILL_SINK
                    : TopologyNodes.CERTIFICATES_SINK)
                + text(output.skill("pump-1", held.monitor.forecasterStatus()))
                + n);
      }
      published.send();
    }
    List<String> sent = new ArrayList<>();
    for (var one : context.forwarded()) {
      Record<? extends byte[], ? extends byte[]> record = one.record();
      if (one.childName().orElseThrow().equals(TopologyNodes.FLEET_UNITS_FILTER)) {
        continue;
      }
      assertThat(text(record.key())).isEqualTo("pump-1");
      sent.add(one.childName().orElseThrow() + text(record.value()) + (record.timestamp() - 1_000));
    }
    assertThat(sent).isEqualTo(expected);
    return expected.size();
  }

  @Test
  void forecastsAndSkillGoToTheirTopicsWithTheInputsKeyAndTime() {
    TopologyConfig config = config(CERTIFICATES);
    assertThat(takes(maps(config), config, 400, true)).isGreaterThan(130);
    assertThat(sinks())
        .contains(TopologyNodes.FORECASTS_SINK, TopologyNodes.CERTIFICATES_SINK)
        .doesNotContain(TopologyNodes.INCIDENTS_SINK, TopologyNodes.SKILL_SINK);
  }

  @Test
  void aFleetsUnitsGoToOnePlaceAndSkillBesideItsCertificates() {
    TopologyConfig config = config(FLEET);
    takes(maps(config), config, 400, false);
    assertThat(sinks())
        .contains(
            TopologyNodes.FORECASTS_SINK,
            TopologyNodes.SKILL_SINK,
            TopologyNodes.FLEET_UNITS_FILTER)
        .doesNotContain(TopologyNodes.CERTIFICATES_SINK);
  }

  /** The second half is far from the model: that is an incident. */
  @Test
  void incidentsGoOutWhereATopicIsNamedUnderTheirOwnKey() {
    for (boolean named : new boolean[] {true, false}) {
      context.resetForwards();
      PublishedRecordsTest fresh = new PublishedRecordsTest();
      TopologyConfig config = config(named ? "incidents: {topic: pump.incidents}\n" : "");
      TaskMaps maps = fresh.maps(config);
      HeldMonitor held = maps.streams().get(KEY);
      MonitorSettings settings = settings(config);
      int changes = 0;
      for (int n = 0; n < 200; n++) {
        var made = CentroidObservations.of(settings, MODEL.map(), n);
        double[] state = n < 100 ? made.state() : new double[] {50 + n, -80};
        RowAssessment assessment =
            held.monitor.advance(Observation.state(made.time(), state, null, false));
        changes += assessment.incidentChange() == IncidentChange.NONE ? 0 : 1;
        maps.published().take(record(n, new RecordHeaders()), held, assessment);
        maps.published().send();
      }
      assertThat(changes).isPositive();
      var incidents =
          fresh.context.forwarded().stream()
              .filter(sent -> sent.childName().orElseThrow().equals(TopologyNodes.INCIDENTS_SINK))
              .toList();
      assertThat(incidents).hasSize(named ? changes : 0);
      incidents.forEach(
          sent ->
              assertThat(text(sent.record().value()))
                  .contains("\"incident\":\"" + text(sent.record().key()) + '"'));
    }
  }

  /** Too large for any topic: nothing of its record goes out, and the engine says which it was. */
  @Test
  void aMessageThatNoTopicTakesIsRefusedWithItsSize() {
    TopologyConfig config = config("headers: {pass: [site]}\n");
    TaskMaps maps = maps(config);
    HeldMonitor held = maps.streams().get(KEY);
    MonitorSettings settings = settings(config);
    RowAssessment assessment =
        held.monitor.advance(CentroidObservations.of(settings, MODEL.map(), 0));
    assertThat(assessment.issued()).isNotEmpty();
    PublishedRecords published = maps.published();
    published.take(record(0, new RecordHeaders()), held, assessment);
    published.send();
    long empty = bytes(context.forwarded().get(0).record());
    context.resetForwards();

    int room = (int) (990_000 - empty - 12 - "site".length());
    published.take(record(0, new RecordHeaders().add("site", new byte[room])), held, assessment);
    published.send();
    assertThat(context.forwarded()).hasSize(1);
    assertThat(bytes(context.forwarded().get(0).record())).isEqualTo(990_000);
    context.resetForwards();
    assertThatThrownBy(
            () ->
                published.take(
                    record(0, new RecordHeaders().add("site", new byte[room + 1])),
                    held,
                    assessment))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a message for "
                + TopologyNodes.FORECASTS_SINK
                + " has 990001 bytes, more than the expected maximum of 990000");
    published.send();
    assertThat(context.forwarded()).isEmpty();
  }

  private static long bytes(Record<? extends byte[], ? extends byte[]> record) {
    long bytes = (long) record.key().length + record.value().length;
    for (var header : record.headers()) {
      bytes += 12 + header.key().length() + header.value().length;
    }
    return bytes;
  }

  @Test
  void whatWasMadeAndNotSentIsForgotten() {
    TopologyConfig config = config("");
    TaskMaps maps = maps(config);
    HeldMonitor held = maps.streams().get(KEY);
    RowAssessment assessment =
        held.monitor.advance(CentroidObservations.of(settings(config), MODEL.map(), 0));
    maps.published().take(record(0, new RecordHeaders()), held, assessment);
    maps.published().clear();
    maps.published().send();
    assertThat(context.forwarded()).isEmpty();
    maps.published().take(record(0, new RecordHeaders()), held, assessment);
    maps.published().send();
    maps.published().send();
    assertThat(context.forwarded()).as("once").hasSize(1);
  }

  @Test
  void incidentsOfTheMapOnTrialGoOutBesideWhereATopicIsNamed() {
    ObjectNode incident = JsonNodeFactory.instance.objectNode().put("incident", "pump-1/7");
    maps(config("")).published().sendBeside(record(0, new RecordHeaders()), incident);
    assertThat(context.forwarded()).isEmpty();

    PublishedRecordsTest named = new PublishedRecordsTest();
    named
        .maps(config("incidents: {topic: pump.incidents}\n"))
        .published()
        .sendBeside(record(3, new RecordHeaders()), incident);
    assertThat(named.sinks()).containsExactly(TopologyNodes.INCIDENTS_SINK);
    Record<? extends byte[], ? extends byte[]> sent = named.context.forwarded().get(0).record();
    assertThat(text(sent.key())).isEqualTo("pump-1/7");
    assertThat(text(sent.value())).isEqualTo("{\"incident\":\"pump-1/7\"}");
    assertThat(sent.timestamp()).isEqualTo(1_003);
  }

  @Test
  void deadLettersSayWhyAndWhereTheyWereRead() {
    PublishedRecords published = maps(config("")).published();
    published.reject(record(0, new RecordHeaders()), RejectCause.of(RejectReason.NOT_NUMERIC, "q"));
    published.putAside(record(1, new RecordHeaders()), new IllegalStateException("n is 3"));
    assertThat(sinks()).containsExactly(TopologyNodes.REJECTS_SINK, TopologyNodes.REJECTS_SINK);
    Record<? extends byte[], ? extends byte[]> refused = context.forwarded().get(0).record();
    assertThat(header(refused, RejectRecords.REASON)).isEqualTo("not-numeric");
    assertThat(header(refused, RejectRecords.FIELD)).isEqualTo("q");
    assertThat(header(refused, RejectRecords.OFFSET)).isEqualTo("41");
    Record<? extends byte[], ? extends byte[]> failed = context.forwarded().get(1).record();
    assertThat(header(failed, RejectRecords.REASON)).isEqualTo("failed");
    assertThat(header(failed, RejectRecords.ERROR)).contains("n is 3");
    assertThat(text(failed.value())).isEqualTo("{}");
  }

  private static String header(Record<? extends byte[], ? extends byte[]> record, String name) {
    return text(record.headers().lastHeader(name).value());
  }
}
