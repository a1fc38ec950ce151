package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.testing.TestModels;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AlarmCountsTest {
  private static final Model LIMITED = TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.5);

  private static StateData.Row row(int stream) {
    return new StateData.Row(
        stream, 0, 0, Observation.state(0, new double[] {0, 0}, null, false), false, 0);
  }

  private static RowAssessment alarm(double novelty) {
    return AssessmentFixture.ready(novelty, true);
  }

  private static RowAssessment normal(double novelty) {
    return AssessmentFixture.ready(novelty, false);
  }

  private static JsonNode written(AlarmCounts counts) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    counts.write(json);
    return json.path("alarms").path("novelty");
  }

  /** An alarm is one page however long it lasts, and never goes on in another stream. */
  @Test
  void countsRowsAboveTheLimitRowsInAlarmAndAlarms() {
    AlarmCounts counts = new AlarmCounts(LIMITED);
    counts.add(row(0), normal(0.5));
    counts.add(row(0), normal(0.6));
    counts.add(row(0), alarm(0.7));
    counts.add(row(0), alarm(0.4));
    counts.add(row(0), normal(0.1));
    counts.add(row(0), AssessmentFixture.warmingUp());
    counts.add(row(0), alarm(0.9));
    counts.add(row(1), alarm(0.9));
    counts.add(row(1), alarm(0.9));
    JsonNode novelty = written(counts);

    assertThat(novelty.path("limit").asDouble()).isEqualTo(0.5);
    assertThat(novelty.path("rows").asLong()).isEqualTo(8);
    assertThat(novelty.path("rowsAboveLimit").asLong())
        .as("at the limit is not above")
        .isEqualTo(5);
    assertThat(novelty.path("rowsInAlarm").asLong()).isEqualTo(5);
    assertThat(novelty.path("pages").asLong()).isEqualTo(3);
    assertThat(counts.words().orElseThrow())
        .startsWith(
            "5 of 8 rows were unlike the recording, 0 had sensors that disagree and 0 a faulty"
                + " sensor");
  }

  @Test
  void twoStreamsHaveTheirOwnAlarmsInEitherOrder() {
    for (boolean swapped : new boolean[] {false, true}) {
      AlarmCounts counts = new AlarmCounts(LIMITED);
      counts.add(row(swapped ? 1 : 0), alarm(0.9));
      counts.add(row(swapped ? 0 : 1), alarm(0.9));
      counts.add(row(swapped ? 0 : 1), normal(0.1));

      assertThat(written(counts).path("pages").asLong()).isEqualTo(2);
      assertThat(written(counts).path("rowsInAlarm").asLong()).isEqualTo(2);
    }
  }

  @Test
  void nothingIsSaidWithoutRowsInAlarmAndNothingWrittenWithoutALimit() {
    AlarmCounts quiet = new AlarmCounts(LIMITED);
    quiet.add(row(0), normal(0.9));

    assertThat(quiet.words()).isEmpty();
    assertThat(written(quiet).path("rowsAboveLimit").asLong()).isEqualTo(1);
    assertThat(written(new AlarmCounts(TestModels.bareOf(LIMITED).build()))).isEmpty();
  }

  /** Every figure counted again from what monitors say of two pumps with faults of each kind. */
  @Test
  void everyAlarmIsCountedByStream() {
    Model model = WatchedPumps.watched();
    AlarmCounts counts = new AlarmCounts(model);
    StateData data = WatchedPumps.faulty();
    double[] limits = {
      model.noveltyLimit().orElseThrow(),
      model.alarms().orElseThrow().relations().orElseThrow().normal().limit()
    };
    long[][] found = new long[3][4];
    for (int pump = 0; pump < 2; pump++) {
      StreamMonitor monitor =
          StreamMonitor.create(
              MonitorSettings.builder().timing(WatchedPumps.TIMING).build(), model);
      boolean[] before = new boolean[3];
      for (StateData.Row row : data.rows()) {
        if (row.stream() != pump) {
          continue;
        }
        RowAssessment now = monitor.advance(row.observation());
        counts.add(row, now);
        if (now.admission() != Admission.ACCEPTED) {
          continue;
        }
        boolean[] alarms = {
          now.alarms().outsideMap(), now.alarms().relationBroken(), now.alarms().sensorFaulty()
        };
        boolean[] judged = {true, !Double.isNaN(now.alarms().relation()), true};
        boolean[] above = {now.novelty() > limits[0], now.alarms().relation() > limits[1], false};
        for (int i = 0; i < 3; i++) {
          if (judged[i]) {
            found[i][0]++;
            found[i][1] += above[i] ? 1 : 0;
            found[i][2] += alarms[i] && !before[i] ? 1 : 0;
            found[i][3] += alarms[i] ? 1 : 0;
            before[i] = alarms[i];
          }
        }
      }
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    counts.write(json);

    assertThat(found[0][0]).as("rows with a state").isEqualTo(2 * WatchedPumps.READINGS);
    assertThat(found[1][0]).as("the first of a pump follows none").isLessThan(found[0][0]);
    for (long[] channel : found) {
      assertThat(channel[3]).as("more than one alarm").isGreaterThan(channel[2]).isPositive();
    }
    assertThat(found[1][2]).as("alarms of relations").isGreaterThan(found[0][2]);
    assertThat(json)
        .hasToString(
            ("{\"alarms\":{\"novelty\":{\"limit\":%s,\"rows\":%d,\"rowsAboveLimit\":%d,"
                    + "\"pages\":%d,\"rowsInAlarm\":%d},\"relations\":{\"limit\":%s,\"rows\":%d,"
                    + "\"rowsAboveLimit\":%d,\"pages\":%d,\"rowsInAlarm\":%d},"
                    + "\"sensors\":{\"rows\":%d,\"pages\":%d,\"rowsInAlarm\":%d}}}")
                .formatted(
                    limits[0],
                    found[0][0],
                    found[0][1],
                    found[0][2],
                    found[0][3],
                    limits[1],
                    found[1][0],
                    found[1][1],
                    found[1][2],
                    found[1][3],
                    found[2][0],
                    found[2][2],
                    found[2][3]));
    assertThat(counts.words())
        .contains(
            "%d of %d rows were unlike the recording, %d had sensors that disagree and %d a faulty sensor: the figures include all rows, not normal operation alone."
                .formatted(found[0][3], found[0][0], found[1][3], found[2][3]));
  }

  /** A pump that begins in the alarm in which the one before ended has an alarm of its own. */
  @Test
  void noAlarmGoesOnFromOneStreamToTheNext() {
    Model model = WatchedPumps.watched();
    Map<String, Predicate<RowAssessment>> channels =
        Map.of(
            "novelty", now -> now.alarms().outsideMap(),
            "relations", now -> now.alarms().relationBroken(),
            "sensors", now -> now.alarms().sensorFaulty());
    channels.forEach(
        (channel, alarm) -> {
          StreamMonitor monitor =
              StreamMonitor.create(
                  MonitorSettings.builder().timing(WatchedPumps.TIMING).build(), model);
          AlarmCounts counts = new AlarmCounts(model);
          boolean found = false;
          for (StateData.Row row : WatchedPumps.faulty().rows()) {
            if (row.stream() == 0 && !found) {
              RowAssessment now = monitor.advance(row.observation());
              found = alarm.test(now);
              if (found) {
                counts.add(row(0), now);
                counts.add(row(1), now);
                counts.add(row(1), now);
              }
            }
          }
          ObjectNode json = JsonNodeFactory.instance.objectNode();
          counts.write(json);

          assertThat(json.at("/alarms/" + channel + "/pages").asLong()).as(channel).isEqualTo(2);
        });
  }

  /** What a model does not watch is not counted, and one channel alone is worth a sentence. */
  @Test
  void channelsThatAreNotWatchedAreNotWritten() {
    StateData data = WatchedPumps.faulty();
    for (boolean relations : new boolean[] {false, true}) {
      for (boolean sensors : new boolean[] {false, true}) {
        Model model = WatchedPumps.model(relations, sensors, false);
        AlarmCounts counts = new AlarmCounts(model);
        StreamMonitor monitor =
            StreamMonitor.create(
                MonitorSettings.builder().timing(WatchedPumps.TIMING).build(), model);
        // The first faults of the first pump, which the map does not notice.
        for (StateData.Row row : data.rows().subList(0, 75)) {
          counts.add(row, monitor.advance(row.observation()));
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        counts.write(json);

        JsonNode alarms = json.path("alarms");
        assertThat(alarms.has("relations")).isEqualTo(relations);
        assertThat(alarms.has("sensors")).isEqualTo(sensors);
        assertThat(alarms.path("novelty").path("rowsInAlarm").asLong()).isZero();
        assertThat(counts.words().isPresent()).isEqualTo(relations || sensors);
        assertThat(alarms.path("relations").path("pages").asLong()).isEqualTo(relations ? 2 : 0);
        assertThat(alarms.path("sensors").path("pages").asLong()).isEqualTo(sensors ? 1 : 0);
      }
    }
  }
}
