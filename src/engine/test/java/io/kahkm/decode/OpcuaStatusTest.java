package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.text.TimeFormat;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A status is a number, its name, or an object with it in Code or Value; its top bit is bad. */
class OpcuaStatusTest {
  private static final FieldRules RULES =
      new FieldRules(
          Optional.empty(),
          FieldRules.ALL,
          Optional.empty(),
          TimeFormat.AUTO,
          Optional.empty(),
          Set.of(),
          NameRule.KEY,
          NameRule.NAME);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2147483648 | BAD",
        "2147483647 | 7.0",
        "2150891520 | BAD",
        "0 | 7.0",
        "1073741824 | 7.0",
        "63 | 7.0",
        "\"BadNoCommunication\" | BAD",
        "\"Good\" | 7.0",
        "{\"Code\":2147483648} | BAD",
        "{\"Code\":0} | 7.0",
        "{\"Value\":2147483648} | BAD",
        "{\"Value\":0} | 7.0",
        "{\"Code\":0,\"Value\":2147483648} | 7.0",
        "{\"Code\":2147483648,\"Value\":0} | BAD",
        "{\"Code\":\"BadTimeout\"} | BAD",
        "{} | 7.0",
        "null | 7.0"
      })
  void decidesWhetherAValueIsUsed(String status, String read) {
    for (String name : new String[] {"Status", "StatusCode"}) {
      assertThat(
              Decoded.of(
                      TagDecoders.of(InputFormat.OPCUA_JSON, RULES, Optional.empty()),
                      "k",
                      "{\"Messages\":[{\"DataSetWriterId\":1,\"Payload\":{\"a\":{\"Value\":7,\""
                          + name
                          + "\":"
                          + status
                          + "}}}]}")
                  .readings())
          .as("%s %s", name, status)
          .containsExactly("k a " + Decoded.TIMESTAMP + " " + read);
    }
    assertThat(
            Decoded.of(
                    TagDecoders.of(InputFormat.OPCUA_JSON, RULES, Optional.empty()),
                    "k",
                    "{\"Messages\":[{\"DataSetWriterId\":1,\"Status\":"
                        + status
                        + ",\"Payload\":{\"a\":7}}]}")
                .readings())
        .as("of the whole message: %s", status)
        .containsExactly("k a " + Decoded.TIMESTAMP + " " + read);
  }
}
