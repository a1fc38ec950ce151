package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.UsageException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits that a user sets, and what misses them. */
class RequirementsTest {
  private static Requirements parse(String... texts) {
    return Requirements.parse(List.of(texts), Set.of("closure", "bound"), Set.of("error"));
  }

  @Test
  void aLimitMayBeOfAHorizonAndIsMetAtItself() {
    Requirements required = parse("closure=0.5", "error:10=2");
    assertThat(required.limits())
        .extracting(Object::toString)
        .containsExactly("closure", "error:10");
    assertThat(required.find("closure").orElseThrow().limit()).isEqualTo(0.5);
    assertThat(required.find("bound")).isEmpty();

    required.check("R1", required.limits().get(0), 0.5);
    required.check("R2", required.limits().get(1), 2.5);
    required.check("R2", required.limits().get(1), Double.NaN);

    assertThat(required.missed())
        .containsExactly(
            "error:10 (R2) is 2.500, required at most 2.0",
            "error:10 (R2) is NaN, required at most 2.0");
    ObjectNode json = Json.object();
    required.put(json);
    assertThat(json.path("requirements").get(0).toString())
        .isEqualTo(
            "{\"criterion\":\"R1\",\"requirement\":\"closure\",\"limit\":0.5,\"value\":0.5,\"met\":true}");
    assertThat(json.path("requirements").get(1).path("met").asBoolean()).isFalse();
    assertThat(json.path("requirements").get(2).has("value")).isFalse();
  }

  @Test
  void whereNothingIsRequiredNothingIsWritten() {
    ObjectNode json = Json.object();
    Requirements.parse(null, Set.of(), Set.of()).put(json);

    assertThat(json.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "closure",
        "=1",
        "closure=0",
        "closure=-1",
        "closure=Infinity",
        "closure=x",
        "closure:1=1",
        "error=1",
        "error:0=1",
        "error:x=1",
        "other=1",
        ":1=1"
      })
  void whatIsNoLimitIsRefusedWithTheForms(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--requirements has \""
                + text
                + "\"; it takes bound=LIMIT, closure=LIMIT, error:H=LIMIT with limits above 0");
  }
}
