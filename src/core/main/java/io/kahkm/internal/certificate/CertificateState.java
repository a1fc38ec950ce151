package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The stored form of a {@link WindowCertificate}; every number keeps its bits. How many streams are
 * missing is not part of it: none ever is from a stream's own windows.
 */
final class CertificateState {
  private final boolean refined;

  /**
   * The stored form of some windows' records.
   *
   * @param refined whether their settings declare more than the first release knew, so that their
   *     records hold more
   */
  CertificateState(boolean refined) {
    this.refined = refined;
  }

  void write(WindowCertificate certificate, StateWriter writer) {
    writer.putString(certificate.extent().sampling().label());
    writer.putString(certificate.extent().policy().label());
    writer.putLong(certificate.extent().index());
    writer.putLong(certificate.extent().from());
    writer.putLong(certificate.extent().to());
    writer.putCount(certificate.counts().units());
    writer.putLong(certificate.counts().pairs());
    writer.putLong(certificate.counts().skippedUnits());
    writer.putDouble(certificate.averages().fHat());
    writer.putDouble(certificate.averages().bHat());
    writer.putDouble(certificate.averages().sHat());
    writer.putDouble(certificate.averages().sPair());
    writer.putInt(certificate.counts().ofClasses().size());
    for (long count : certificate.counts().ofClasses()) {
      writer.putLong(count);
    }
    writer.putDouble(certificate.closureNorm());
    writer.putInt(certificate.displayed().rows().size());
    for (WindowCertificate.Row row : certificate.displayed().rows()) {
      write(row, writer);
    }
    write(certificate.displayed().upper(), writer);
    if (refined) {
      writer.putBoolean(certificate.displayed().capped().isPresent());
      certificate.displayed().capped().ifPresent(capped -> write(capped, writer));
      writer.putBoolean(certificate.displayed().evaluable().isPresent());
    }
    if (certificate.displayed().evaluable().isPresent()) {
      writer.putDouble(certificate.displayed().assignmentBound().orElseThrow());
      write(certificate.displayed().evaluable().get(), writer);
    }
    writer.putBoolean(certificate.displayed().margins().isPresent());
    certificate.displayed().margins().ifPresent(margins -> write(margins, writer));
    write(certificate.alarm(), writer);
    writer.putDouble(certificate.checks().outsideShare());
    writer.putDouble(certificate.checks().retainedVariation());
    write(certificate.checks().retainedVariationLow(), writer);
    writer.putDouble(certificate.checks().dependence());
    if (!refined) {
      return;
    }
    writer.putBoolean(certificate.anytime().isPresent());
    certificate.anytime().ifPresent(run -> write(run, writer));
    writer.putBoolean(certificate.horizons().isPresent());
    certificate.horizons().ifPresent(horizons -> write(horizons, writer));
  }

  private void write(OptionalDouble value, StateWriter writer) {
    writer.putBoolean(value.isPresent());
    writer.putDouble(value.orElse(0));
  }

