package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.sums.Margins;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * The stored form of a {@link WindowCertificate}; every number keeps its bits. How many streams are
 * missing is not part of it: none ever is from a stream's own windows.
 */
final class CertificateState {
  private static final RecordState<WindowCertificate.Extent> EXTENT =
      RecordState.of(WindowCertificate.Extent.class);
  private static final RecordState<WindowCertificate.Averages> AVERAGES =
      RecordState.of(WindowCertificate.Averages.class);
  private static final RecordState<WindowCertificate.Checks> CHECKS =
      RecordState.of(WindowCertificate.Checks.class);
  private static final RecordState<PaperBound> PAPER = RecordState.of(PaperBound.class);
  private static final RecordState<LabelBound> LABEL = RecordState.of(LabelBound.class);
  private static final RecordState<MinimumBound> MINIMUM = RecordState.of(MinimumBound.class);
  private static final RecordState<TightBound> TIGHT = RecordState.of(TightBound.class);
  private static final RecordState<CappedBound> CAPPED = RecordState.of(CappedBound.class);
  private static final RecordState<EvaluableRisk> EVALUABLE = RecordState.of(EvaluableRisk.class);
  private static final RecordState<Margins> MARGINS = RecordState.of(Margins.class);
  private static final RecordState<AnytimeRun> RUN = RecordState.of(AnytimeRun.class);
  private static final RecordState<HorizonBound> HORIZON = RecordState.of(HorizonBound.class);

  /** Earlier versions knew no bound of persistence. */
  private static final RecordState<HorizonBound> HORIZON_BEFORE =
      RecordState.without(Map.of("persistence", OptionalDouble.empty()), HorizonBound.class);

  private static final RecordState<UpperBound> UPPER = RecordState.of(UpperBound.class);
  private static final RecordState<UpperBound> FIRST_UPPER =
      RecordState.without(Map.of("rule", UpperRule.ENTROPY), UpperBound.class);
  private static final RecordState<WindowCertificate.Alarm> ALARM =
      RecordState.of(WindowCertificate.Alarm.class);
  private static final RecordState<WindowCertificate.Alarm> FIRST_ALARM =
      RecordState.without(
          Map.of("tight", Optional.empty(), "upperCapped", OptionalDouble.empty()),
          WindowCertificate.Alarm.class);

  private final boolean refined;
  private final RecordState<UpperBound> upper;
  private final RecordState<WindowCertificate.Alarm> alarm;

  /**
   * The stored form of some windows' records.
   *
   * @param refined whether their settings declare more than the first release knew, so that their
   *     records hold more
   */
  CertificateState(boolean refined) {
    this.refined = refined;
    upper = refined ? UPPER : FIRST_UPPER;
    alarm = refined ? ALARM : FIRST_ALARM;
  }

  void write(WindowCertificate certificate, StateWriter writer) {
    WindowCertificate.Counts counts = certificate.counts();
    WindowCertificate.Displayed displayed = certificate.displayed();
    EXTENT.write(certificate.extent(), writer);
    writer.putCount(counts.units());
    writer.putLong(counts.pairs());
    writer.putLong(counts.skippedUnits());
    AVERAGES.write(certificate.averages(), writer);
    writer.putInt(counts.ofClasses().size());
    counts.ofClasses().forEach(writer::putLong);
    writer.putDouble(certificate.closureNorm());
    writer.putInt(displayed.rows().size());
    displayed.rows().forEach(row -> write(row, writer));
    upper.write(displayed.upper(), writer);
    if (refined) {
      write(displayed.capped(), CAPPED, writer);
      writer.putBoolean(displayed.evaluable().isPresent());
    }
    if (displayed.evaluable().isPresent()) {
      writer.putDouble(displayed.assignmentBound().orElseThrow());
      EVALUABLE.write(displayed.evaluable().get(), writer);
    }
    write(displayed.margins(), MARGINS, writer);
    alarm.write(certificate.alarm(), writer);
    CHECKS.write(certificate.checks(), writer);
    if (refined) {
      write(certificate.anytime(), RUN, writer);
      writer.putBoolean(certificate.horizons().isPresent());
      certificate.horizons().ifPresent(horizons -> write(horizons, writer));
    }
  }

