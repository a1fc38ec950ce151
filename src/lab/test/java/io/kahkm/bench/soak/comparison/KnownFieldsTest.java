package io.kahkm.bench.soak.comparison;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a later release adds is left out, what it changes is not. */
class KnownFieldsTest {
  private final KnownFields known = new KnownFields();

  private String reduced(String value) {
    return new String(known.reduce(value.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void leavesOutWhatTheEarlierReleaseDoesNotWrite() {
    known.learn("{\"b\":1,\"a\":{\"x\":2}}".getBytes(UTF_8));
    known.learn("{\"list\":[{\"one\":1},{\"two\":2}]}".getBytes(UTF_8));

    assertThat(reduced("{\"new\":0,\"a\":{\"x\":2.5,\"y\":3},\"b\":1}"))
        .isEqualTo("{\"a\":{\"x\":2.5},\"b\":1}");
    assertThat(reduced("{\"list\":[{\"two\":2,\"three\":3,\"one\":1}]}"))
        .isEqualTo("{\"list\":[{\"one\":1,\"two\":2}]}");
  }

  @Test
  void tellsAnotherValueAndAMissingField() {
    known.learn("{\"a\":1,\"b\":[1,2]}".getBytes(UTF_8));

    assertThat(reduced("{\"a\":2,\"b\":[1,2]}")).isNotEqualTo(reduced("{\"a\":1,\"b\":[1,2]}"));
    assertThat(reduced("{\"a\":1,\"b\":[1,3]}")).isNotEqualTo(reduced("{\"a\":1,\"b\":[1,2]}"));
    assertThat(reduced("{\"a\":1}")).isNotEqualTo(reduced("{\"a\":1,\"b\":[1,2]}"));
  }

  @Test
  void leavesRejectedValuesAsTheyAre() {
    known.learn("no reading".getBytes(UTF_8));

    assertThat(reduced("{\"t\":no reading")).isEqualTo("{\"t\":no reading");
    assertThat(reduced("")).isEmpty();
  }
}
