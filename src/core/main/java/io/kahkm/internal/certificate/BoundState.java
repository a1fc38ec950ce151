package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.RestartCause;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The stored form of the bounds in a certificate: each is written and read in one order, whatever
 * the settings. Constructors' arguments are evaluated from left to right, in the order of writing.
 */
final class BoundState {
  private BoundState() {}

  static void write(OptionalDouble value, StateWriter writer) {
    writer.putBoolean(value.isPresent());
    writer.putDouble(value.orElse(0));
  }

  static OptionalDouble readOptional(StateReader reader) {
    boolean present = reader.getBoolean();
    double value = reader.getDouble();
    return present ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  static void write(PaperBound paper, StateWriter writer) {
    writer.putDouble(paper.delta());
    writer.putDouble(paper.radius());
    writer.putDouble(paper.lossUpper());
    writer.putDouble(paper.varianceLower());
    writer.putDouble(paper.lower());
  }

  static PaperBound readPaper(StateReader reader) {
    return new PaperBound(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble());
  }

  static void write(LabelBound label, StateWriter writer) {
    writer.putDouble(label.delta());
    writer.putDouble(label.varianceLower());
    writer.putDouble(label.lossUpper());
    writer.putDouble(label.lower());
  }

  static LabelBound readLabel(StateReader reader) {
    return new LabelBound(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  static void write(MinimumBound minimum, StateWriter writer) {
    writer.putDouble(minimum.delta());
    writer.putDouble(minimum.risk());
    writer.putDouble(minimum.gap());
    writer.putDouble(minimum.lower());
  }

  static MinimumBound readMinimum(StateReader reader) {
    return new MinimumBound(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  static void write(TightBound tight, StateWriter writer) {
    writer.putDouble(tight.delta());
    writer.putDouble(tight.lowerRidge());
    writer.putDouble(tight.distance());
    writer.putDouble(tight.meanLoss());
    writer.putDouble(tight.meanSquare());
    writer.putDouble(tight.largestLoss());
    writer.putDouble(tight.leverage());
    writer.putInt(tight.pilot());
    writer.putDoubles(tight.wagers());
    writer.putDouble(tight.lower());
  }

  static TightBound readTight(StateReader reader) {
    return new TightBound(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getInt(),
        boxed(reader.getDoubles()),
        reader.getDouble());
  }

  static void write(CappedBound capped, StateWriter writer) {
    writer.putDouble(capped.delta());
    writer.putDouble(capped.cap());
    writer.putDouble(capped.meanSquaredError());
    writer.putString(capped.rule().label());
    writer.putDouble(capped.upper());
    writer.putDouble(capped.exceedShare());
  }

  static CappedBound readCapped(StateReader reader) {
    return new CappedBound(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        UpperRule.of(reader.getText()),
        reader.getDouble(),
        reader.getDouble());
  }

  static void write(EvaluableRisk risk, StateWriter writer) {
    writer.putDouble(risk.prototypeDiameter());
    writer.putDouble(risk.closureDistance());
    writer.putDouble(risk.lossUpper());
    writer.putDouble(risk.varianceUpper());
    writer.putDouble(risk.differenceUpper());
    writer.putDouble(risk.bound());
    writer.putDouble(risk.delta());
  }

  static EvaluableRisk readEvaluable(StateReader reader) {
    return new EvaluableRisk(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble());
  }

  static void write(Margins margins, StateWriter writer) {
    writer.putDoubles(margins.thresholds().stream().mapToDouble(v -> v).toArray());
    writer.putDoubles(margins.failureShares().stream().mapToDouble(v -> v).toArray());
    writer.putDouble(margins.aGeom());
    writer.putDouble(margins.uGeom());
  }

  static Margins readMargins(StateReader reader) {
    return new Margins(
        boxed(reader.getDoubles()),
        boxed(reader.getDoubles()),
        reader.getDouble(),
        reader.getDouble());
  }

  private static List<Double> boxed(double[] values) {
    List<Double> list = new ArrayList<>(values.length);
    for (double value : values) {
      list.add(value);
    }
    return list;
  }

  static void write(AnytimeRun run, StateWriter writer) {
    writer.putInt(run.restart());
    writer.putString(run.cause().label());
    writer.putLong(run.since());
    writer.putDouble(run.bestLower());
    writer.putDouble(run.bestUpper());
    write(run.bestCapped(), writer);
  }

  static AnytimeRun readRun(StateReader reader) {
    return new AnytimeRun(
        reader.getInt(),
        RestartCause.of(reader.getText()),
        reader.getLong(),
        reader.getDouble(),
        reader.getDouble(),
        readOptional(reader));
  }

  static void write(HorizonCertificate horizons, StateWriter writer) {
    writer.putDouble(horizons.delta());
    // Earlier versions knew no bound of persistence: they wrote the starts, 1 or more.
    writer.putInt(~horizons.starts());
    writer.putInt(horizons.claims().ok());
    writer.putInt(horizons.claims().stop());
    writer.putInt(horizons.claims().trusted().size());
    horizons.claims().trusted().forEach(writer::putInt);
    writer.putInt(horizons.before());
    writer.putInt(horizons.rows().size());
    for (HorizonBound row : horizons.rows()) {
      writer.putInt(row.horizon());
      writer.putLong(row.units());
      writer.putLong(row.pairs());
      writer.putDouble(row.kappa());
      writer.putDouble(row.range());
      writer.putDouble(row.meanSquaredError());
      write(row.lower(), writer);
      write(row.upper(), writer);
      writer.putString(row.rule().label());
      writer.putBoolean(row.capped().isPresent());
      row.capped().ifPresent(capped -> write(capped, writer));
      write(row.persistence(), writer);
    }
  }

  static HorizonCertificate readHorizons(StateReader reader) {
    double delta = reader.getDouble();
    int starts = reader.getInt();
    boolean compared = starts < 0;
    int ok = reader.getInt();
    int stop = reader.getInt();
    List<Integer> trusted = new ArrayList<>();
    int trustedCount = compared ? reader.getInt(0, HorizonSettings.LARGEST, "trusted horizons") : 0;
    for (int i = 0; i < trustedCount; i++) {
      trusted.add(reader.getInt());
    }
    int before = reader.getInt();
    List<HorizonBound> rows = new ArrayList<>();
    int count = reader.getInt(0, HorizonSettings.LARGEST, "horizons");
    for (int i = 0; i < count; i++) {
      rows.add(
          new HorizonBound(
              reader.getInt(),
              reader.getLong(),
              reader.getLong(),
              reader.getDouble(),
              reader.getDouble(),
              reader.getDouble(),
              readOptional(reader),
              readOptional(reader),
              UpperRule.of(reader.getText()),
              reader.getBoolean() ? Optional.of(readCapped(reader)) : Optional.empty(),
              compared ? readOptional(reader) : OptionalDouble.empty()));
    }
    return new HorizonCertificate(
        delta, compared ? ~starts : starts, new HorizonClaims(ok, stop, trusted), before, rows);
  }
}
