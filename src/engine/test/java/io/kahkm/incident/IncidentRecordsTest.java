package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a record of an engine says, as it is written and as it is read. */
class IncidentRecordsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static IncidentEntry.Happening happening(String fields) {
    String json =
        "{\"kind\":\"incident\",\"incident\":\"p@x\",\"stream\":\"p\",\"opened\":7%s}"
            .formatted(fields);
    return IncidentRecords.read(json.getBytes(StandardCharsets.UTF_8))
        .flatMap(IncidentEntry::happening)
        .orElseThrow();
  }

  @Test
  void aPromotionSaysWhichMapPublishesSinceWhenAndWhy() throws IOException {
    assertThat(IncidentRecords.promotion("p", 1_790_000_002_000_000_000L, "new", "old", "It fits"))
        .isEqualTo(
            MAPPER.readTree(
                "{\"kind\":\"promotion\",\"incident\":\"promotion p@2026-09-21T14:13:22Z\","
                    + "\"stream\":\"p\",\"map\":\"new\",\"before\":\"old\","
                    + "\"promoted\":1790000002000,\"words\":\"It fits.\"}"));
  }

  @Test
  void anIncidentBeganWhereItsRecordSaysSoAndElseWhereItWasDecided() {
    assertThat(happening(",\"since\":5.25").since()).isEqualTo(5_250_000);
    assertThat(happening("").since()).isEqualTo(7_000_000);
    assertThat(happening(",\"ended\":9").ended()).hasValue(9_000_000);
    assertThat(happening("").ended()).isEmpty();
  }

  private static boolean isRead(String json) {
    return IncidentRecords.read(json.getBytes(StandardCharsets.UTF_8)).isPresent();
  }

  /** Anybody may write to the topic: what cannot be an incident's is none, and nothing throws. */
  @Test
  void aForeignRecordWithoutTimesOrOfEndlessTextIsNoIncident() {
    String record = "{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"%s\",\"opened\":7%s}";
    assertThat(isRead(record.formatted("i", "s", ""))).isTrue();
    for (String time : new String[] {"updated", "since", "ended"}) {
      for (String number : new String[] {"1e999", "1e300", "0.0000001"}) {
        assertThat(isRead(record.formatted("i", "s", ",\"" + time + "\":" + number)))
            .as("%s %s", time, number)
            .isFalse();
      }
    }
    assertThat(isRead(record.formatted("i", "s".repeat(1024), ""))).isTrue();
    assertThat(isRead(record.formatted("i", "s".repeat(1025), ""))).isFalse();
    assertThat(isRead(record.formatted("i".repeat(1125), "s", ""))).isFalse();
  }

  @Test
  void aNoteIsTakenAsFarAsItMayBeTold() {
    String mark =
        "{\"kind\":\"mark\",\"incident\":\"i\",\"label\":\"fault\",\"note\":\"%s\",\"who\":\"me\",\"when\":7}";
    IncidentEntry read =
        IncidentRecords.read(mark.formatted("n".repeat(5000)).getBytes(StandardCharsets.UTF_8))
            .orElseThrow();
    assertThat(((IncidentEntry.Mark) read).note()).hasSize(IncidentRecords.LONGEST_TEXT);
  }

  @Test
  void theRecordOfAnIncidentIsWrittenAsItWasRead() {
    IncidentEntry.Happening read = happening(",\"since\":5,\"words\":\"so\"");
    ObjectNode written = IncidentRecords.json(read);

    assertThat(written.path("words").asText()).isEqualTo("so");
    assertThat(IncidentRecords.read(IncidentRecords.bytes(written))).contains(read);
  }
}
