package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
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
      certificate.displayed().capped().ifPresent(capped -> BoundState.write(capped, writer));
      writer.putBoolean(certificate.displayed().evaluable().isPresent());
    }
    if (certificate.displayed().evaluable().isPresent()) {
      writer.putDouble(certificate.displayed().assignmentBound().orElseThrow());
      BoundState.write(certificate.displayed().evaluable().get(), writer);
    }
    writer.putBoolean(certificate.displayed().margins().isPresent());
    certificate.displayed().margins().ifPresent(margins -> BoundState.write(margins, writer));
    write(certificate.alarm(), writer);
    writer.putDouble(certificate.checks().outsideShare());
    writer.putDouble(certificate.checks().retainedVariation());
    BoundState.write(certificate.checks().retainedVariationLow(), writer);
    writer.putDouble(certificate.checks().dependence());
    if (!refined) {
      return;
    }
    writer.putBoolean(certificate.anytime().isPresent());
    certificate.anytime().ifPresent(run -> BoundState.write(run, writer));
    writer.putBoolean(certificate.horizons().isPresent());
    certificate.horizons().ifPresent(horizons -> BoundState.write(horizons, writer));
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
        refined && reader.getBoolean()
            ? Optional.of(BoundState.readCapped(reader))
            : Optional.empty();
    OptionalDouble assignment = OptionalDouble.empty();
    Optional<EvaluableRisk> evaluable = Optional.empty();
    if (!refined || reader.getBoolean()) {
      assignment = OptionalDouble.of(reader.getDouble());
      evaluable = Optional.of(BoundState.readEvaluable(reader));
    }
    Optional<Margins> margins =
        reader.getBoolean() ? Optional.of(BoundState.readMargins(reader)) : Optional.empty();
    WindowCertificate.Alarm alarm = readAlarm(reader);
    WindowCertificate.Checks checks = readChecks(reader);
    Optional<AnytimeRun> anytime =
        refined && reader.getBoolean() ? Optional.of(BoundState.readRun(reader)) : Optional.empty();
    Optional<HorizonCertificate> horizons =
        refined && reader.getBoolean()
            ? Optional.of(BoundState.readHorizons(reader))
            : Optional.empty();
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
      BoundState.write(row.paper().get(), writer);
      BoundState.write(row.label().orElseThrow(), writer);
      BoundState.write(row.minimum().orElseThrow(), writer);
      writer.putDouble(row.plugInLimit().orElseThrow());
    }
    if (refined) {
      writer.putBoolean(row.tight().isPresent());
      row.tight().ifPresent(tight -> BoundState.write(tight, writer));
    }
  }

  private WindowCertificate.Row readRow(StateReader reader) {
    double kappa = reader.getDouble();
    boolean fixed = !refined || reader.getBoolean();
    return new WindowCertificate.Row(
        kappa,
        fixed ? Optional.of(BoundState.readPaper(reader)) : Optional.empty(),
        fixed ? Optional.of(BoundState.readLabel(reader)) : Optional.empty(),
        fixed ? Optional.of(BoundState.readMinimum(reader)) : Optional.empty(),
        fixed ? OptionalDouble.of(reader.getDouble()) : OptionalDouble.empty(),
        refined && reader.getBoolean()
            ? Optional.of(BoundState.readTight(reader))
            : Optional.empty());
  }

  // Arguments of a constructor are evaluated from left to right, in the order of writing.
  private static WindowCertificate.Averages readAverages(StateReader reader) {
    return new WindowCertificate.Averages(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  private WindowCertificate.Checks readChecks(StateReader reader) {
    return new WindowCertificate.Checks(
        reader.getDouble(),
        reader.getDouble(),
        BoundState.readOptional(reader),
        reader.getDouble());
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

  private void write(WindowCertificate.Alarm alarm, StateWriter writer) {
    writer.putString(alarm.bound().label());
    writer.putDouble(alarm.kappa());
    writer.putDouble(alarm.tolerance());
    writer.putDouble(alarm.level());
    if (refined) {
      writer.putBoolean(alarm.tight().isPresent());
      alarm.tight().ifPresent(tight -> BoundState.write(tight, writer));
    }
    writer.putDouble(alarm.lower());
    writer.putDouble(alarm.lowerLimit());
    writer.putDouble(alarm.upper());
    if (refined) {
      BoundState.write(alarm.upperCapped(), writer);
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
        refined && reader.getBoolean()
            ? Optional.of(BoundState.readTight(reader))
            : Optional.empty(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        refined ? BoundState.readOptional(reader) : OptionalDouble.empty(),
        Verdict.of(reader.getText()),
        Reason.of(reader.getText()));
  }
}
