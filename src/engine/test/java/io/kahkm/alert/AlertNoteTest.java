package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

/** What is committed of a partition reads back the same, and is never too long for a broker. */
class AlertNoteTest {
  private static AlertNote read(AlertNote note) {
    return AlertNote.of(note.committed());
  }

  @Test
  void readsBackTheSame() {
    AlertNote note =
        new AlertNote(1_000_000, new TreeSet<>(Set.of(7L, 999_999L)), new TreeSet<>(Set.of(500L)));

    assertThat(read(note)).isEqualTo(note);
    assertThat(note.committed().offset()).isEqualTo(1_000_000);
    assertThat(note.first()).isEqualTo(7);
    assertThat(read(AlertNote.at(3))).isEqualTo(AlertNote.at(3));
    assertThat(AlertNote.at(3).first()).isEqualTo(3);
    assertThat(AlertNote.at(3).committed().metadata()).isEmpty();
  }

  /** Somebody may move the group's offsets with Kafka's own tools. */
  @Test
  void metadataOfSomebodyElseSaysNothing() {
    for (String foreign : new String[] {"", "x", "1,2", "!;", "1;2;3"}) {
      assertThat(AlertNote.of(new OffsetAndMetadata(9, foreign))).isEqualTo(AlertNote.at(9));
    }
  }

  @Test
  void whatFindsNoPlaceIsReadAgain() {
    SortedSet<Long> many =
        LongStream.range(0, 5_000).boxed().collect(Collectors.toCollection(TreeSet::new));
    AlertNote note = new AlertNote(1L << 40, many, new TreeSet<>(Set.of(1L << 39)));

    AlertNote kept = read(note);

    assertThat(note.committed().metadata().length()).isLessThanOrEqualTo(AlertNote.LONGEST);
    assertThat(kept.due()).isNotEmpty().allMatch(offset -> offset < kept.position());
    assertThat(many.tailSet(kept.position())).contains(kept.position());
    assertThat(kept.due()).containsExactlyElementsOf(many.headSet(kept.position()));
    assertThat(kept.waiting()).isEmpty();
  }

  /** Whatever there is of either kind, and wherever the digits of a distance become more. */
  @Test
  void asManyRecordsFindAPlaceAsThereIsRoomFor() {
    for (int count : new int[] {700, 1_000, 1_500, 2_500}) {
      SortedSet<Long> due = new TreeSet<>();
      SortedSet<Long> waiting = new TreeSet<>();
      for (long i = 0; i < count; i++) {
        (i % 3 == 0 ? waiting : due).add(i * i % 1_013 + 40 * i);
      }
      SortedSet<Long> all = new TreeSet<>(due);
      all.addAll(waiting);
      AlertNote note = new AlertNote(all.last() + 1, due, waiting);

      AlertNote kept = read(note);

      assertThat(kept.due()).isEqualTo(due.headSet(kept.position()));
      assertThat(kept.waiting()).isEqualTo(waiting.headSet(kept.position()));
      assertThat(kept.committed().metadata()).hasSizeLessThanOrEqualTo(AlertNote.LONGEST);
      if (count == 700) {
        assertThat(kept).isEqualTo(note);
      } else {
        // With the next record it would be too long.
        long next = all.tailSet(kept.position() + 1).stream().findFirst().orElse(note.position());
        AlertNote longer = new AlertNote(next, due.headSet(next), waiting.headSet(next));
        assertThat(longer.committed().offset()).isEqualTo(kept.position());
      }
    }
  }
}
