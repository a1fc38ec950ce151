package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.testing.TestModels;
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
    assertThat(
            written(
                new AlarmCounts(
                    Model.builder(LIMITED.map())
                        .closure(LIMITED.closure())
                        .beta(LIMITED.beta())
                        .classMeans(LIMITED.classMeans())
                        .coordinateVariance(LIMITED.coordinateVariance())
                        .fittingRows(LIMITED.fittingRows())
                        .build())))
        .isEmpty();
  }
}
