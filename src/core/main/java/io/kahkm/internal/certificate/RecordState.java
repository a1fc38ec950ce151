package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The stored form of a {@link CertificateRecord}; every number keeps its bits. How many streams are
 * missing is not part of it: none ever is from a stream's own windows.
 */
final class RecordState {
  private RecordState() {}

  static void write(CertificateRecord record, StateWriter writer) {
    writer.putString(record.sampling().label());
    writer.putString(record.policy().label());
    writer.putLong(record.index());
    writer.putLong(record.from());
    writer.putLong(record.to());
    writer.putCount(record.units());
    writer.putLong(record.pairs());
    writer.putLong(record.skippedUnits());
    writer.putDouble(record.fHat());
    writer.putDouble(record.bHat());
    writer.putDouble(record.sHat());
    writer.putDouble(record.sPair());
    writer.putInt(record.classCounts().size());
    for (long count : record.classCounts()) {
      writer.putLong(count);
    }
    writer.putDouble(record.closureNorm());
    writer.putInt(record.rows().size());
    for (CertificateRecord.Row row : record.rows()) {
      write(row, writer);
    }
    write(record.upper(), writer);
    writer.putDouble(record.assignmentBound());
    write(record.evaluable(), writer);
    writer.putBoolean(record.margins().isPresent());
    record.margins().ifPresent(margins -> write(margins, writer));
    write(record.alarm(), writer);
    writer.putDouble(record.outsideShare());
    writer.putDouble(record.retainedVariation());
    writer.putBoolean(record.retainedVariationLow().isPresent());
    writer.putDouble(record.retainedVariationLow().orElse(0));
    writer.putDouble(record.dependence());
  }

  static CertificateRecord read(StateReader reader, int missing) {
    try {
      return parse(reader, missing);
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("certificate record: " + e.getMessage());
    }
  }

  private static CertificateRecord parse(StateReader reader, int missing) {
    Sampling sampling = Sampling.of(reader.getString());
    WindowPolicy policy = WindowPolicy.of(reader.getString());
    long index = reader.getLong();
    long from = reader.getLong();
    long to = reader.getLong();
    long units = reader.getCount("units");
    long pairs = reader.getLong();
    long skipped = reader.getLong();
    double fHat = reader.getDouble();
    double bHat = reader.getDouble();
    double sHat = reader.getDouble();
    double sPair = reader.getDouble();
    List<Long> counts = new ArrayList<>();
    int classes = reader.getInt(1, WindowStatistics.MAXIMUM_CLASSES, "classes");
    for (int c = 0; c < classes; c++) {
      counts.add(reader.getLong());
    }
    double norm = reader.getDouble();
    List<CertificateRecord.Row> rows = new ArrayList<>();
    int count = reader.getInt(0, Integer.MAX_VALUE, "rows");
    for (int i = 0; i < count; i++) {
      rows.add(readRow(reader));
    }
    UpperBound upper = readUpper(reader);
    double assignment = reader.getDouble();
    EvaluableRisk evaluable = readEvaluable(reader);
    Optional<Margins> margins =
        reader.getBoolean() ? Optional.of(readMargins(reader)) : Optional.empty();
    CertificateRecord.Alarm alarm = readAlarm(reader);
    double outside = reader.getDouble();
    double variation = reader.getDouble();
    boolean hasLow = reader.getBoolean();
    double low = reader.getDouble();
    return new CertificateRecord(
        sampling,
        policy,
        index,
        from,
        to,
        units,
        pairs,
        skipped,
        missing,
        fHat,
        bHat,
        sHat,
        sPair,
        counts,
        norm,
        rows,
        upper,
        assignment,
        evaluable,
        margins,
        alarm,
        outside,
        variation,
        hasLow ? OptionalDouble.of(low) : OptionalDouble.empty(),
        reader.getDouble());
  }

  private static void write(CertificateRecord.Row row, StateWriter writer) {
    writer.putDouble(row.kappa());
    writer.putDouble(row.paper().delta());
    writer.putDouble(row.paper().radius());
    writer.putDouble(row.paper().lossUpper());
    writer.putDouble(row.paper().varianceLower());
    writer.putDouble(row.paper().lower());
    writer.putDouble(row.label().delta());
    writer.putDouble(row.label().varianceLower());
    writer.putDouble(row.label().lossUpper());
    writer.putDouble(row.label().lower());
    writer.putDouble(row.minimum().delta());
    writer.putDouble(row.minimum().risk());
    writer.putDouble(row.minimum().gap());
    writer.putDouble(row.minimum().lower());
    writer.putDouble(row.plugInLimit());
  }

  // Arguments of a constructor are evaluated from left to right, in the order of writing.
  private static CertificateRecord.Row readRow(StateReader reader) {
    return new CertificateRecord.Row(
        reader.getDouble(),
        new PaperBound(
            reader.getDouble(),
            reader.getDouble(),
            reader.getDouble(),
            reader.getDouble(),
            reader.getDouble()),
        new LabelBound(
            reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble()),
        new MinimumBound(
            reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble()),
        reader.getDouble());
  }

  private static void write(UpperBound upper, StateWriter writer) {
    writer.putDouble(upper.delta());
    writer.putDouble(upper.meanSquaredError());
    writer.putDouble(upper.range());
    writer.putDouble(upper.upper());
  }

  private static UpperBound readUpper(StateReader reader) {
    return new UpperBound(
        reader.getDouble(), reader.getDouble(), reader.getDouble(), reader.getDouble());
  }

  private static void write(EvaluableRisk risk, StateWriter writer) {
    writer.putDouble(risk.prototypeDiameter());
    writer.putDouble(risk.closureDistance());
    writer.putDouble(risk.lossUpper());
    writer.putDouble(risk.varianceUpper());
    writer.putDouble(risk.differenceUpper());
    writer.putDouble(risk.bound());
    writer.putDouble(risk.delta());
  }

  private static EvaluableRisk readEvaluable(StateReader reader) {
    return new EvaluableRisk(
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble());
  }

  private static void write(Margins margins, StateWriter writer) {
    writer.putDoubles(margins.thresholds().stream().mapToDouble(v -> v).toArray());
    writer.putDoubles(margins.failureShares().stream().mapToDouble(v -> v).toArray());
    writer.putDouble(margins.aGeom());
    writer.putDouble(margins.uGeom());
  }

  private static Margins readMargins(StateReader reader) {
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

  private static void write(CertificateRecord.Alarm alarm, StateWriter writer) {
    writer.putString(alarm.bound().label());
    writer.putDouble(alarm.kappa());
    writer.putDouble(alarm.tolerance());
    writer.putDouble(alarm.level());
    writer.putDouble(alarm.lower());
    writer.putDouble(alarm.lowerLimit());
    writer.putDouble(alarm.upper());
    writer.putString(alarm.verdict().label());
    writer.putString(alarm.reason().label());
  }

  private static CertificateRecord.Alarm readAlarm(StateReader reader) {
    return new CertificateRecord.Alarm(
        Bound.of(reader.getString()),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        reader.getDouble(),
        Verdict.of(reader.getString()),
        Reason.of(reader.getString()));
  }
}
