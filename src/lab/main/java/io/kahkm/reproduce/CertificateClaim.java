package io.kahkm.reproduce;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Verdict;

/** What a certificate claims and may be wrong about, by the alarm whose record claims it. */
enum CertificateClaim {
  PAPER("paper", Bound.PAPER),
  LABEL("label", Bound.LABEL),
  MINIMUM("minimum", Bound.MINIMUM),
  UPPER("upper", Bound.MINIMUM),
  EXCLUDED("EXCLUDED", Bound.MINIMUM),
  ATTAINABLE("ATTAINABLE", Bound.MINIMUM);

  /** Errors this close count as equal where a claim is made without any allowance. */
  private static final double ROUNDING = 1e-9;

  private final String label;
  private final Bound alarm;

  CertificateClaim(String label, Bound alarm) {
    this.label = label;
    this.alarm = alarm;
  }

  String label() {
    return label;
  }

  Bound alarm() {
    return alarm;
  }

  /** Whether a record is wrong; the tolerance makes either verdict wrong. */
  boolean wrong(WindowCertificate record, KnownLaw known) {
    return switch (this) {
      case PAPER, LABEL, MINIMUM -> record.alarm().lower() > known.best().error();
      case UPPER -> record.alarm().upper() < known.error();
      case EXCLUDED -> record.verdict() == Verdict.EXCLUDED;
      case ATTAINABLE -> record.verdict() == Verdict.ATTAINABLE;
    };
  }

  /** Whether it would be wrong with the observed values in place of the confidence bounds. */
  boolean wrongWithoutConfidence(WindowCertificate record, KnownLaw known) {
    double lower = record.alarm().lowerLimit();
    double upper = Math.sqrt(record.displayed().upper().meanSquaredError());
    return switch (this) {
      case PAPER, LABEL, MINIMUM -> lower > known.best().error() + ROUNDING;
      case UPPER -> upper < known.error() - ROUNDING;
      case EXCLUDED -> lower > known.tolerance() + ROUNDING;
      case ATTAINABLE -> upper < known.tolerance() - ROUNDING;
    };
  }
}
