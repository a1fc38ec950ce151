package io.kahkm.stream.output;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.CoordinateFormat;
import io.kahkm.config.OutputFormat;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.topology.TopologyConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of the forecasts and the certificates topic in the formats that the topology
 * file names. Keeps a workspace between calls: one owner, not thread-safe.
 */
public final class ResultOutput {
  private final JsonOutput json;
  private final boolean publishesSkill;

  /** Null where forecasts are JSON. */
  private final @Nullable AvroOutput forecasts;

  /** Null where certificates are JSON. */
  private final @Nullable AvroOutput certificates;

  /** Null with them. */
  private final @Nullable AvroOutput skill;

  /**
   * Creates a writer.
   *
   * @param config the topology file
   * @param map the map all outputs rest on
   */
  public ResultOutput(TopologyConfig config, KahmMap map) {
    boolean avro = config.forecasts().format() == OutputFormat.AVRO;
    CoordinateFormat coordinates = config.forecasts().coordinates();
    // Avro has arrays of numbers that are as short as Base64.
    json =
        new JsonOutput(
            map,
            avro && coordinates != CoordinateFormat.NONE ? CoordinateFormat.TEXT : coordinates);
    forecasts = avro ? new AvroOutput("forecasts") : null;
    certificates =
        config.certificates().map(CertificateConfig::format).equals(Optional.of(OutputFormat.AVRO))
            ? new AvroOutput("certificates")
            : null;
    skill = certificates == null ? null : new AvroOutput("skill");
    publishesSkill = config.certificates().isPresent();
  }

  /** Whether an observation is published with what is certified of its stream's forecasts. */
  public boolean publishesSkill(RowAssessment assessment) {
    return publishesSkill && assessment.skillDue();
  }

  /** How forecasts are written. */
  public OutputFormat forecastFormat() {
    return forecasts == null ? OutputFormat.JSON : OutputFormat.AVRO;
  }

  /** How certificates are written. */
  public OutputFormat certificateFormat() {
    return certificates == null ? OutputFormat.JSON : OutputFormat.AVRO;
  }

  /**
   * The forecasts issued at one state.
   *
   * @param stream stream id
   * @param assessment with at least one issued forecast
   * @return the record's value
   */
  public byte[] forecasts(String stream, RowAssessment assessment) {
    byte[] value = json.forecasts(stream, assessment);
    return forecasts == null ? value : forecasts.write(value);
  }

  /**
   * One closed window.
   *
   * @param stream stream id
   * @param certificate the window; its times are nanoseconds, as the monitor's
   * @return the record's value
   */
  public byte[] certificate(String stream, WindowCertificate certificate) {
    byte[] value = json.certificate(stream, certificate);
    return certificates == null ? value : certificates.write(value);
  }

  /**
   * What is certified of a stream's forecasts.
   *
   * @param stream stream id
   * @param status the stream's, as of the present observation
   * @return the record's value
   */
  public byte[] skill(String stream, ForecasterStatus status) {
    byte[] value = json.skill(stream, status);
    return skill == null ? value : skill.write(value);
  }
}
