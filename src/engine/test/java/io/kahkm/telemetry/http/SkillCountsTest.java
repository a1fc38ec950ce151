package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.telemetry.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** How many streams have forecasts that beat "no change", or lose to it, at any horizon. */
class SkillCountsTest {
  private static final SkillStatus BETTER = claim(OptionalDouble.of(0.25), 900, false);
  private static final SkillStatus LOST = claim(OptionalDouble.empty(), 900, true);
  private static final SkillStatus OPEN = claim(OptionalDouble.empty(), 900, false);
  private static final SkillStatus NEW = claim(OptionalDouble.empty(), 0, false);

  private static SkillStatus claim(OptionalDouble certified, long outcomes, boolean lost) {
    return new SkillStatus(
        SkillReference.PERSISTENCE.label(),
        0.0125,
        certified,
        certified,
        outcomes,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        lost);
  }

  /** A stream with a claim per horizon. */
  private static StreamStatus stream(SkillStatus... claims) {
    StreamStatus any = Scenario.healthy();
    HorizonStatus one = any.forecasts().horizons().get(0);
    List<HorizonStatus> horizons = new ArrayList<>();
    for (SkillStatus claim : claims) {
      horizons.add(
          new HorizonStatus(
              1 + horizons.size(),
              one.starts(),
              one.coordinates(),
              one.readings(),
              one.experts(),
              one.persisting(),
              one.lastForecast(),
              one.intervals(),
              List.of(claim)));
    }
    return new StreamStatus(
        any.reading(),
        any.counts(),
        any.map(),
        any.channels(),
        any.incidents(),
        any.closure(),
        new ForecasterStatus(any.forecasts().time(), horizons, List.of()),
        any.certificates(),
        any.operation());
  }

  @Test
  void oneHorizonOfAnyIsEnough() {
    SkillCounts counts = new SkillCounts();
    counts.add(stream(BETTER, OPEN));
    counts.add(stream(OPEN, BETTER));
    counts.add(stream(LOST, OPEN, OPEN));
    counts.add(stream(BETTER, LOST));
    counts.add(stream(OPEN, NEW));
    counts.add(stream(NEW, NEW));

    ObjectNode json = JsonNodeFactory.instance.objectNode();
    counts.write(json);
    assertThat(json).hasToString("{\"judged\":5,\"better\":3,\"lost\":2}");
  }
}
