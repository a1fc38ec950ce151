package io.kahkm.internal.kahm.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The header of a model file: what it may say, and where it is said to be wrong. */
class HeaderJsonTest {
  @Test
  void readsObjectsArraysNumbersAndText() {
    assertThat(HeaderJson.parse(" { \"a\" : [ 1 , -23 , [ ] ] ,\n\t\"b\":{ } , \"c\":\"d\" }\r\n"))
        .isEqualTo(Map.of("a", List.of(1L, -23L, List.of()), "b", Map.of(), "c", "d"));
    assertThat(HeaderJson.parse(" 7 ")).isEqualTo(7L);
    assertThat(HeaderJson.parse("90210")).isEqualTo(90210L);
    assertThat(HeaderJson.parse("[]")).isEqualTo(List.of());
  }

  @Test
  void readsEveryEscape() {
    assertThat(HeaderJson.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u4E2d !\""))
        .isEqualTo("\"\\/\b\f\n\r\t\u00e9\u4e2d !");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|a value expected at character 0",
        "x|a value expected at character 0, 'x' found",
        "-|a value expected at character 0, '-' found",
        "99999999999999999999|a value expected at character 0, '9' found",
        "1 2|end of header expected at character 2, '2' found",
        "[1 2]|']' expected at character 3, '2' found",
        "[1|']' expected at character 2",
        "[1,]|a value expected at character 3, ']' found",
        "{1}|'\"' expected at character 1, '1' found",
        "{\"a\" 1}|':' expected at character 5, '1' found",
        "{\"a\":1,\"a\":2}|another name than 'a', which is repeated, expected at character 12, '}' found",
        "\"ab|end of string expected at character 3",
        "\"\\|an escape expected at character 2",
        "\"\\x\"|an escape expected at character 3, '\"' found",
        "\"\\u12\"|four hexadecimal digits expected at character 3, '1' found",
        "\"\\u12g4\"|four hexadecimal digits expected at character 5, 'g' found"
      })
  void saysWhereItIsWrong(String text, String message) {
    assertThatThrownBy(() -> HeaderJson.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aControlCharacterEndsNoString() {
    assertThatThrownBy(() -> HeaderJson.parse("\"a\u001fb\""))
        .hasMessageStartingWith("end of string expected at character 3");
    assertThat(HeaderJson.parse("\"a b\"")).isEqualTo("a b");
  }

  @Test
  void nestingHasAnEnd() {
    int deepest = 0;
    String message = null;
    while (message == null) {
      String text = "[".repeat(deepest + 1) + "]".repeat(deepest + 1);
      try {
        HeaderJson.parse(text);
        deepest++;
      } catch (IllegalArgumentException tooDeep) {
        message = tooDeep.getMessage();
      }
    }
    assertThat(deepest).isEqualTo(HeaderJson.DEEPEST + 1);
    assertThat(message).startsWith("less nesting expected at character " + (deepest));
  }
}
