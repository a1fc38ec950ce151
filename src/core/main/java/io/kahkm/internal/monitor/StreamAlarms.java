package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.EvidenceDetector;
import io.kahkm.internal.relation.RelationMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Whether a stream is on the map and whether its sensors keep their relations. Mutable, one owner.
 *
 * <p>The stream is outside the map while three states in a row lie outside it, or while the
 * evidence of its novelty pages; its relations are broken while theirs does. Models of earlier
 * versions have the three states only.
 */
final class StreamAlarms {
  private final OutsideRun outsideRun = new OutsideRun();

  /** Both null where the model says nothing about normal rows. */
  private final @Nullable CrossFittedNull novelty;

  private final @Nullable EvidenceDetector noveltyEvidence;

  /** Null where the model has no relations. */
  private final @Nullable RelationMonitor relations;

  private final boolean provisional;
  private final int[] leading;
  private boolean outside;
  private boolean broken;
  private boolean newlyPaging;

  StreamAlarms(Model model, double runLength) {
    Alarms alarms = model.alarms().orElse(null);
    novelty = alarms == null ? null : alarms.novelty();
    noveltyEvidence =
        alarms == null
            ? null
            : new EvidenceDetector(runLength, alarms.novelty().moments().memory());
    relations =
        alarms == null
            ? null
            : alarms.relations().map(r -> new RelationMonitor(r, runLength)).orElse(null);
    provisional = alarms != null && alarms.coverage().provisional();
    leading = new int[RelationMonitor.NAMED];
  }

  /** A reading was taken; called before its state is located. */
  void reading(long time, StatePreparation preparation) {
    newlyPaging = false;
    if (relations == null) {
      return;
    }
    if (!preparation.hasReading()) {
      relations.skip();
      return;
    }
    relations.take(time, preparation.reading(), preparation.held());
    noteBroken(relations);
  }

  /** A pair of readings that stands for itself. */
  void pair(long time, StatePreparation preparation) {
    newlyPaging = false;
    if (relations == null) {
      return;
    }
    relations.breakChain();
    relations.predecessor(preparation.reading());
    relations.take(time, preparation.successor(), preparation.held());
    noteBroken(relations);
  }

  private void noteBroken(RelationMonitor relations) {
    newlyPaging |= relations.broken() && !broken;
    broken = relations.broken();
  }

  /** A state was encoded. */
  void state(EncodedState state, long time) {
    outsideRun.add(state.outside, time);
    if (novelty != null && noveltyEvidence != null) {
      noveltyEvidence.add(novelty.pValue(state.novelty), time);
    }
    boolean before = outside;
    outside = outsideNow();
    newlyPaging |= outside && !before;
  }

  private boolean outsideNow() {
    return outsideRun.outsideMap() || (noveltyEvidence != null && noveltyEvidence.paging());
  }

  /** The next reading does not follow the last one by one step. */
  void breakChain() {
    if (relations != null) {
      relations.breakChain();
    }
  }

  /** The next reading belongs to another stream. */
  void startStream() {
    outsideRun.clear();
    if (noveltyEvidence != null) {
      noveltyEvidence.clear();
    }
    if (relations != null) {
      relations.startStream();
      broken = false;
    }
    outside = outsideNow();
  }

  /** Whether the stream is not as it was recorded: outside the map, or its relations broken. */
  boolean isAbnormal() {
    return outsideMap() || broken();
  }

  /** Whether the stream is said to be outside the map. */
  boolean outsideMap() {
    return outside;
  }

  /** Event time from which on it was outside; meaningful while it is. */
  long outsideSince() {
    if (noveltyEvidence == null || !noveltyEvidence.paging()) {
      return outsideRun.since();
    }
    return outsideRun.outsideMap()
        ? Math.min(outsideRun.since(), noveltyEvidence.onset())
        : noveltyEvidence.onset();
  }

  /** Whether the relations are said to be broken. */
  boolean broken() {
    return broken;
  }

  /** Whether this record made a page of either channel. */
  boolean newlyPaging() {
    return newlyPaging;
  }

  /** Whether evidence of either channel has begun to gather: what is learned may be a fault's. */
  boolean suspicious() {
    return (noveltyEvidence != null && noveltyEvidence.excursion())
        || (relations != null && relations.evidence().excursion());
  }

  /** Whether the state taken last speaks against the stream's being on the map. */
  boolean noveltySuspicious(EncodedState state) {
    return state.outside || (noveltyEvidence != null && noveltyEvidence.rising());
  }

  /** Whether nothing may be learned. */
  boolean paging() {
    return broken || (noveltyEvidence != null && noveltyEvidence.paging());
  }

  /** Evidence of novelty on the scale of its page; absent in models of earlier versions. */
  OptionalDouble noveltyLevel() {
    return noveltyEvidence == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(noveltyEvidence.level());
  }

  /** The live relation channel; null where there is none. */
  @Nullable RelationMonitor relations() {
    return relations;
  }

  /** An immutable view of the relation channel. */
  Optional<RelationStatus> relationStatus(StatePreparation preparation) {
    if (relations == null) {
      return Optional.empty();
    }
    return Optional.of(
        new RelationStatus(
            present(relations.value()),
            relations.relations().normal().limit(),
            present(relations.pValue()),
            relations.evidence().evidence(),
            relations.evidence().level(),
            broken,
            broken ? OptionalLong.of(relations.evidence().onset()) : OptionalLong.empty(),
            named(preparation),
            provisional,
            relations.unwatched()));
  }

  /** The sensors that fit least, in sensor units. */
  List<RelationStatus.NamedSensor> named(StatePreparation preparation) {
    List<RelationStatus.NamedSensor> named = new ArrayList<>();
    if (relations == null) {
      return named;
    }
    int count = relations.leading(leading);
    for (int i = 0; i < count; i++) {
      int sensor = relations.relations().model().sensor(leading[i]);
      named.add(
          new RelationStatus.NamedSensor(
              sensor,
              relations.factors()[leading[i]],
              preparation.present()[sensor],
              preparation.inSensorUnits(sensor, relations.predictions()[leading[i]])));
    }
    return named;
  }

  private static OptionalDouble present(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Whether the recording behind both channels was too short for limits to hold. */
  boolean provisional() {
    return provisional;
  }

  void writeRun(StateWriter writer) {
    outsideRun.write(writer);
  }

  void readRun(StateReader reader) {
    outsideRun.read(reader);
    outside = outsideNow();
  }

  /** What earlier versions do not know. */
  void writeEvidence(StateWriter writer) {
    writer.putBoolean(noveltyEvidence != null);
    if (noveltyEvidence != null) {
      noveltyEvidence.write(writer);
    }
    writer.putBoolean(relations != null);
    if (relations != null) {
      relations.write(writer);
    }
  }

  void readEvidence(StateReader reader) {
    if (reader.getBoolean()) {
      known(noveltyEvidence, "novelty's evidence").read(reader);
    }
    if (reader.getBoolean()) {
      RelationMonitor stored = known(relations, "relations");
      stored.read(reader);
      broken = stored.broken();
    }
    outside = outsideNow();
  }

  private static <T> T known(@Nullable T part, String what) {
    if (part == null) {
      throw new MalformedStateException(
          "the stored state holds " + what + ", which the model does not have");
    }
    return part;
  }
}
