package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.config.OtherConfig;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The option {@code --others}: who made the forecasts of a file, and the file itself. */
final class ForecastFiles {
  private ForecastFiles() {}

  /**
   * Who made a file's forecasts: the forecaster that the topology file names like the file, else
   * one that is judged only, at all horizons.
   *
   * @param path the file
   * @param topology the topology file, where there is one
   * @param model whose forecasts are compared with them
   * @param horizons that are asked for
   * @throws UsageException if the model has no forecast to compare with, or to mix them with
   */
  static OtherForecaster forecaster(
      String path, Optional<TopologyConfig> topology, Model model, List<Integer> horizons) {
    String name = ForecastFile.name(path);
    OtherForecaster declared = topology.flatMap(config -> declared(config, name)).orElse(null);
    List<Integer> asked =
        horizons.stream().filter(h -> declared == null || declared.horizons().contains(h)).toList();
    if (declared != null && asked.isEmpty()) {
      throw new UsageException(
          "--others: "
              + name
              + " forecasts the horizons "
              + declared.horizons()
              + ", asked for are "
              + horizons);
    }
    for (int horizon : asked) {
      if (!model.readoutHorizons().contains(horizon)) {
        throw new UsageException(
            "--others needs a model that forecasts the sensors "
                + horizon
                + " steps ahead; fit it again with --horizons "
                + horizon);
      }
      if (declared != null && declared.used() && !MonitorWorkspace.mixes(model, horizon)) {
        throw new UsageException(
            "--others: forecasts of "
                + name
                + " are to be mixed, those of the model for "
                + horizon
                + " steps ahead are not; fit it again with this release");
      }
    }
    return new OtherForecaster(name, asked, declared != null && declared.used());
  }

  /** Whom a topology file names so. */
  static Optional<OtherForecaster> declared(TopologyConfig config, String name) {
    return config.forecasts().others().stream()
        .filter(other -> other.name().equals(name))
        .map(OtherConfig::forecaster)
        .findFirst();
  }

  /**
   * Reads a file with the columns of the readings.
   *
   * @param path the file
   * @param data the readings' options
   * @param forecaster who made its forecasts
   * @throws IOException if it cannot be read
   */
  static ForecastFile read(String path, InputOptions data, OtherForecaster forecaster)
      throws IOException {
    return ForecastFile.read(
        path,
        data.timing.time,
        data.timing.timeUnit,
        Optional.ofNullable(data.stream),
        data.state,
        forecaster);
  }
}
