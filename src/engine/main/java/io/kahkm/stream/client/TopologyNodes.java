package io.kahkm.stream.client;

import io.kahkm.config.CertificateConfig;

/** Names of the nodes of the topology, by which processors send what they make. */
public final class TopologyNodes {
  /** The source of readings. */
  public static final String SOURCE = "states";

  /** The source of other forecasters' forecasts. */
  public static final String OTHERS = "others";

  /** The node where they meet the readings. */
  public static final String INPUTS = "inputs";

  public static final String PROCESSOR = "monitor";
  public static final String FORECASTS_SINK = "forecasts";
  public static final String CERTIFICATES_SINK = "certificates";

  /** Where the windows are a fleet's, another processor's results go to the certificates topic. */
  public static final String SKILL_SINK = "skill";

  public static final String REJECTS_SINK = "rejects";
  public static final String INCIDENTS_SINK = "incidents";
  public static final String FLEET_PROCESSOR = "fleet";

  /** The processor that makes rows of tags. */
  public static final String ASSEMBLY = "assembly";

  /** The processor that finds the stream of tags. */
  public static final String ROUTE = "route";

  public static final String TAG_REJECTS_SINK = "tag-rejects";
  public static final String ROUTE_REJECTS_SINK = "route-rejects";
  public static final String FLEET_REJECTS_SINK = "fleet-rejects";

  /** Part of the name of the topic that brings the tags of a stream together. */
  public static final String TAGS_BY_STREAM = "tags-by-stream";

  /** The node that Kafka Streams puts before that topic. */
  public static final String TAGS_FILTER = TAGS_BY_STREAM + "-repartition-filter";

  /** Prefix of the repartition topic and of the nodes on both sides of it. */
  public static final String FLEET_UNITS = "fleet-units";

  /** The node that Kafka Streams puts before the repartition topic. */
  public static final String FLEET_UNITS_FILTER = FLEET_UNITS + "-repartition-filter";

  private TopologyNodes() {}

  /** The sink of what is certified of a stream's forecasts. */
  public static String skillSink(CertificateConfig section) {
    return section.fleet().isPresent() ? SKILL_SINK : CERTIFICATES_SINK;
  }
}
