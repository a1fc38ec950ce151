package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.EvidenceDetector;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stream: whether it is outside the map and whether its sensors keep their
 * relations. Mutable, one owner.
 *
 * <p>The state follows the evidence of the channels alone. Each one tells its {@link AlarmChannel}
 * after every row whether its evidence has reached the run length, and {@link #decide} makes of all
 * of them what the stream reports; another channel enters there and nowhere else. Models of earlier
 * versions gather no evidence: with them three states in a row beyond the limit are outside.
 */
final class StreamAlarms {
  /** Sensors that are named at most. */
  private static final int SENSORS_NAMED = 4;

  /** Mean evidence against sensors below which their alarm is over. */
  private static final double OVER = 10;

  private final AlarmChannel.OutsideRun outsideRun = new AlarmChannel.OutsideRun();

  /** Both null where the model says nothing about normal rows. */
  private final @Nullable CrossFittedNull novelty;

  private final @Nullable EvidenceDetector noveltyEvidence;

  /** Null where the model has no relations. */
  private final @Nullable RelationMonitor relations;

  /** Null where the model has no sensor channel. */
  private final @Nullable SensorMonitor sensors;

  private final double runLength;

  /** Channels that share the run length. */
  private final int shared;

  private final AlarmChannel noveltyChannel;
  private final AlarmChannel relationChannel;
  private final AlarmChannel sensorChannel;

  /** All channels, in the order of the stored state. */
  private final List<AlarmChannel> channels;

  /** Whether novelty has a limit that nothing exceeds. */
  private final boolean noveltyOff;

  private final boolean provisional;
  private final int[] leading;
  private boolean newlyPaging;

  StreamAlarms(Model model, AlarmSettings settings) {
    Alarms alarms = model.alarms().orElse(null);
    runLength = settings.runLength();
    noveltyOff = alarms != null && alarms.noveltyOff();
    shared = model.channels().count();
    // A channel alone reaches the mean of all when it has as many run lengths as there are.
    double alone = shared * runLength;
    // Twice, or rounding could keep one channel alone below the fleet's length for ever.
    double most = settings.fleetLength() > runLength ? 2 * shared * settings.fleetLength() : alone;
    novelty = alarms == null ? null : alarms.novelty();
    // A reading is part of as many states as there are delays: it must not count more than once.
    noveltyEvidence =
        alarms == null
            ? null
            : new EvidenceDetector(
                alone, Math.max(model.map().delays(), alarms.novelty().moments().memory()), most);
    relations =
        alarms == null
            ? null
            : alarms.relations().map(r -> new RelationMonitor(r, alone, most)).orElse(null);
    provisional = alarms != null && alarms.coverage().provisional();
    noveltyChannel = new AlarmChannel(provisional);
    relationChannel = new AlarmChannel(provisional);
    sensors = model.sensors().map(m -> new SensorMonitor(m, alone, most)).orElse(null);
    sensorChannel =
        new AlarmChannel(model.sensors().map(SensorModel::provisional).orElse(provisional));
    channels = List.of(noveltyChannel, relationChannel, sensorChannel);
    leading = new int[RelationMonitor.NAMED];
  }

  /** A reading was taken; called before its state is located. */
  void reading(long time, StatePreparation preparation) {
    newlyPaging = false;
    boolean any = preparation.hasReading();
    if (sensors != null) {
      sensors.take(
          time, preparation.present(), preparation.held(), any ? preparation.reading() : null);
    }
    if (relations != null && any) {
      relations.take(time, preparation.reading(), preparation.held());
    } else if (relations != null) {
      relations.skip();
    }
    decide();
  }

  /** The time of a reading has passed that is not judged. */
  void noReading() {
    newlyPaging = false;
    if (sensors != null) {
      sensors.skip();
    }
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
    decide();
  }

  /** A state was encoded. */
  void state(EncodedState state, long time) {
    if (novelty != null && noveltyEvidence != null) {
      if (noveltyOff) {
        return;
      }
      // What no reference reaches has the same score wherever it is: it is beyond every value.
      noveltyEvidence.add(
          novelty.pValue(state.reached ? state.novelty : Double.POSITIVE_INFINITY), time);
    } else {
      outsideRun.add(state.outside, time);
    }
    decide();
  }

  /** Makes the state of the stream of what the evidence of every channel has come to. */
  private void decide() {
    if (noveltyEvidence == null) {
      newlyPaging |= noveltyChannel.evidence(outsideRun.outsideMap());
    } else {
      share(noveltyEvidence);
    }
    int paging = 0;
    for (AlarmChannel channel : channels) {
      paging += channel.paging() ? 1 : 0;
    }
    boolean plain =
        sensors != null
            && sensorChannel.paging()
            && (sensors.standsOrIsGone() || sensors.widelyOutOfRange());
    if (sensors != null
        && sensorChannel.paging()
        && noveltyChannel.paging()
        && sensors.isOfRange()) {
      // Both tell of the same readings that they are beyond the recorded ones.
      paging--;
    }
    for (AlarmChannel channel : channels) {
      // What the values themselves show agrees as another channel would.
      channel.decide(channel == sensorChannel && plain ? paging + 1 : paging);
    }
  }

  /** Mean evidence of all channels; 0 where the model gathers none. */
  double meanEvidence() {
    if (noveltyEvidence == null) {
      return 0;
    }
    double related = relations == null ? 0 : relations.evidence().evidence();
    double faulty = sensors == null ? 0 : sensors.evidence();
    return (noveltyEvidence.evidence() + related + faulty) / shared;
  }

  /** One run length for the mean of all evidences. */
  private void share(EvidenceDetector evidence) {
    double novel = evidence.evidence();
    double related = relations == null ? 0 : relations.evidence().evidence();
    double faulty = sensors == null ? 0 : sensors.evidence();
    double sum = novel + related + faulty;
    newlyPaging |= noveltyChannel.share(novel, !evidence.excursion(), sum, shared, runLength);
    if (relations != null) {
      newlyPaging |=
          relationChannel.share(related, !relations.evidence().excursion(), sum, shared, runLength);
    }
    newlyPaging |= sensorChannel.share(faulty, faulty < OVER, sum, shared, runLength);
  }

  /**
   * What comes next is that many steps after the last reading.
   *
   * @param steps at least 1; 0 where nobody knows
   */
  void follow(long steps) {
    if (sensors != null) {
      sensors.follow(steps);
    }
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
    }
    if (sensors != null) {
      sensors.startStream();
    }
    channels.forEach(AlarmChannel::clear);
  }

  /** Whether the stream is not as it was recorded: outside the map, broken, or with a fault. */
  boolean isAbnormal() {
    return outsideMap() || broken() || faulty();
  }

  /** Whether a sensor is faulty. */
  boolean faulty() {
    return sensorChannel.alarm();
  }

  /** Whether the sensors are provisional, have reached their run length and are alone with it. */
  boolean sensorNotice() {
    return sensorChannel.notice();
  }

  /** The live sensor channel; null where there is none. */
  @Nullable SensorMonitor sensors() {
    return sensors;
  }

  /** Whether the recording behind the sensor channel was too short for the run length to hold. */
  boolean sensorsProvisional() {
    return sensors == null ? provisional : sensors.model().provisional();
  }

  /** What is wrong with which sensors, the likeliest first, in sensor units. */
  List<SensorFinding> findings(StatePreparation preparation) {
    return sensors == null || !sensorChannel.paging()
        ? List.of()
        : sensors.findings(SENSORS_NAMED, preparation::sensorUnit);
  }

  /** An immutable view of the sensor channel. */
  Optional<SensorStatus> sensorStatus(StatePreparation preparation) {
    if (sensors == null) {
      return Optional.empty();
    }
    List<SensorFinding> findings = findings(preparation);
    return Optional.of(
        new SensorStatus(
            sensors.evidence(),
            sensors.level(),
            faulty(),
            faulty() ? OptionalLong.of(sensors.since()) : OptionalLong.empty(),
            findings,
            sensorsProvisional(),
            sensorNotice(),
            sensors.unwatched(),
            sensors.waiting(),
            sensors.learning()));
  }

  /**
   * Whether relations, or shifts and noise of single sensors, are not judged for longer than a few
   * readings.
   */
  boolean learning() {
    return (sensors != null && sensors.learning()) || (relations != null && relations.learning());
  }

  /** Whether the stream is outside the map. */
  boolean outsideMap() {
    return noveltyChannel.alarm();
  }

  /** Event time from which on its evidence gathered; meaningful while it is outside. */
  long outsideSince() {
    return noveltyEvidence == null ? outsideRun.since() : noveltyEvidence.onset();
  }

  /** Whether the relations are broken. */
  boolean broken() {
    return relationChannel.alarm();
  }

  /** Whether novelty is provisional, has reached its run length and is alone with it. */
  boolean noveltyNotice() {
    return noveltyChannel.notice();
  }

  /** Whether the relations are provisional, have reached their run length and are alone with it. */
  boolean relationNotice() {
    return relationChannel.notice();
  }

  /** Whether with this record the evidence of any channel reached its run length. */
  boolean newlyPaging() {
    return newlyPaging;
  }

  /** Whether evidence of any channel has begun to gather: what is learned may be a fault's. */
  boolean suspicious() {
    return (noveltyEvidence != null && noveltyEvidence.excursion())
        || (relations != null && relations.evidence().excursion())
        || (sensors != null && sensors.evidence() >= OVER);
  }

  /** Whether the state taken last speaks against the stream's being on the map. */
  boolean noveltySuspicious(EncodedState state) {
    return state.outside || (noveltyEvidence != null && noveltyEvidence.rising());
  }

  /** Whether nothing may be learned: a notice is reason enough. */
  boolean paging() {
    boolean paging = false;
    for (AlarmChannel channel : channels) {
      paging |= channel.paging();
    }
    return paging;
  }

  /** Evidence of novelty on the scale of its page; absent where none is gathered. */
  OptionalDouble noveltyLevel() {
    return noveltyEvidence == null || noveltyOff
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
            broken(),
            broken() ? OptionalLong.of(relations.evidence().onset()) : OptionalLong.empty(),
            named(preparation),
            provisional,
            relationNotice(),
            relations.unwatched(),
            relations.learning()));
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
    outsideRun.transfer(writer);
  }

  void readRun(StateReader reader) {
    outsideRun.transfer(reader);
    if (noveltyEvidence != null) {
      // Earlier versions counted states beside the evidence.
      outsideRun.clear();
    }
    noveltyChannel.evidence(outsideRun.outsideMap());
    noveltyChannel.decide(1);
  }

  /** What the first release does not know. */
  void writeEvidence(StateWriter writer) {
    writer.putBoolean(noveltyEvidence != null);
    if (noveltyEvidence != null) {
      noveltyEvidence.transfer(writer);
    }
    writer.putBoolean(relations != null);
    if (relations != null) {
      relations.transfer(writer, true, true);
    }
    channels.forEach(channel -> channel.transfer(writer, SnapshotOrigin.VERSION));
    writer.putBoolean(sensors != null);
    if (sensors != null) {
      int section = writer.beginSection();
      writer.putInt(sensors.model().hashCode());
      sensors.transfer(writer, true, true, true);
      writer.endSection(section);
    }
  }

  void readEvidence(StateReader reader, int version) {
    if (reader.getBoolean()) {
      EvidenceDetector stored = known(noveltyEvidence, "novelty's evidence");
      stored.transfer(reader);
      noveltyChannel.evidence(stored.paging());
    }
    if (reader.getBoolean()) {
      RelationMonitor stored = known(relations, "relations");
      stored.transfer(
          reader, version >= SnapshotOrigin.NOTICES, version >= SnapshotOrigin.UNJUDGED_RELATIONS);
      relationChannel.evidence(stored.broken());
    }
    if (version >= SnapshotOrigin.SENSORS) {
      channels.forEach(channel -> channel.transfer(reader, version));
      readSensors(reader, version);
    } else if (version >= SnapshotOrigin.NOTICES) {
      noveltyChannel.transfer(reader, version);
      relationChannel.transfer(reader, version);
    } else {
      channels.forEach(AlarmChannel::readEarlier);
    }
  }

  /** Evidence that was gathered with another sensor channel is none: the sensor may be accepted. */
  private void readSensors(StateReader reader, int version) {
    if (reader.getBoolean()) {
      StateReader section = reader.getSection();
      if (sensors != null && section.getInt() == sensors.model().hashCode()) {
        sensors.transfer(
            section,
            version >= SnapshotOrigin.GAPS_IN_PASTS,
            version >= SnapshotOrigin.ALARMED_PASTS,
            version >= SnapshotOrigin.SENSORS_BEFORE_ALARMS);
        section.finish();
        return;
      }
    }
    sensorChannel.clear();
  }

  private static <T> T known(@Nullable T part, String what) {
    if (part == null) {
      throw new MalformedStateException(
          "the stored state holds " + what + ", which the model does not have");
    }
    return part;
  }
}
