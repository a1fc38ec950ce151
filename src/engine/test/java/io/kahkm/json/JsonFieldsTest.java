package io.kahkm.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonFieldsTest {
  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  @Test
  void leavesOutNumbersThatAreNotFinite() {
    JsonFields.put(json, "a", Double.NaN);
    JsonFields.put(json, "b", Double.POSITIVE_INFINITY);
    JsonFields.put(json, "c", 0.1);

    assertThat(json).hasToString("{\"c\":0.1}");
  }

  @Test
  void keepsThePlaceOfArrayEntriesThatAreNotFinite() {
    JsonFields.put(json, "a", List.of(1.5, Double.NaN, 2.5));
    JsonFields.put(json, "b", List.of(1L, 2L));

    assertThat(json).hasToString("{\"a\":[1.5,null,2.5],\"b\":[1,2]}");
  }

  @Test
  void writesTimesAsMillisecondsWithAFractionOnlyWhereThereIsOne() {
    JsonFields.putTime(json, "whole", 1_700_000_000_000_000_000L);
    JsonFields.putTime(json, "half", 1_700_000_000_000_500_000L);
    JsonFields.putTime(json, "one", 1);
    JsonFields.putTime(json, "before", -1_500_000);

    assertThat(json)
        .hasToString(
            "{\"whole\":1700000000000,\"half\":1700000000000.5,\"one\":0.000001,\"before\":-1.5}");
  }
}
