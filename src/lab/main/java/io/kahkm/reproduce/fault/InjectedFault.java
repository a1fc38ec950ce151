package io.kahkm.reproduce.fault;

/** An ordinary fault of one sensor, put into its sound readings from a row on. */
enum InjectedFault {
  STUCK("stuck") {
    @Override
    double reading(Sound sound, int row) {
      return sound.readings[ONSET];
    }
  },
  BIAS_HALF("bias of 0.5") {
    @Override
    double reading(Sound sound, int row) {
      return sound.readings[row] + 0.5 * sound.deviation;
    }
  },
  BIAS_ONE("bias of 1") {
    @Override
    double reading(Sound sound, int row) {
      return sound.readings[row] + sound.deviation;
    }
  },
  BIAS_TWO("bias of 2") {
    @Override
    double reading(Sound sound, int row) {
      return sound.readings[row] + 2 * sound.deviation;
    }
  },
  DRIFT("drift to 2") {
    @Override
    double reading(Sound sound, int row) {
      double share = (double) (row - ONSET) / (ROWS - ONSET - 1);
      return sound.readings[row] + 2 * share * sound.deviation;
    }
  },
  NOISY("noise of 0.5") {
    @Override
    double reading(Sound sound, int row) {
      return sound.readings[row] + 0.5 * sound.noise[row] * sound.deviation;
    }
  },
  OTHER("its own readings, 700 rows later") {
    @Override
    double reading(Sound sound, int row) {
      return sound.readings[row + ROWS];
    }
  };

  /** Rows of a stream; the readings are known for as many more. */
  static final int ROWS = 700;

  /** Sound rows before the fault. */
  static final int ONSET = 500;

  final String words;

  InjectedFault(String words) {
    this.words = words;
  }

  /** What a sensor would have read. Arrays are not modified. */
  static final class Sound {
    private final double[] readings;
    private final double[] noise;
    private final double deviation;

    /**
     * Keeps the arrays.
     *
     * @param readings {@code 2 * ROWS} of them
     * @param noise standard normal, {@code ROWS} of them
     * @param deviation of the readings that were fitted
     */
    Sound(double[] readings, double[] noise, double deviation) {
      this.readings = readings;
      this.noise = noise;
      this.deviation = deviation;
    }
  }

  /** What the faulty sensor reads in a row from the onset on. */
  abstract double reading(Sound sound, int row);
}
