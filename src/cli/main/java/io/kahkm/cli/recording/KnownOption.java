package io.kahkm.cli.recording;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.StateData;
import io.kahkm.config.KnownConfig;
import io.kahkm.internal.numeric.Episodes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What --known says: sensors whose later values are known when forecasts are made. */
final class KnownOption {
  private KnownOption() {}

  /**
   * Reads the option.
   *
   * @param given its words; null for what the topology file says
   * @param options how the rows are read
   * @param input the rows
   * @return names of sensors, possibly none
   * @throws UsageException if one is no sensor, or rows are pairs
   * @throws DataException if one never changes, so that its later values say nothing
   */
  static List<String> of(@Nullable List<String> given, InputOptions options, StateData input) {
    List<String> known = names(given, options);
    for (String name : known) {
      if (input.pairs()) {
        throw new UsageException("--known needs rows in order, --next gives pairs");
      }
      if (isConstant(input.episodes(), options.state.indexOf(name))) {
        throw new DataException(
            options.input
                + ": the known input "
                + name
                + " never changes, so that nothing shows what its later values do: leave it out of"
                + " --known, or of forecasts.known of the topology file");
      }
    }
    return known;
  }

  /**
   * The sensors' names, as far as they can be checked without rows.
   *
   * @throws UsageException if one is no sensor
   */
  static List<String> names(@Nullable List<String> given, InputOptions options) {
    List<String> known =
        given != null
            ? given
            : options
                .topologyFile()
                .map(config -> config.forecasts().known().sensors())
                .orElse(List.of());
    for (String name : known) {
      if (!options.state.contains(name)) {
        throw new UsageException("--known " + KnownConfig.unknown(name, options.state));
      }
    }
    return known;
  }

  private static boolean isConstant(Episodes episodes, int sensor) {
    double first = episodes.state(0, 0)[sensor];
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t < episodes.length(e); t++) {
        if (episodes.state(e, t)[sensor] != first) {
          return false;
        }
      }
    }
    return true;
  }
}
