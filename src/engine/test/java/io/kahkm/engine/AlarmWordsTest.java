package io.kahkm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.EvidenceDetector;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.testing.TestModels;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a model's alarms, word for word, for models of every kind. */
class AlarmWordsTest {
  private static final Optional<Duration> SECOND = Optional.of(Duration.ofSeconds(1));
  private static final Coverage LONG = new Coverage("speed", 120_000, 1_234.5, 321);
  private static final Coverage SHORT = new Coverage("speed", 1_200, 40, 4);

  /** What a recording of short memory and alike parts gives, below which normal rows are. */
  private static CrossFittedNull normal(
      double scale, double within, double between, double memory) {
    double[] roots = new double[500];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = scale * (0.4 + 1.2 * i / roots.length);
    }
    return CrossFittedNull.of(
        roots, new CrossFittedNull.Moments(5, scale, within, between, memory), 0.995);
  }

  private static CrossFittedNull novelty() {
    return normal(0.4, 0.1, 0.01, 1.2);
  }

  private static Optional<RelationChannel> relations(CrossFittedNull normal) {
    return Optional.of(
        new RelationChannel(TestModels.alarms(2).relations().orElseThrow().model(), normal));
  }

  private static Optional<RelationChannel> relations() {
    return relations(normal(1, 0.35, 0.02, 1.2));
  }

  private static SensorModel sensors(boolean provisional) {
    return TestModels.twoSensors(0.5, 1, 59).provisional(provisional).build();
  }

  private static Model model(
      CrossFittedNull novelty,
      Coverage coverage,
      Optional<RelationChannel> relations,
      Optional<SensorModel> sensors) {
    Model.Builder builder =
        TestModels.builderOf(TestModels.vanDerPol(5, 1))
            .alarms(
                new Alarms(
                    novelty,
                    coverage,
                    relations,
                    relations.isPresent() ? "" : "two sensors are one"));
    sensors.ifPresent(builder::sensors);
    return builder.build();
  }

  /** Rows until an alarm ends whose channel alone reaches the mean of so many. */
  private static String end(int channels, double memory) {
    double rows = new EvidenceDetector(channels * 50_000, memory).rowsToEnd();
    return String.format(Locale.ROOT, "%.0f rows", rows);
  }

  @Test
  void aModelThatWatchesEverythingIsDescribedInFull() {
    CrossFittedNull slow = normal(0.4, 0.1, 0.01, 12);
    Model all = model(slow, LONG, relations(), Optional.of(sensors(false)));
    assertThat(AlarmWords.lines(all, 50_000, Optional.empty()))
        .containsExactly(
            "novelty: threshold 0.326, at most 0.5 % of normal rows expected above it",
            "relations of 2 sensors: threshold 7.29, at most 0.5 % of normal rows expected above"
                + " it",
            "single sensors: 2 watched, with a history of 60 rows before each",
            "set for one false alarm every 50,000 rows on average for a stream, all alarms"
                + " together, if later rows are like these",
            "an alarm ends when rows are normal again: novelty after about "
                + end(3, 12)
                + ", relations after "
                + end(3, 1.2)
                + ", single sensors when the fault has left their history of 60 rows at the latest",
            "novelty is strongly autocorrelated, so an alarm needs about 12 times as many rows as"
                + " independent readings would",
            "slowest sensor speed: the training recording of 120,000 rows has an effective sample"
                + " size of 1.23e+03 rows for it, and of 321 for the slowest movement that sensors"
                + " share, or for their noise");
    assertThat(AlarmWords.working(all)).isEqualTo("novelty, relations, single sensors");
    assertThat(AlarmWords.weaknesses(all, SECOND)).isEmpty();
  }

  @Test
  void rowsAreTimesWhereTheStepIsKnown() {
    Model all = model(novelty(), LONG, relations(), Optional.of(sensors(false)));
    List<String> lines = AlarmWords.lines(all, 50_000, Optional.of(Duration.ofMinutes(6)));
    assertThat(lines.get(2))
        .isEqualTo("single sensors: 2 watched, with a history of 60 rows (6.0 hours) before each");
    assertThat(lines.get(3)).startsWith("set for one false alarm every 50,000 rows (208 days) on");
    assertThat(lines.get(4))
        .contains("relations after 20 rows (2.0 hours), ")
        .endsWith("has left their history of 60 rows (6.0 hours) at the latest");
    assertThat(AlarmWords.lines(all, 50_000, Optional.of(Duration.ZERO)))
        .as("a step of nothing")
        .isEqualTo(AlarmWords.lines(all, 50_000, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({"172800, 2 days", "172799, 48 hours", "36000, 10 hours", "100000000, '1,157 days'"})
  void timesAreDaysFromTwoOn(double rows, String time) {
    Model all = model(novelty(), LONG, relations(), Optional.of(sensors(false)));
    assertThat(AlarmWords.joint(all, rows, SECOND)).contains(" rows (" + time + ") on average");
  }

  @Test
  void whatIsOffIsDescribedAsOff() {
    CrossFittedNull off = normal(1.5, 0.35, 0.02, 1.2);
    Model none = model(off, LONG, Optional.empty(), Optional.empty());
    assertThat(AlarmWords.lines(none, 50_000, Optional.empty()))
        .hasSize(5)
        .startsWith(
            "novelty: off, held-out rows already reached the highest novelty",
            "relations: off, two sensors are one",
            "single sensors: off, this model does not watch them",
            "no alarm can be raised, so there is no false one")
        .allSatisfy(line -> assertThat(line).doesNotContain("an alarm ends"));
    Model ofFewRows = model(off, SHORT, Optional.empty(), Optional.empty());
    assertThat(AlarmWords.joint(ofFewRows, 50_000, Optional.empty()))
        .isEqualTo("no alarm can be raised, so there is no false one");
    assertThat(AlarmWords.cautions(ofFewRows, Optional.empty()).get(3))
        .startsWith("Alarms would be provisional: 1,200 rows have an effective sample size of");
    assertThat(AlarmWords.working(none)).isEqualTo("none; off: novelty, relations, single sensors");
    Model sensorsAlone = model(off, LONG, Optional.empty(), Optional.of(sensors(false)));
    assertThat(AlarmWords.lines(sensorsAlone, 50_000, Optional.empty()).get(4))
        .isEqualTo(
            "an alarm ends when rows are normal again: single sensors when the fault has left their"
                + " history of 60 rows at the latest");
    Model noveltyToo = model(novelty(), LONG, Optional.empty(), Optional.of(sensors(false)));
    assertThat(AlarmWords.lines(noveltyToo, 50_000, Optional.empty()).get(4))
        .isEqualTo(
            "an alarm ends when rows are normal again: novelty after about "
                + end(2, 1.2)
                + ", single sensors when the fault has left their history of 60 rows at the"
                + " latest");
    Model relationsToo = model(off, LONG, relations(), Optional.of(sensors(false)));
    assertThat(AlarmWords.lines(relationsToo, 50_000, Optional.empty()).get(4))
        .isEqualTo(
            "an alarm ends when rows are normal again: relations after "
                + end(2, 1.2)
                + ", single sensors when the fault has left their history of 60 rows at the"
                + " latest");
    assertThat(AlarmWords.working(noveltyToo)).isEqualTo("novelty, single sensors; off: relations");
  }

  @Test
  void aShortRecordingGuaranteesNothingButItsSensors() {
    Model sure = model(novelty(), SHORT, relations(), Optional.of(sensors(false)));
    assertThat(AlarmWords.joint(sure, 50_000, SECOND))
        .isEqualTo(
            "novelty and relations are provisional: each alone is a notice, without a guaranteed"
                + " rate; single sensors make at most one false alarm every 50,000 rows (14 hours)"
                + " on average, if later rows are like these");
    Model unsure = model(novelty(), SHORT, relations(), Optional.of(sensors(true)));
    assertThat(AlarmWords.joint(unsure, 50_000, SECOND))
        .isEqualTo(
            "provisional: one alarm alone is only a notice, unless a sensor is stuck or gone; no"
                + " rate of false alarms is guaranteed, because the recording is too short");
    Model without = model(novelty(), SHORT, relations(), Optional.empty());
    assertThat(AlarmWords.joint(without, 50_000, SECOND))
        .isEqualTo(
            "provisional: one alarm alone is only a notice; no rate of false alarms is"
                + " guaranteed, because the recording is too short");
    assertThat(AlarmWords.lines(without, 50_000, SECOND).get(5)).endsWith("noise: PROVISIONAL");
    assertThat(AlarmWords.weaknesses(sure, SECOND))
        .containsExactly(
            new AlarmWords.Weakness(
                "the recording is short: an effective sample size of 4.0 rows, 10 are needed",
                "record about 1,800 more rows (0.50 hours) of normal operation and fit again",
                "Novelty and relations are provisional: 1,200 rows have an effective sample size of"
                    + " only 4.0 for the slowest quantity that sensors share and none shows by"
                    + " itself (a movement, the level of their noise, how novel they are), and 10"
                    + " are needed. Normal movements have not been seen often enough: one alarm"
                    + " alone raises a notice, two together a full alarm; a sensor that is stuck or"
                    + " gone is one by itself. Record about 1,800 more rows (0.50 hours) of normal"
                    + " operation and fit again."));
    Coverage slowSensor = new Coverage("speed", 1_200, 9.5, 4);
    assertThat(
            AlarmWords.cautions(
                model(novelty(), slowSensor, relations(), Optional.of(sensors(true))),
                Optional.empty()))
        .containsExactly(
            "Alarms are provisional: 1,200 rows have an effective sample size of only 4.0 for"
                + " speed, which moves slowest, and 10 are needed. Normal movements have not been"
                + " seen often enough: one alarm alone raises a notice, two together a full alarm;"
                + " a sensor that is stuck or gone is one by itself. Record about 1,800 more rows"
                + " of normal operation and fit again.");
    assertThat(
            AlarmWords.cautions(
                    model(novelty(), slowSensor, relations(), Optional.empty()), Optional.empty())
                .get(1))
        .startsWith("Alarms are provisional: ")
        .contains("two together a full alarm. Record about");
    assertThat(AlarmWords.working(without)).isEqualTo("novelty, relations; off: single sensors");
  }

  /** Whatever is computed, one more row is asked for at least. */
  @Test
  void aRecordingThatIsNearlyLongEnoughNeedsARow() {
    Coverage nearly = new Coverage("speed", 1_200, 40, Math.nextDown(10.0));
    assertThat(
            AlarmWords.weaknesses(
                    model(novelty(), nearly, relations(), Optional.of(sensors(false))),
                    Optional.empty())
                .get(0)
                .remedy())
        .isEqualTo("record about 1 more rows of normal operation and fit again");
  }

  @Test
  void everyAlarmThatIsOffIsToldWithItsRemedy() {
    Model plain = TestModels.vanDerPol(5, 1);
    Model unheld =
        Model.builder(plain.map())
            .closure(plain.closure())
            .classMeans(plain.classMeans())
            .coordinateVariance(0.2)
            .build();
    String notWatched =
        "Because an alarm is off, streams of this model are shown as Not watched, never as Normal.";
    assertThat(AlarmWords.weaknesses(unheld, SECOND))
        .containsExactly(
            new AlarmWords.Weakness(
                "no rows were held out, so there is no alarm",
                "fit without --holdout 0",
                "No alarm: the model was fitted with --holdout 0 and has no thresholds. Fit it"
                    + " again with a share of the rows held out."));
    assertThat(AlarmWords.cautions(unheld, SECOND)).hasSize(2).endsWith(notWatched);
    AlarmWords.Weakness novelty =
        new AlarmWords.Weakness(
            "novelty is off: held-out rows already reached the highest novelty",
            "fit more rows, of several runs or days, or fewer sensors",
            "Novelty is off: held-out rows already reached the highest novelty, so it never raises"
                + " an alarm. Fit more rows, of several runs or days, or fewer sensors.");
    AlarmWords.Weakness early =
        new AlarmWords.Weakness(
            "relations and single sensors are not watched: an earlier version fitted the model",
            "fit it again",
            "No evidence is gathered and no relations between sensors are watched: the model was"
                + " fitted by an earlier version. Fit it again.");
    assertThat(AlarmWords.weaknesses(TestModels.withNoveltyLimit(plain, 1), SECOND))
        .containsExactly(novelty, early);
    assertThat(AlarmWords.weaknesses(TestModels.withNoveltyLimit(plain, 0.5), SECOND))
        .containsExactly(early);
    Model off = model(normal(1.5, 0.35, 0.02, 1.2), LONG, Optional.empty(), Optional.empty());
    assertThat(AlarmWords.weaknesses(off, SECOND))
        .containsExactly(
            novelty,
            new AlarmWords.Weakness(
                "relations are off: two sensors are one",
                "record more rows and fit again",
                "Relations between sensors are not watched: two sensors are one."),
            new AlarmWords.Weakness(
                AlarmWords.NO_SENSORS,
                "record more rows and fit again",
                "Single sensors are not watched: a sensor that stands still, drifts or scatters is"
                    + " noticed only where it disturbs the others. The recording did not admit it,"
                    + " and fit said why, or the model was fitted by an earlier version: fit it"
                    + " again."));
    assertThat(AlarmWords.cautions(off, SECOND)).hasSize(4).endsWith(notWatched);
    assertThat(
            AlarmWords.cautions(
                model(novelty(), LONG, relations(), Optional.of(sensors(false))), SECOND))
        .isEmpty();
  }

  @Test
  void slowAlarmsAreToldWithWhatTheyCost() {
    CrossFittedNull slow = normal(0.4, 0.1, 0.01, 12);
    Model both =
        model(slow, LONG, relations(normal(1, 0.35, 0.02, 12)), Optional.of(sensors(false)));
    String cost =
        " strongly autocorrelated, so an alarm needs about 12 times as many rows as independent"
            + " readings would";
    assertThat(AlarmWords.delays(both))
        .containsExactly("novelty is" + cost, "relations are" + cost);
    // It is how the machine moves: nothing stands against the model.
    assertThat(AlarmWords.cautions(both, SECOND)).isEmpty();
    assertThat(AlarmWords.delays(TestModels.vanDerPol(5, 1))).isEmpty();
    assertThat(delays(normal(0.4, 0.1, 0.01, 5))).isEmpty();
    assertThat(delays(normal(0.4, 0.1, 0.01, Math.nextUp(5.0)))).hasSize(1);
    assertThat(delays(normal(1.5, 0.35, 0.02, 12))).as("novelty is off").isEmpty();
  }

  private static List<String> delays(CrossFittedNull novelty) {
    return AlarmWords.delays(model(novelty, LONG, relations(), Optional.of(sensors(false))));
  }

  /** Whatever the memory. */
  @Test
  void partsThatDifferStandAgainstAModelBecauseTheyHideSmallFaults() {
    CrossFittedNull differ = normal(0.3, 0.01, 0.04, 12);
    String by = String.format(Locale.ROOT, "%.2g", differ.shift());
    assertThat(delays(differ)).isEmpty();
    assertThat(
            AlarmWords.weaknesses(
                model(differ, LONG, relations(), Optional.of(sensors(false))), SECOND))
        .containsExactly(
            new AlarmWords.Weakness(
                "novelty: parts of the training recording differ from each other by more ("
                    + by
                    + ") than rows within them do (0.010), so only large faults are found",
                "fit on rows of one operating mode, or on more of each",
                "Novelty: parts of the training recording differ from each other by more ("
                    + by
                    + ") than rows within them do (0.010), so only large faults are found. Fit on"
                    + " rows of one operating mode, or on more of each."));
    Model ofRelations =
        model(
            novelty(), LONG, relations(normal(0.3, 0.01, 0.04, 1.2)), Optional.of(sensors(false)));
    assertThat(AlarmWords.cautions(ofRelations, SECOND))
        .singleElement()
        .satisfies(
            words ->
                assertThat(words)
                    .startsWith("Relations: parts of the training recording differ from each"));
  }
}
