package io.kahkm.internal.incident;

import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The incidents of one stream, one at a time.
 *
 * <p>An incident opens with the reading whose evidence makes the stream outside the map or its
 * relations broken. It begins with the first suspicious reading of those before that one between
 * which never three in a row were not. It ends once {@code quiet} readings in a row are inside, so
 * that excursions nearer to each other than that are one. While it lasts it keeps the peak of each
 * channel over its limit and the mean contribution of every sensor over its suspicious readings.
 *
 * <p>Mutable, one owner; nothing is allocated per reading. Equal readings give equal bits, also
 * across {@link #transfer}.
 */
public final class IncidentTracker {
  /** What a finding that is read takes the place of. */
  private static final SensorFinding NO_FINDING =
      new SensorFinding(0, SensorKind.at(0), 0, 0, 0, 0, 0);

  /** Evidence so many times as large is worth saying. */
  private static final double MUCH_SURER = 10;

  /** A peak that grew by it since the last change is worth saying. */
  private static final double MUCH_WORSE = 1.5;

  /** Of the largest contribution of a reading: a sensor with as much stands out. */
  private static final double STANDS_OUT = 0.5;

  /** Readings in a row without suspicion after which what was gathered is dropped. */
  private static final int DROPPED_AFTER = 3;

  private final int quiet;
  private final double[] sums;
  private final long[] firsts;
  private final boolean[] stoodOut;
  private final double[] means;
  private long count;
  private boolean open;
  private boolean justEnded;
  private long suspicious;
  private long since;
  private long opened;
  private long last;
  private long lastOutside;
  private long readings;
  private int calm;
  private boolean outsideMap;
  private boolean relationBroken;
  private boolean sensorFaulty;

  /** What was wrong with sensors last, and what of it was told. */
  private List<SensorFinding> faults = List.of();

  private List<SensorFinding> saidFaults = List.of();

  private double noveltyPeak;
  private double relationPeak;
  private double saidNovelty;
  private double saidRelation;
  private int saidLeader;

  /**
   * No incident yet.
   *
   * @param sensors values of a reading, at least 1
   * @param settings when an incident is over
   */
  public IncidentTracker(int sensors, AlarmSettings settings) {
    quiet = settings.quiet();
    sums = new double[sensors];
    firsts = new long[sensors];
    stoodOut = new boolean[sensors];
    means = new double[sensors];
  }

  /**
   * Takes a reading that gave a state of the map or a value of the relation channel.
   *
   * @param row what it says; not retained
   * @return what it did
   */
  public IncidentChange take(IncidentRow row) {
    if (justEnded) {
      justEnded = false;
      clear();
    }
    gather(row);
    if (row.sensorFaulty && replaces(row.faults, faults)) {
      faults = row.faults;
    }
    if (!open) {
      if (calm >= DROPPED_AFTER) {
        clear();
      }
      return row.outsideMap || row.relationBroken || row.sensorFaulty
          ? open(row)
          : IncidentChange.NONE;
    }
    readings++;
    if (calm >= quiet) {
      open = false;
      justEnded = true;
      return said(IncidentChange.ENDED);
    }
    boolean channel =
        (row.outsideMap && !outsideMap)
            || (row.relationBroken && !relationBroken)
            || (row.sensorFaulty && !sensorFaulty);
    outsideMap |= row.outsideMap;
    relationBroken |= row.relationBroken;
    sensorFaulty |= row.sensorFaulty;
    return channel || (Long.bitCount(readings) == 1 && worthSaying())
        ? said(IncidentChange.CHANGED)
        : IncidentChange.NONE;
  }

  private void gather(IncidentRow row) {
    last = row.time;
    if (!row.inside) {
      lastOutside = row.time;
    }
    // Before it is decided, readings that are inside may count against normal operation too.
    boolean isCalm = open ? row.inside : !row.suspicious();
    calm = isCalm ? calm + 1 : 0;
    if (!row.suspicious()) {
      return;
    }
    if (suspicious == 0) {
      since = row.time;
    }
    suspicious++;
    noveltyPeak = Math.max(noveltyPeak, row.noveltyRatio);
    relationPeak = Math.max(relationPeak, row.relationRatio);
    double[] contributions = row.contributions();
    double largest = 0;
    for (double contribution : contributions) {
      largest = Math.max(largest, contribution);
    }
    for (int j = 0; j < sums.length; j++) {
      sums[j] += contributions[j];
      if (!stoodOut[j] && contributions[j] >= STANDS_OUT * largest) {
        stoodOut[j] = true;
        firsts[j] = row.time;
      }
    }
  }

  private IncidentChange open(IncidentRow row) {
    count++;
    open = true;
    opened = row.time;
    readings = 1;
    calm = 0;
    if (suspicious == 0) {
      since = row.time;
    }
    outsideMap = row.outsideMap;
    relationBroken = row.relationBroken;
    sensorFaulty = row.sensorFaulty;
    return said(IncidentChange.OPENED);
  }

  private boolean worthSaying() {
    return noveltyPeak > MUCH_WORSE * saidNovelty
        || relationPeak > MUCH_WORSE * saidRelation
        || leader() != saidLeader
        || differ(faults, saidFaults);
  }

  /**
   * Whether findings are told in place of others. While evidence goes, what was found when there
   * was most of it stays; and what the values themselves showed stays where as much is found of
   * what was implied: a stuck value that comes free jumps, which is no noise. So do several sensors
   * where fewer are found: they do not recover in the same row.
   */
  private static boolean replaces(List<SensorFinding> now, List<SensorFinding> told) {
    double strength = strength(now);
    double before = strength(told);
    if (told.isEmpty() || strength != before) {
      return told.isEmpty() || strength > before;
    }
    boolean direct = now.get(0).kind().isDirect();
    return direct == told.get(0).kind().isDirect() ? now.size() >= told.size() : direct;
  }

  private static double strength(List<SensorFinding> findings) {
    return findings.isEmpty() ? 0 : findings.get(0).evidence();
  }

  /** Whether other sensors or kinds are named, or one is much worse or much surer. */
  private static boolean differ(List<SensorFinding> now, List<SensorFinding> before) {
    if (now.size() != before.size()) {
      return true;
    }
    for (int i = 0; i < now.size(); i++) {
      SensorFinding a = now.get(i);
      SensorFinding b = before.get(i);
      if (a.sensor() != b.sensor()
          || a.kind() != b.kind()
          || a.amount() > MUCH_WORSE * b.amount()
          || a.evidence() > MUCH_SURER * b.evidence()) {
        return true;
      }
    }
    return false;
  }

  private IncidentChange said(IncidentChange change) {
    saidNovelty = noveltyPeak;
    saidRelation = relationPeak;
    saidLeader = leader();
    saidFaults = faults;
    return change;
  }

  private int leader() {
    int leader = 0;
    for (int j = 1; j < sums.length; j++) {
      leader = sums[j] > sums[leader] ? j : leader;
    }
    return leader;
  }

  /** The next reading belongs to another stream: an open incident is forgotten, the count stays. */
  public void startStream() {
    open = false;
    justEnded = false;
    clear();
  }

  /** Also forgets what no longer matters: equal states have equal bytes. */
  private void clear() {
    since = 0;
    opened = 0;
    last = 0;
    lastOutside = 0;
    readings = 0;
    calm = 0;
    outsideMap = false;
    relationBroken = false;
    sensorFaulty = false;
    faults = List.of();
    saidFaults = List.of();
    noveltyPeak = 0;
    relationPeak = 0;
    saidNovelty = 0;
    saidRelation = 0;
    saidLeader = 0;
    if (suspicious > 0) {
      suspicious = 0;
      Arrays.fill(sums, 0);
      Arrays.fill(stoodOut, false);
    }
  }

  /**
   * Whether an incident is open.
   *
   * @return true from the reading that opened it up to the one that ended it, that one not included
   */
  public boolean isOpen() {
    return open;
  }

  /**
   * How many incidents there were.
   *
   * @return the number of the present or last one
   */
  public long count() {
    return count;
  }

  /**
   * The incident that is open, or that the last reading ended.
   *
   * @return an immutable view; empty where there is none
   */
  public Optional<Incident> incident() {
    if (!open && !justEnded) {
      return Optional.empty();
    }
    List<OptionalLong> times = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    double[] mean = shares();
    for (int j = 0; j < sums.length; j++) {
      times.add(stoodOut[j] ? OptionalLong.of(firsts[j]) : OptionalLong.empty());
      shares.add(mean[j]);
    }
    return Optional.of(
        new Incident(
            count,
            since,
            opened,
            last,
            justEnded ? OptionalLong.of(lastOutside) : OptionalLong.empty(),
            outsideMap,
            relationBroken,
            sensorFaulty,
            noveltyPeak,
            relationPeak,
            shares,
            times,
            saidFaults));
  }

  /**
   * The mean contribution of every sensor over the suspicious readings so far.
   *
   * @return live view, summing to 1, or all 0 where nothing is suspicious; not to be modified
   */
  public double[] shares() {
    for (int j = 0; j < sums.length; j++) {
      means[j] = suspicious == 0 ? 0 : sums[j] / suspicious;
    }
    return means;
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   * @param sensorsKnown whether the version knew of faults of sensors
   * @throws MalformedStateException if what is read holds no such state
   */
  public void transfer(StateTransfer state, boolean sensorsKnown) {
    count = state.longOf(count);
    open = state.booleanOf(open);
    justEnded = state.booleanOf(justEnded);
    suspicious = state.longOf(suspicious);
    if (count < 0 || suspicious < 0) {
      throw new MalformedStateException(
          "incidents are " + count + " with " + suspicious + " readings, must be at least 0");
    }
    if (!open && !justEnded && suspicious == 0) {
      return;
    }
    since = state.longOf(since);
    opened = state.longOf(opened);
    last = state.longOf(last);
    lastOutside = state.longOf(lastOutside);
    readings = state.longOf(readings);
    calm = state.intOf(calm, 0, Integer.MAX_VALUE, "readings inside");
    outsideMap = state.booleanOf(outsideMap);
    relationBroken = state.booleanOf(relationBroken);
    noveltyPeak = state.doubleOf(noveltyPeak);
    relationPeak = state.doubleOf(relationPeak);
    saidNovelty = state.doubleOf(saidNovelty);
    saidRelation = state.doubleOf(saidRelation);
    saidLeader = state.intOf(saidLeader, 0, sums.length - 1, "leading sensor");
    state.doubles(sums);
    for (int j = 0; j < sums.length; j++) {
      stoodOut[j] = state.booleanOf(stoodOut[j]);
      firsts[j] = stoodOut[j] ? state.longOf(firsts[j]) : 0;
    }
    if (sensorsKnown) {
      sensorFaulty = state.booleanOf(sensorFaulty);
      faults = transferred(faults, state);
      saidFaults = transferred(saidFaults, state);
    }
  }

  private List<SensorFinding> transferred(List<SensorFinding> findings, StateTransfer state) {
    int stored = state.intOf(findings.size(), 0, sums.length, "faults of sensors");
    List<SensorFinding> all = new ArrayList<>();
    for (int i = 0; i < stored; i++) {
      all.add(transferred(state.reads() ? NO_FINDING : findings.get(i), state));
    }
    return List.copyOf(all);
  }

  private SensorFinding transferred(SensorFinding finding, StateTransfer state) {
    return new SensorFinding(
        state.intOf(finding.sensor(), 0, sums.length - 1, "faulty sensor"),
        SensorKind.at(
            state.intOf(
                finding.kind().index(), 0, SensorKind.values().length - 1, "kind of fault")),
        state.longOf(finding.since()),
        state.doubleOf(finding.evidence()),
        state.doubleOf(finding.value()),
        state.doubleOf(finding.implied()),
        state.doubleOf(finding.amount()));
  }
}
