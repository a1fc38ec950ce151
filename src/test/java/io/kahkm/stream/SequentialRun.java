package io.kahkm.stream;

import io.kahkm.monitor.Assessment;
import io.kahkm.monitor.Observation;
import io.kahkm.monitor.StreamMonitor;
import io.kahkm.stream.config.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The plain loop every other way of running is compared with. */
final class SequentialRun {
  final Map<String, StreamMonitor> monitors = new TreeMap<>();
  final Map<String, List<byte[]>> forecasts = new TreeMap<>();
  final Map<String, List<byte[]>> certificates = new TreeMap<>();

  private final MonitorBlueprint blueprint;
  private final InputParser parser;
  private final JsonOutput output;

  SequentialRun(TopologyConfig config, MonitorBlueprint blueprint) {
    this.blueprint = blueprint;
    parser = new InputParser(config.input(), blueprint.model().map().sensors().size());
    output =
        new JsonOutput(blueprint.model().map().fingerprint(), config.forecasts().coordinates());
  }

  SequentialRun takeAll(List<SimulatedInput.Message> messages) {
    messages.forEach(message -> take(message.stream(), message.value()));
    return this;
  }

  void take(String stream, byte[] value) {
    if (!(parser.parse(value, 0) instanceof ParsedInput.Accepted accepted)) {
      return;
    }
    Observation observation = accepted.observation();
    StreamMonitor monitor =
        monitors.computeIfAbsent(
            stream, name -> StreamMonitor.create(blueprint.settings(), blueprint.model()));
    Assessment assessment = monitor.advance(observation);
    if (!assessment.admission().changesState()) {
      return;
    }
    if (!assessment.issued().isEmpty()) {
      forecasts
          .computeIfAbsent(stream, name -> new ArrayList<>())
          .add(output.forecasts(stream, assessment));
    }
    assessment
        .certificates()
        .forEach(
            certificate ->
                certificates
                    .computeIfAbsent(stream, name -> new ArrayList<>())
                    .add(output.certificate(stream, certificate)));
  }
}
