package io.kahkm.stream;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.topology.CertificateConfig;
import io.kahkm.topology.CoordinateFormat;
import io.kahkm.topology.OutputFormat;
import io.kahkm.topology.TopologyConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of the forecasts and the certificates topic in the formats that the topology
 * file names. Keeps a workspace between calls: one owner, not thread-safe.
 */
final class ResultOutput {
  private final JsonOutput json;

  /** Null where forecasts are JSON. */
  private final @Nullable AvroOutput forecasts;

  /** Null where certificates are JSON. */
  private final @Nullable AvroOutput certificates;

  /**
   * Creates a writer.
   *
   * @param config the topology file
   * @param map the map all outputs rest on
   */
  ResultOutput(TopologyConfig config, KahmMap map) {
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
  }

  /** How forecasts are written. */
  OutputFormat forecastFormat() {
    return forecasts == null ? OutputFormat.JSON : OutputFormat.AVRO;
  }

  /** How certificates are written. */
  OutputFormat certificateFormat() {
    return certificates == null ? OutputFormat.JSON : OutputFormat.AVRO;
  }

  /**
   * The forecasts issued at one state.
   *
   * @param stream stream id
   * @param assessment with at least one issued forecast
   * @return the record's value
   */
  byte[] forecasts(String stream, Assessment assessment) {
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
  byte[] certificate(String stream, WindowCertificate certificate) {
    byte[] value = json.certificate(stream, certificate);
    return certificates == null ? value : certificates.write(value);
  }
}