  WindowCertificate read(StateReader reader, int missing) {
    try {
      return parse(reader, missing);
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("certificate: " + e.getMessage());
    }
  }

  private WindowCertificate parse(StateReader reader, int missing) {
    BooleanSupplier present = () -> refined && reader.getBoolean();
    WindowCertificate.Extent extent = EXTENT.read(reader);
    long units = reader.getCount("units");
    long pairs = reader.getLong();
    long skipped = reader.getLong();
    WindowCertificate.Averages averages = AVERAGES.read(reader);
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
    UpperBound bound = upper.read(reader);
    Optional<CappedBound> capped = read(present.getAsBoolean(), CAPPED, reader);
    boolean evaluated = !refined || reader.getBoolean();
    OptionalDouble assignment =
        evaluated ? OptionalDouble.of(reader.getDouble()) : OptionalDouble.empty();
    Optional<EvaluableRisk> evaluable = read(evaluated, EVALUABLE, reader);
    Optional<Margins> margins = read(reader.getBoolean(), MARGINS, reader);
    WindowCertificate.Alarm decided = alarm.read(reader);
    WindowCertificate.Checks checks = CHECKS.read(reader);
    Optional<AnytimeRun> anytime = read(present.getAsBoolean(), RUN, reader);
    Optional<HorizonCertificate> horizons =
        present.getAsBoolean() ? Optional.of(readHorizons(reader)) : Optional.empty();
    return new WindowCertificate(
        extent,
        new WindowCertificate.Counts(units, pairs, skipped, missing, counts),
        averages,
        norm,
        new WindowCertificate.Displayed(rows, bound, capped, assignment, evaluable, margins),
        decided,
        checks,
        anytime,
        horizons);
  }

  private static <R extends Record> void write(
      Optional<R> record, RecordState<R> state, StateWriter writer) {
    writer.putBoolean(record.isPresent());
    record.ifPresent(one -> state.write(one, writer));
  }

  private static <R extends Record> Optional<R> read(
      boolean present, RecordState<R> state, StateReader reader) {
    return present ? Optional.of(state.read(reader)) : Optional.empty();
  }

  private void write(WindowCertificate.Row row, StateWriter writer) {
    writer.putDouble(row.kappa());
    if (refined) {
      writer.putBoolean(row.paper().isPresent());
    }
    if (row.paper().isPresent()) {
      PAPER.write(row.paper().get(), writer);
      LABEL.write(row.label().orElseThrow(), writer);
      MINIMUM.write(row.minimum().orElseThrow(), writer);
      writer.putDouble(row.plugInLimit().orElseThrow());
    }
    if (refined) {
      write(row.tight(), TIGHT, writer);
    }
  }

  private WindowCertificate.Row readRow(StateReader reader) {
    double kappa = reader.getDouble();
    boolean fixed = !refined || reader.getBoolean();
    // Arguments are evaluated from left to right, in the order of writing.
    return new WindowCertificate.Row(
        kappa,
        read(fixed, PAPER, reader),
        read(fixed, LABEL, reader),
        read(fixed, MINIMUM, reader),
        fixed ? OptionalDouble.of(reader.getDouble()) : OptionalDouble.empty(),
        read(refined && reader.getBoolean(), TIGHT, reader));
  }

  private static void write(HorizonCertificate horizons, StateWriter writer) {
    writer.putDouble(horizons.delta());
    // Earlier versions knew no bound of persistence: they wrote the starts, 1 or more.
    writer.putInt(~horizons.starts());
    writer.putInt(horizons.claims().ok());
    writer.putInt(horizons.claims().stop());
    writer.putInt(horizons.claims().trusted().size());
    horizons.claims().trusted().forEach(writer::putInt);
    writer.putInt(horizons.before());
    writer.putInt(horizons.rows().size());
    horizons.rows().forEach(row -> HORIZON.write(row, writer));
  }

  private static HorizonCertificate readHorizons(StateReader reader) {
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
      rows.add((compared ? HORIZON : HORIZON_BEFORE).read(reader));
    }
    return new HorizonCertificate(
        delta, compared ? ~starts : starts, new HorizonClaims(ok, stop, trusted), before, rows);
  }
}
