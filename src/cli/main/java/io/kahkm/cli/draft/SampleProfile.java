package io.kahkm.cli.draft;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.rows.RowCounts;
import io.kahkm.cli.rows.RowFile;
import io.kahkm.cli.rows.Sentinel;
import io.kahkm.cli.rows.StateData;
import io.kahkm.cli.rows.StateReading;
import io.kahkm.config.StepConfig;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.profile.ConstantSensors;
import io.kahkm.profile.Counters;
import io.kahkm.profile.MapSize;
import io.kahkm.profile.Memory;
import io.kahkm.profile.Resemblance;
import io.kahkm.profile.Season;
import io.kahkm.profile.StepStatistics;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a sample suggests: which columns are sensors, how its times are judged, and how large a map
 * it can carry.
 *
 * @param scan what its columns are for
 * @param steps its steps in time, if it has a time
 * @param file how fit reads it
 * @param data its states, read with the options
 * @param findings what is unusual about it
 * @param proposal what a model of it may be like
 */
public record SampleProfile(
    SampleScan scan,
    Optional<StepStatistics> steps,
    RowFile file,
    StateData data,
    Findings findings,
    Proposal proposal) {
  /**
   * What is unusual about a sample.
   *
   * @param leftOut columns that are no sensors, by the reason
   * @param sentinels numbers that look like "no reading", those that are taken for missing among
   *     them
   * @param standstill a machine that stands still in parts of the sample, empty where none does
   * @param frozen stretches in which the states, or single sensors, stand still
   * @param resemblances sensors that say the same
   * @param rarelyChanging sensors whose value repeats at most steps, those that never change
   *     excepted
   */
  record Findings(
      Map<String, List<String>> leftOut,
      List<Sentinel> sentinels,
      Optional<Standstill> standstill,
      FrozenRows frozen,
      List<Resemblance> resemblances,
      List<String> rarelyChanging) {}

  /**
   * What a model of a sample may be like.
   *
   * @param fittingRows rows that fit will not hold out
   * @param memory how far back readings depend on one another
   * @param season period after which readings resemble themselves, empty where none stands out
   * @param size numbers of classes, exponents and delays
   * @param horizons steps ahead that the runs are long enough to judge
   */
  record Proposal(
      long fittingRows,
      Memory memory,
      Optional<Season> season,
      MapSize size,
      List<Integer> horizons) {}

  /** Why columns are left out that change only where a fit looks for what it has not seen. */
  static final String LATE = "constant in the rows that would be fitted";

  /** Nothing live sends such columns, and in normal operation they are always 0. */
  private static final Pattern LABEL =
      Pattern.compile("(is[_ -]?)?(label|anomaly|changepoint|outlier)s?", Pattern.CASE_INSENSITIVE);

  /** Share of rows that fit holds out unless told otherwise. */
  private static final double HOLDOUT = 0.2;

  /** A sensor with fewer numbers would make most rows incomplete. */
  private static final double LEAST_NUMERIC = 0.9;

  private static final double RARELY = 0.95;

  /** Missing values are bridged over so many steps. */
  private static final int HELD_STEPS = 2;

  private static final List<Integer> HORIZONS = List.of(1, 10, 50);

  /** A run must be so many times longer than a forecast for its errors to mean anything. */
  private static final int RUN_PER_HORIZON = 5;

  /** Units of sensors by name, of those whose name or second line of the header tells one. */
  Map<String, String> units() {
    return scan.units(sensors());
  }

  /** The columns that are sensors. */
  List<String> sensors() {
    return file.columns().state();
  }

  /** Reads the sample as often as it takes to know which columns are sensors. */
  public static SampleProfile of(String input) throws IOException {
    SampleScan scan = SampleScan.of(input);
    Optional<StepStatistics> steps = scan.steps(input);
    Map<String, List<String>> leftOut = new LinkedHashMap<>();
    List<String> sensors = new ArrayList<>();
    for (ColumnScan column : scan.columns()) {
      Optional<String> reason = reasonAgainst(column, scan);
      if (reason.isPresent()) {
        leftOut.computeIfAbsent(reason.get(), key -> new ArrayList<>()).add(words(column));
      } else if (!isUsedElsewhere(column.name(), scan)) {
        sensors.add(column.name());
      }
    }
    StateData data;
    List<Sentinel> sentinels = List.of();
    boolean searched = false;
    List<Double> missing = List.of();
    Optional<Standstill> standstill = Optional.empty();
    boolean stopped = false;
    RowCounts counts = RowCounts.of(file(input, scan, steps, sensors, missing, standstill));
    while (true) {
      if (constant(scan, sensors).size() == sensors.size()) {
        throw new DataException(noSensor(input, leftOut));
      }
      data =
          StateReading.read(
              file(input, scan, steps, sensors, missing, standstill),
              counts,
              Optional.empty(),
              true);
      if (!searched) {
        searched = true;
        sentinels = Sentinel.find(data, sensors);
        missing = Sentinel.codes(sentinels);
        if (!missing.isEmpty()) {
          continue;
        }
      }
      if (!stopped) {
        stopped = true;
        standstill = Standstill.find(data, sensors);
        if (standstill.isPresent()) {
          continue;
        }
      }
      Episodes fitting = ModelFitter.fittingPart(data.episodes(), HOLDOUT);
      List<String> late = names(ConstantSensors.onlyIn(fitting, data.episodes()), sensors);
      List<String> counters = new ArrayList<>(names(Counters.find(data.episodes()), sensors));
      counters.removeAll(late);
      List<String> totals = new ArrayList<>(names(Counters.totals(data.episodes()), sensors));
      totals.removeAll(counters);
      if (late.isEmpty() && counters.isEmpty() && totals.isEmpty()) {
        break;
      }
      leaveOut(LATE, late, leftOut, sensors);
      leaveOut("counts rows or time", counters, leftOut, sensors);
      leaveOut("only ever rises, as meters do", totals, leftOut, sensors);
      standstill = standstill.filter(found -> sensors.contains(found.rule().sensor()));
    }
    // Where the machine was found to stand still, its zeros are no longer far from all others.
    List<Sentinel> unusual =
        Stream.concat(
                sentinels.stream().filter(Sentinel::isCode),
                Sentinel.find(data, sensors).stream().filter(one -> !one.isCode()))
            .toList();
    Episodes fitted = ModelFitter.fittingPart(data.episodes(), HOLDOUT);
    long fitting = (long) fitted.transitions() + fitted.count();
    int longest = 0;
    for (int e = 0; e < data.episodes().count(); e++) {
      longest = Math.max(longest, data.episodes().length(e));
    }
    int horizonLimit = Math.max(1, longest / RUN_PER_HORIZON);
    Memory memory = Memory.of(data.episodes());
    return new SampleProfile(
        scan,
        steps,
        file(input, scan, steps, sensors, missing, standstill),
        data,
        new Findings(
            leftOut,
            unusual,
            standstill,
            FrozenRows.of(data, sensors),
            Resemblance.find(data.episodes()),
            rarelyChanging(scan, sensors)),
        new Proposal(
            fitting,
            memory,
            Season.find(data.episodes(), data.step()),
            MapSize.of(fitting, sensors.size() - constant(scan, sensors).size(), memory),
            HORIZONS.stream().filter(horizon -> horizon <= horizonLimit).toList()));
  }

  private static String noSensor(String input, Map<String, List<String>> leftOut) {
    String reasons =
        leftOut.entrySet().stream()
            .map(reason -> String.join(", ", reason.getValue()) + ": " + reason.getKey())
            .collect(Collectors.joining("; "));
    return input
        + " has no column of numbers that vary"
        + (reasons.isEmpty() ? "" : " (" + reasons + ")");
  }

  private static List<String> names(List<Integer> found, List<String> sensors) {
    return found.stream().map(sensors::get).toList();
  }

  private static void leaveOut(
      String reason, List<String> names, Map<String, List<String>> leftOut, List<String> sensors) {
    if (!names.isEmpty()) {
      leftOut.computeIfAbsent(reason, key -> new ArrayList<>()).addAll(names);
      sensors.removeAll(names);
    }
  }

  private static boolean isUsedElsewhere(String column, SampleScan scan) {
    return scan.time().equals(Optional.of(column))
        || scan.episode().equals(Optional.of(column))
        || scan.stream().equals(Optional.of(column));
  }

  private static Optional<String> reasonAgainst(ColumnScan column, SampleScan scan) {
    if (isUsedElsewhere(column.name(), scan)) {
      return Optional.empty();
    }
    if (column.isEmpty()) {
      return Optional.of("empty");
    }
    if (column.isText()) {
      return Optional.of("text");
    }
    if (scan.columns().stream().filter(other -> other.name().equals(column.name())).count() > 1) {
      return Optional.of("has the name of another column");
    }
    if (!column.name().matches("[^-@,\"'\\\\$\\p{Cntrl}][^,\"'\\\\$\\p{Cntrl}]*")) {
      return Optional.of("named with a character that options cannot carry");
    }
    if (column.numbers().countsRows()) {
      return Optional.of("counts the rows");
    }
    if (LABEL.matcher(column.name()).matches()
        && column.numbers().least() >= 0
        && column.numbers().greatest() <= 1) {
      return Optional.of("labels rows, by its name");
    }
    if (column.holdsEpochTimes() || column.holdsElapsedTime()) {
      return Optional.of("a clock");
    }
    if (column.numbers().constant() && !isOneValue(column)) {
      return Optional.of("constant up to rounding");
    }
    return column.numericShare() < LEAST_NUMERIC
        ? Optional.of("without a number in more than a tenth of the rows")
        : Optional.empty();
  }

  private static String words(ColumnScan column) {
    return column.isText() && !column.isEmpty()
        ? column.name() + " (\"" + column.firstText() + "\")"
        : column.name();
  }

  private static RowFile file(
      String input,
      SampleScan scan,
      Optional<StepStatistics> found,
      List<String> sensors,
      List<Double> missing,
      Optional<Standstill> standstill) {
    Optional<StepStatistics> regular =
        found.filter(steps -> steps.median() > 0 && steps.tolerance() > 0);
    Optional<Duration> step = regular.map(steps -> Duration.ofNanos(steps.median()));
    return new RowFile(
        input,
        new RowFile.Columns(
            sensors,
            List.of(),
            scan.time(),
            scan.time().isPresent() ? scan.timeFormat() : TimeFormat.AUTO,
            scan.episode(),
            scan.stream()),
        new StepConfig(
            step,
            regular.map(StepStatistics::tolerance).orElse(0.0),
            step.map(nominal -> nominal.multipliedBy(StepStatistics.GAP_STEPS)),
            step.map(nominal -> nominal.multipliedBy(HELD_STEPS)),
            missing,
            standstill.map(one -> one.rule().among(sensors)),
            Optional.empty()),
        Optional.empty(),
        RowFile.Wanted.USUAL);
  }

  /** Sensors that never change in the sample; they are watched, and say nothing of its size. */
  List<String> constant() {
    return constant(scan, sensors());
  }

  private static List<String> constant(SampleScan scan, List<String> sensors) {
    return scan.columns().stream()
        .filter(column -> sensors.contains(column.name()) && isOneValue(column))
        .map(ColumnScan::name)
        .toList();
  }

  private static boolean isOneValue(ColumnScan column) {
    return column.numbers().least() == column.numbers().greatest();
  }

  private static List<String> rarelyChanging(SampleScan scan, List<String> sensors) {
    return scan.columns().stream()
        .filter(column -> sensors.contains(column.name()) && !isOneValue(column))
        .filter(column -> column.numbers().repeatedShare() > RARELY)
        .map(ColumnScan::name)
        .toList();
  }
}