  private OptionalDouble readOptional(StateReader reader) {
    boolean present = reader.getBoolean();
    double value = reader.getDouble();
    return present ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  WindowCertificate read(StateReader reader, int missing) {
    try {
      return parse(reader, missing);
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("certificate: " + e.getMessage());
    }
  }

  private WindowCertificate parse(StateReader reader, int missing) {
    Sampling sampling = Sampling.of(reader.getText());
    WindowPolicy policy = WindowPolicy.of(reader.getText());
    long index = reader.getLong();
    long from = reader.getLong();
    long to = reader.getLong();
    long units = reader.getCount("units");
    long pairs = reader.getLong();
    long skipped = reader.getLong();
    WindowCertificate.Averages averages = readAverages(reader);
    List<Long> counts = new ArrayList<>();
    int classes = reader.getInt(1, WindowStatistics.MAXIMUM_CLASSES, "classes");
    for (int c = 0; c < classes; c++) {
      counts.add(reader.getLong());
    }
    double norm = reader.getDouble();
    List<WindowCertificate.Row> rows = new ArrayList<>();
    int count = reader.getInt(0, Integer.MAX_VALUE, "rows");
    for (int i = 0; i < count; i++) {
      rows.add(readRow(reader));
    }
    UpperBound upper = readUpper(reader);
    Optional<CappedBound> capped =
        refined && reader.getBoolean() ? Optional.of(readCapped(reader)) : Optional.empty();
    OptionalDouble assignment = OptionalDouble.empty();
    Optional<EvaluableRisk> evaluable = Optional.empty();
    if (!refined || reader.getBoolean()) {
      assignment = OptionalDouble.of(reader.getDouble());
      evaluable = Optional.of(readEvaluable(reader));
    }
    Optional<Margins> margins =
        reader.getBoolean() ? Optional.of(readMargins(reader)) : Optional.empty();
    WindowCertificate.Alarm alarm = readAlarm(reader);
    WindowCertificate.Checks checks = readChecks(reader);
    Optional<AnytimeRun> anytime =
        refined && reader.getBoolean() ? Optional.of(readRun(reader)) : Optional.empty();
    Optional<HorizonCertificate> horizons =
        refined && reader.getBoolean() ? Optional.of(readHorizons(reader)) : Optional.empty();
    return new WindowCertificate(
        new WindowCertificate.Extent(sampling, policy, index, from, to),
        new WindowCertificate.Counts(units, pairs, skipped, missing, counts),
        averages,
        norm,
        new WindowCertificate.Displayed(rows, upper, capped, assignment, evaluable, margins),
        alarm,
        checks,
        anytime,
        horizons);
  }

  private void write(WindowCertificate.Row row, StateWriter writer) {
    writer.putDouble(row.kappa());
    if (refined) {
      writer.putBoolean(row.paper().isPresent());
    }
    if (row.paper().isPresent()) {
      write(row.paper().get(), writer);
      write(row.label().orElseThrow(), writer);
      write(row.minimum().orElseThrow(), writer);
      writer.putDouble(row.plugInLimit().orElseThrow());
    }
    if (refined) {
      writer.putBoolean(row.tight().isPresent());
      row.tight().ifPresent(tight -> write(tight, writer));
    }
  }

  private static void write(PaperBound paper, StateWriter writer) {
    writer.putDouble(paper.delta());
    writer.putDouble(paper.radius());
    writer.putDouble(paper.lossUpper());
    writer.putDouble(paper.varianceLower());
    writer.putDouble(paper.lower());
  }

  private static void write(LabelBound label, StateWriter writer) {
    writer.putDouble(label.delta());
    writer.putDouble(label.varianceLower());
    writer.putDouble(label.lossUpper());
    writer.putDouble(label.lower());
  }

  private static void write(MinimumBound minimum, StateWriter writer) {
    writer.putDouble(minimum.delta());
    writer.putDouble(minimum.risk());
    writer.putDouble(minimum.gap());
    writer.putDouble(minimum.lower());
  }

  private WindowCertificate.Row readRow(StateReader reader) {
    double kappa = reader.getDouble();
    boolean fixed = !refined || reader.getBoolean();
    return new WindowCertificate.Row(
        kappa,
        fixed ? Optional.of(readPaper(reader)) : Optional.empty(),
        fixed ? Optional.of(readLabel(reader)) : Optional.empty(),
        fixed ? Optional.of(readMinimum(reader)) : Optional.empty(),
        fixed ? OptionalDouble.of(reader.getDouble()) : OptionalDouble.empty(),
        refined && reader.getBoolean() ? Optional.of(readTight(reader)) : Optional.empty());
  }

  // Arguments of a constructor are evaluated from left to right, in the order of writing.
  private static WindowCertificate.Averages readAverages(StateReader reader) {
    return new WindowCertificate.Averages(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  private WindowCertificate.Checks readChecks(StateReader reader) {
    return new WindowCertificate.Checks(
        reader.getDouble(), reader.getDouble(), readOptional(reader), reader.getDouble());
  }

  private static PaperBound readPaper(StateReader reader) {
    return new PaperBound(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble());
  }

  private static LabelBound readLabel(StateReader reader) {
    return new LabelBound(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  private static MinimumBound readMinimum(StateReader reader) {
    return new MinimumBound(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  private void write(TightBound tight, StateWriter writer) {
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

  private TightBound readTight(StateReader reader) {
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

  private void write(CappedBound capped, StateWriter writer) {
    writer.putDouble(capped.delta());
    writer.putDouble(capped.cap());
    writer.putDouble(capped.meanSquaredError());
    writer.putString(capped.rule().label());
    writer.putDouble(capped.upper());
    writer.putDouble(capped.exceedShare());
  }

  private CappedBound readCapped(StateReader reader) {
    return new CappedBound(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        UpperRule.of(reader.getText()),
        reader.getDouble(),
        reader.getDouble());
  }

  private void write(AnytimeRun run, StateWriter writer) {
    writer.putInt(run.restart());
    writer.putString(run.cause().label());
    writer.putLong(run.since());
    writer.putDouble(run.bestLower());
    writer.putDouble(run.bestUpper());
    write(run.bestCapped(), writer);
  }

  private AnytimeRun readRun(StateReader reader) {
    return new AnytimeRun(
        reader.getInt(),
        RestartCause.of(reader.getText()),
        reader.getLong(),
        reader.getDouble(),
        reader.getDouble(),
        readOptional(reader));
  }

  private void write(HorizonCertificate horizons, StateWriter writer) {
    writer.putDouble(horizons.delta());
    writer.putInt(horizons.starts());
    writer.putInt(horizons.claims().ok());
    writer.putInt(horizons.claims().stop());
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
    }
  }

  private HorizonCertificate readHorizons(StateReader reader) {
    double delta = reader.getDouble();
    int starts = reader.getInt();
    HorizonClaims claims = new HorizonClaims(reader.getInt(), reader.getInt());
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
              reader.getBoolean() ? Optional.of(readCapped(reader)) : Optional.empty()));
    }
    return new HorizonCertificate(delta, starts, claims, before, rows);
  }

  private void write(UpperBound upper, StateWriter writer) {
    writer.putDouble(upper.delta());
    writer.putDouble(upper.meanSquaredError());
    writer.putDouble(upper.range());
    if (refined) {
      writer.putString(upper.rule().label());
    }
    writer.putDouble(upper.upper());
  }

  private UpperBound readUpper(StateReader reader) {
    return new UpperBound(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        refined ? UpperRule.of(reader.getText()) : UpperRule.ENTROPY,
        reader.getDouble());
  }

  private void write(EvaluableRisk risk, StateWriter writer) {
    writer.putDouble(risk.prototypeDiameter());
    writer.putDouble(risk.closureDistance());
    writer.putDouble(risk.lossUpper());
    writer.putDouble(risk.varianceUpper());
    writer.putDouble(risk.differenceUpper());
    writer.putDouble(risk.bound());
    writer.putDouble(risk.delta());
  }

  private EvaluableRisk readEvaluable(StateReader reader) {
    return new EvaluableRisk(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble());
  }

  private void write(Margins margins, StateWriter writer) {
    writer.putDoubles(margins.thresholds().stream().mapToDouble(v -> v).toArray());
    writer.putDoubles(margins.failureShares().stream().mapToDouble(v -> v).toArray());
    writer.putDouble(margins.aGeom());
    writer.putDouble(margins.uGeom());
  }

  private Margins readMargins(StateReader reader) {
    return new Margins(
        boxed(reader.getDoubles()),
        boxed(reader.getDoubles()),
        reader.getDouble(),
        reader.getDouble());
  }

  private List<Double> boxed(double[] values) {
    List<Double> list = new ArrayList<>(values.length);
    for (double value : values) {
      list.add(value);
    }
    return list;
  }

  private void write(WindowCertificate.Alarm alarm, StateWriter writer) {
    writer.putString(alarm.bound().label());
    writer.putDouble(alarm.kappa());
    writer.putDouble(alarm.tolerance());
    writer.putDouble(alarm.level());
    if (refined) {
      writer.putBoolean(alarm.tight().isPresent());
      alarm.tight().ifPresent(tight -> write(tight, writer));
    }
    writer.putDouble(alarm.lower());
    writer.putDouble(alarm.lowerLimit());
    writer.putDouble(alarm.upper());
    if (refined) {
      write(alarm.upperCapped(), writer);
    }
    writer.putString(alarm.verdict().label());
    writer.putString(alarm.reason().label());
  }

  private WindowCertificate.Alarm readAlarm(StateReader reader) {
    return new WindowCertificate.Alarm(
        Bound.of(reader.getText()),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        refined && reader.getBoolean() ? Optional.of(readTight(reader)) : Optional.empty(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        refined ? readOptional(reader) : OptionalDouble.empty(),
        Verdict.of(reader.getText()),
        Reason.of(reader.getText()));
  }
}
