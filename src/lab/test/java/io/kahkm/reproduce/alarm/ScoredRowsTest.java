package io.kahkm.reproduce.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.reproduce.alarm.ScoredRows.Channel;
import io.kahkm.reproduce.alarm.ScoredRows.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the studies of alarms count in a file of encode. */
class ScoredRowsTest {
  @TempDir private Path folder;

  private ScoredRows rows(String... lines) throws IOException {
    return ScoredRows.read(Files.write(folder.resolve("scores.csv"), List.of(lines)));
  }

  @Test
  void alarmsAndNoticesAreCountedByTheirColumns() throws IOException {
    ScoredRows rows =
        rows(
            "relation,relation_broken,outside_map,novelty_notice,relation_notice",
            ",0,0,0,0",
            "2.5,0,0,0,1",
            "3.5,1,0,0,0",
            "1.0,0,1,0,0",
            "0.5,0,0,1,0");

    assertThat(rows.count()).isEqualTo(5);
    assertThat(rows.first(0, 5, Channel.RELATIONS)).isEqualTo(1);
    assertThat(rows.first(0, 5, Channel.NOVELTY)).isEqualTo(3);
    assertThat(rows.first(0, 5, Channel.EITHER)).as("a notice is no alarm").isEqualTo(2);
    assertThat(rows.first(4, 5, Channel.EITHER)).as("none").isEqualTo(5);
    for (Channel channel : Channel.values()) {
      assertThat(rows.inAlarm(0, 5, channel)).isEqualTo(2);
    }
    assertThat(rows.inAlarm(2, 3, Channel.EITHER)).isEqualTo(1);
    assertThat(rows.any(0, 2, Channel.RELATIONS)).isTrue();
    assertThat(rows.any(0, 2, Channel.EITHER)).isFalse();
  }

  @Test
  void aRowWithoutARelationIsNoneOfTheShare() throws IOException {
    ScoredRows rows = rows("relation", "", "2.0", "2.5", "3.5", "");

    assertThat(rows.relation(0)).isNaN();
    assertThat(rows.above(0, 5, 2)).isEqualTo(new Share(2, 3));
    assertThat(rows.above(2, 4, 3)).isEqualTo(new Share(1, 2));
    assertThat(rows.above(2, 4, 3).value()).isEqualTo(0.5);
    assertThat(rows.above(0, 1, 2).value()).isZero();
  }

  @Test
  void aChannelThatTheModelLacksHasNoAlarm() throws IOException {
    ScoredRows rows = rows("q,outside_map", "1,1", "1,0");

    assertThat(rows.relation(0)).isNaN();
    assertThat(rows.any(0, 2, Channel.RELATIONS)).isFalse();
    assertThat(rows.inAlarm(0, 2, Channel.EITHER)).isEqualTo(1);
  }
}
