package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import java.math.BigInteger;

/** What each window of a stream may spend, and after how many units a cumulative one is read. */
final class LevelPlan {
  private static final BigInteger GROWTH = BigInteger.valueOf(11);
  private static final BigInteger TEN = BigInteger.TEN;

  /** 1.1 to this power is more than a long holds. */
  private static final long LARGEST_POWER = 459;

  private final CertificateSettings settings;

  LevelPlan(CertificateSettings settings) {
    this.settings = settings;
  }

  /** Level of a fixed, tumbling or rolling window. */
  double ofWindow(long index) {
    double delta = settings.decision().delta() / settings.decision().family();
    if (settings.window().policy() == WindowPolicy.TUMBLING
        && settings.window().budget() == Budget.FOREVER) {
      double number = index + 1.0;
      return delta / (number * (number + 1));
    }
    return delta;
  }

  /**
   * Level of a checkpoint.
   *
   * @param step j of the checkpoint: its number in the geometric schedule, its units in the other
   */
  double ofCheckpoint(long step) {
    return settings.decision().delta() / settings.decision().family() / (step * (step + 1.0));
  }

  /**
   * The first checkpoint after a number of units. Checkpoints that coincide with an earlier one are
   * passed over and their level is left unspent.
   *
   * @param step the last checkpoint's step, 0 before the first
   * @param units units so far
   * @return its step
   */
  long nextStep(long step, long units) {
    if (settings.window().schedule() == Schedule.EVERY) {
      return Math.max(settings.window().units(), units + 1);
    }
    long next = step + 1;
    while (unitsAt(next) <= units) {
      next++;
    }
    return next;
  }

  /**
   * Units at a checkpoint: ceil(M0 1.1^j) in exact arithmetic, since 10 x 1.1 in doubles is more
   * than 11.
   */
  long unitsAt(long step) {
    return settings.window().schedule() == Schedule.EVERY
        ? step
        : geometric(settings.window().units(), step);
  }

  private static long geometric(int first, long step) {
    int power = (int) Math.min(step, LARGEST_POWER);
    BigInteger scale = TEN.pow(power);
    BigInteger exact = GROWTH.pow(power).multiply(BigInteger.valueOf(first));
    BigInteger units = exact.add(scale).subtract(BigInteger.ONE).divide(scale);
    return units.bitLength() < Long.SIZE ? units.longValue() : Long.MAX_VALUE;
  }

  /** Level of run k = 1, 2, .. of bounds that hold at every moment. */
  double ofRun(long run) {
    double delta = settings.decision().delta() / settings.decision().family();
    return settings.window().budget() == Budget.FOREVER ? delta / (run * (run + 1.0)) : delta;
  }

  /** Units of a run at which its halves are compared: ceil(units 1.1^step). */
  long driftUnits(long step) {
    return geometric(settings.window().units(), step);
  }

  /** The step of the first comparison after a number of units; equal ones are passed over. */
  long nextDrift(long step, long units) {
    long next = step + 1;
    while (driftUnits(next) <= units) {
      next++;
    }
    return next;
  }

  /** Units after which a run publishes whatever the verdict: ceil(1.1^step). */
  long publishUnits(long step) {
    return geometric(1, step);
  }

  /** The step of the first such publication after a number of units. */
  long nextPublish(long step, long units) {
    long next = step + 1;
    while (publishUnits(next) <= units) {
      next++;
    }
    return next;
  }
}
