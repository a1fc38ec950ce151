package io.kahkm.reproduce.paper;

import io.kahkm.selection.GridSearch;
import java.util.List;

/** What the candidates of a search are fitted to and scored on. */
enum SearchData {
  DUFFING_REFERENCE,
  DUFFING,
  VAN_DER_POL,
  VAN_DER_POL_WITH_NOISE,
  ACROBOT;

  /** Fits of every candidate at every level of noise, one per seed. */
  int repetitions() {
    return this == ACROBOT ? 1 : OscillatorTrial.RUNS;
  }

  /** Relative training noise. */
  List<Double> noiseLevels() {
    return this == VAN_DER_POL_WITH_NOISE ? OscillatorTrial.LEVELS : List.of(0.0);
  }

  /** The horizons that are scored. */
  List<Integer> horizons() {
    return switch (this) {
      case DUFFING_REFERENCE -> List.of(GridTrials.REFERENCE_HORIZON);
      case ACROBOT -> List.of(GridTrials.ACROBOT_HORIZON);
      case DUFFING, VAN_DER_POL, VAN_DER_POL_WITH_NOISE -> OscillatorTrial.horizons();
    };
  }

  /** Whether published inputs determine the scores. */
  boolean determined() {
    return this != ACROBOT;
  }

  GridSearch.Trial trial(Fits fits) {
    return switch (this) {
      case DUFFING_REFERENCE -> GridTrials.duffingReference(fits);
      case DUFFING -> OscillatorTrial.duffing(fits);
      case VAN_DER_POL, VAN_DER_POL_WITH_NOISE -> OscillatorTrial.vanDerPol(fits);
      case ACROBOT -> GridTrials.acrobot(fits);
    };
  }
}
