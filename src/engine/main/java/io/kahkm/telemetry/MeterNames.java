package io.kahkm.telemetry;

import io.kahkm.decode.RejectReason;
import io.kahkm.telemetry.meter.CertificateMeters;
import io.kahkm.telemetry.meter.ForecastMeters;
import io.kahkm.telemetry.meter.Meter;
import io.kahkm.telemetry.meter.MeterTable;
import io.kahkm.telemetry.meter.ReadingMeters;
import io.kahkm.telemetry.meter.RoleMeters;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every meter of the engine, whose names are public interface.
 *
 * <p>Where a meter carries {@code stream}, the limit of {@link TelemetrySettings#streams()}
 * applies; meters without it cover every stream of the instance.
 */
public final class MeterNames {
  /** Reasons of the rejects topic, a closed set. */
  public static final List<String> REJECT_REASONS =
      Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();

  static final Meter ENCODE_SECONDS =
      Meter.histogram(
          "kahkm_encode_seconds",
          "Seconds to encode one reading into soft coordinates, every reading measured.");
  static final Meter UPDATE_SECONDS =
      Meter.histogram(
          "kahkm_update_seconds",
          "Seconds from an encoded reading to closure, statistics, certificates and forecasts"
              + " brought up to date, every record measured.");
  static final Meter END_TO_END_LATENCY_SECONDS =
      Meter.histogram(
          "kahkm_end_to_end_latency_seconds",
          "Seconds from a record's broker timestamp to the engine having processed it, before its"
              + " outputs are committed; assumes that the clocks of broker, producer and engine"
              + " agree, differences below 0 count as 0.");

  private static final List<Meter> ALL =
      Stream.concat(
              Stream.of(ENCODE_SECONDS, UPDATE_SECONDS, END_TO_END_LATENCY_SECONDS),
              Stream.of(
                      EngineMeters.COUNTS,
                      EngineMeters.STREAMS,
                      TagMeters.METERS,
                      StreamSamples.METERS,
                      ReadingMeters.READINGS,
                      ReadingMeters.ALARMS,
                      ReadingMeters.RELATIONS,
                      ReadingMeters.FAULTS,
                      ReadingMeters.SENSORS,
                      CertificateMeters.WINDOWS,
                      CertificateMeters.HORIZONS,
                      CertificateMeters.FLEETS,
                      ForecastMeters.HORIZONS,
                      StreamSamples.DUE,
                      ForecastMeters.CLAIMS,
                      ForecastMeters.LOST,
                      ForecastMeters.OTHERS,
                      AlertCounts.METERS,
                      EngineMeters.MAPS,
                      EngineMeters.ROLES,
                      StreamSamples.PROMOTED,
                      RoleMeters.ROLES,
                      RoleMeters.TRIALS)
                  .flatMap(MeterTable::meters))
          .toList();

  private MeterNames() {}

  /**
   * Every meter of the engine.
   *
   * @return immutable list in the order of the reference
   */
  public static List<Meter> all() {
    return ALL;
  }
}
