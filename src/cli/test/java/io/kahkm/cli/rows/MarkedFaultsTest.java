package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.monitor.setting.InputTiming;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of a stream that somebody called faulty or normal: by incidents, labels and times. */
class MarkedFaultsTest {
  private static final long SECOND = 1_000_000_000;
  private static final List<String> STREAMS = List.of("pump-1", "pump-10");

  @TempDir Path folder;

  private final IncidentBook book = new IncidentBook();

  /** Rows of two pumps that take turns, one each in every second from 0 on. */
  private static StateData rows(int seconds) {
    int[] stream = new int[2 * seconds];
    long[] times = new long[stream.length];
    for (int i = 0; i < stream.length; i++) {
      stream[i] = i % 2;
      times[i] = i / 2 * SECOND;
    }
    return GivenRows.of(STREAMS, stream, times, InputTiming.TIMED);
  }

  private void incident(String stream, int from, int to, MarkLabel label) {
    String id = IncidentRecords.id(stream, from * SECOND);
    String json =
        """
        {"kind":"incident","incident":"%s","stream":"%s","since":%d,"opened":%d,"updated":%d}
        """
            .formatted(id, stream, 1000L * from, 1000L * from, 1000L * to);
    book.add(IncidentRecords.read(json.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    if (label != null) {
      book.add(new IncidentEntry.Mark(id, label, "", "me", 0));
    }
  }

  private static int[] lines(int stream, int... seconds) {
    int[] lines = seconds.clone();
    for (int i = 0; i < lines.length; i++) {
      lines[i] = 2 * lines[i] + stream;
    }
    return lines;
  }

  @Test
  void faultsOfAStreamAreTheRowsOfItsIncidentsFromTheFirstToTheLast() {
    incident("pump-1", 2, 4, MarkLabel.FAULT);
    incident("pump-10", 3, 6, MarkLabel.FAULT);
    incident("pump-1", 8, 8, MarkLabel.FAULT);
    incident("pump-1", 10, 11, MarkLabel.NORMAL);
    incident("pump-1", 12, 12, MarkLabel.FALSE_ALARM);
    incident("pump-1", 13, 14, null);
    StateData rows = rows(16);

    assertThat(MarkedFaults.of(book, "pump-1", rows, 0).stream())
        .containsExactly(boxed(lines(0, 2, 3, 4, 8)));
    assertThat(MarkedFaults.of(book, "pump-10", rows, 1).stream())
        .containsExactly(boxed(lines(1, 3, 4, 5, 6)));
    assertThat(MarkedFaults.of(book, "pump", rows, 0).isEmpty()).isTrue();
  }

  private static Integer[] boxed(int[] values) {
    return java.util.Arrays.stream(values).boxed().toArray(Integer[]::new);
  }

  /** From the first to the last time, both of them; of this stream alone. */
  @Test
  void aStretchHasItsBoundsAndNoRowOfAnotherStream() throws Exception {
    StateData rows = rows(6);
    AcceptedStretch stretch = AcceptedStretch.find(rows, 1, 2 * SECOND, 4 * SECOND).orElseThrow();

    assertThat(stretch.rows().stream()).containsExactly(boxed(lines(1, 2, 3, 4)));
    assertThat(stretch.from()).isEqualTo(2 * SECOND);
    assertThat(stretch.to()).isEqualTo(4 * SECOND);
    AcceptedStretch wider =
        AcceptedStretch.find(rows, 0, 3 * SECOND - 1, Long.MAX_VALUE).orElseThrow();
    assertThat(wider.rows().stream()).containsExactly(boxed(lines(0, 3, 4, 5)));
    assertThat(wider.from()).as("of the first row, not as asked").isEqualTo(3 * SECOND);
    assertThat(wider.to()).isEqualTo(5 * SECOND);
    assertThat(AcceptedStretch.find(rows, 0, 2 * SECOND + 1, 3 * SECOND - 1)).isEmpty();
  }

  @Test
  void cutsTheLinesOfTheRowsAsTheyAre() throws Exception {
    Path file = folder.resolve("all.csv");
    Files.writeString(file, "t;x\n0;\"1,5\"\n\n1;2\n2;3\n3;4\n4;5\n5;6\n");
    Path target = folder.resolve("cut.csv");
    AcceptedStretch stretch = AcceptedStretch.find(rows(3), 0, SECOND, 2 * SECOND).orElseThrow();
    stretch.cut(file, 6, target);

    assertThat(Files.readString(target)).isEqualTo("t;x\n2;3\n4;5\n");
    assertThatThrownBy(() -> stretch.cut(file, 7, target))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has 7 rows in 6 lines");
  }

  @Test
  void labelsAreNumbersOrWords() throws Exception {
    Path file = folder.resolve("labels.csv");
    Files.writeString(
        file, "x,fault\n1,0\n1,1\n1,true\n1,FALSE\n1,\n1,0.0\n1,-2\n1,1e-9\n1,True\n");

    assertThat(FaultLabels.read(file.toString(), "fault").rows().stream())
        .containsExactly(1, 2, 6, 7, 8);
  }
}
