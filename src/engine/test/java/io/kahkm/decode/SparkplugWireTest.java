package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.kahkm.internal.numeric.MalformedStateException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics field by field, as other encoders than Tahu's may write them. */
class SparkplugWireTest {
  /** Writes fields of a message. */
  private interface Fields {
    void write(CodedOutputStream output) throws IOException;
  }

  private static byte[] message(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    fields.write(output);
    output.flush();
    return bytes.toByteArray();
  }

  private static SparkplugMetric metric(Fields fields) throws IOException {
    return SparkplugMetric.read(CodedInputStream.newInstance(message(fields)));
  }

  private static RawReading reading(Fields fields) throws IOException {
    return metric(fields).reading("s", "t", 1, 0);
  }

  private static byte[] property(long number) throws IOException {
    return message(
        output -> {
          output.writeString(9, "skipped");
          output.writeUInt64(4, number);
        });
  }

  /** A value of 7 with the properties p0, p1 .. before Quality. */
  private static RawReading ofQuality(int before, long quality) throws IOException {
    byte[] properties =
        message(
            output -> {
              for (int i = 0; i < before; i++) {
                output.writeString(1, "p" + i);
                output.writeByteArray(2, property(192));
              }
              output.writeString(1, "Quality");
              output.writeString(1, "without a value");
              output.writeByteArray(2, property(quality));
            });
    return reading(
        output -> {
          output.writeByteArray(9, properties);
          output.writeUInt64(11, 7);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0, BAD",
    "63, BAD",
    "64, NUMBER",
    "255, NUMBER",
    "256, BAD",
    "65535, BAD",
    "65536, NUMBER",
    "2147483647, NUMBER",
    "2147483648, BAD"
  })
  void theQualityDecidesWhereverItStands(long quality, RawReading.Kind kind) throws IOException {
    for (int before : new int[] {0, 1, 7, 8, 20}) {
      assertThat(ofQuality(before, quality).kind()).as("after %s", before).isEqualTo(kind);
    }
  }

  @Test
  void aQualityWithoutAValueSaysNothing() throws IOException {
    byte[] properties = message(output -> output.writeString(1, "Quality"));
    RawReading reading =
        reading(
            output -> {
              output.writeByteArray(9, properties);
              output.writeUInt64(11, 7);
            });

    assertThat(reading.kind()).isEqualTo(RawReading.Kind.NUMBER);
    assertThat(reading.number()).isEqualTo(7);
  }

  @Test
  void aValueOfAnotherWireTypeOrOfAnUnknownFieldIsNoNumber() throws IOException {
    assertThat(reading(output -> output.writeFixed64(10, 7)).kind())
        .isEqualTo(RawReading.Kind.OTHER);
    assertThat(reading(output -> output.writeBytes(17, ByteString.EMPTY)).kind())
        .isEqualTo(RawReading.Kind.OTHER);
    assertThat(reading(output -> output.writeFixed64(5, 7)).kind()).isEqualTo(RawReading.Kind.BAD);
  }

  @Test
  void unsignedValuesKeepTheirDigits() throws IOException {
    Fields half =
        output -> {
          output.writeUInt32(4, 8);
          output.writeUInt64(11, Long.MIN_VALUE);
        };
    assertThat(reading(half).number()).isEqualTo(0x1p63);
    assertThat(reading(half).text()).isEqualTo("9223372036854775808");
    assertThat(reading(output -> output.writeUInt64(11, -5)).text()).isEqualTo("-5");
  }

  private static byte[] born(Fields... metrics) throws IOException {
    return message(
        output -> {
          output.writeUInt64(1, 1_000);
          for (Fields metric : metrics) {
            output.writeByteArray(2, message(metric));
          }
        });
  }

  private static Fields named(String name, long alias, int type, long value) {
    return output -> {
      if (!name.isEmpty()) {
        output.writeString(1, name);
      }
      if (alias >= 0) {
        output.writeUInt64(2, alias);
      }
      if (type > 0) {
        output.writeUInt32(4, type);
      }
      output.writeUInt64(11, value);
    };
  }

  /** Data messages may leave out what the birth said. */
  @Test
  void theTypeOfABirthHoldsForDataByAliasAndByName() throws IOException {
    SparkplugDecoder decoder =
        new SparkplugDecoder(NameRule.KEY, NameRule.NAME, SparkplugDecoder.Nodes.onHeap());
    Decoded.of(
        decoder,
        Decoded.record("spBv1.0/g/NBIRTH/n", born(named("a", 3, 1, 0), named("b", -1, 2, 0))));

    assertThat(
            Decoded.of(
                    decoder,
                    Decoded.record(
                        "spBv1.0/g/NDATA/n",
                        born(
                            named("", 3, 0, 0xFF),
                            named("b", -1, 0, 0xFFFE),
                            named("b", -1, 3, 0xFFFE))))
                .readings())
        .containsExactly("g/n a 1000 -1.0", "g/n b 1000 -2.0", "g/n b 1000 65534.0");
  }

  @Test
  void aBirthWithoutANameOrWithTooLongAOneIsRejected() throws IOException {
    SparkplugDecoder decoder =
        new SparkplugDecoder(NameRule.KEY, NameRule.NAME, SparkplugDecoder.Nodes.onHeap());
    Decoded unnamed =
        Decoded.of(decoder, Decoded.record("spBv1.0/g/NBIRTH/n", born(named("", 1, 3, 0))));

    assertThat(unnamed.problem()).isEqualTo(RejectReason.MISSING_FIELD);
    assertThat(problem(decoder, "x".repeat(256))).isNull();
    assertThat(problem(decoder, "x".repeat(257))).isEqualTo(RejectReason.TOO_LARGE);
    InputRecord record = Decoded.record("spBv1.0/g/DDATA/n/d", born());
    assertThat(decoder.node(record)).isEqualTo("g/n");
  }

  private static RejectReason problem(SparkplugDecoder decoder, String name) throws IOException {
    return Decoded.of(decoder, Decoded.record("spBv1.0/g/NBIRTH/n", born(named(name, 1, 3, 0))))
        .problem();
  }

  private static SparkplugAliases aliases() throws IOException {
    SparkplugAliases aliases = new SparkplugAliases();
    assertThat(aliases.know("g/n", metric(named("ab", 1, 3, 0)))).isTrue();
    assertThat(aliases.know("g/n", metric(named("abc", -1, 3, 0)))).isTrue();
    assertThat(aliases.know("g/n", metric(named("ab", 2, 3, 0)))).isTrue();
    assertThat(aliases.know("g/n/d", metric(named("x", 3, 3, 0)))).isTrue();
    return aliases;
  }

  /** Metrics of 100, aliases of 110, streams of 120 bytes, and their characters. */
  @Test
  void theHeapOfANodeIsCountedWhileItGrowsIsForgottenAndIsReadAgain() throws IOException {
    SparkplugAliases aliases = aliases();
    long whole = 3 * 100 + 3 * 110 + 2 * 120 + 3 + 2 + 3 + 5 + 1;

    assertThat(aliases.heapBytes()).isEqualTo(whole);
    assertThat(SparkplugAliases.read(aliases.toByteArray()).heapBytes()).isEqualTo(whole);
    aliases.forget("g/n/d", true);
    assertThat(aliases.heapBytes()).isEqualTo(2 * 100 + 2 * 110 + 120 + 3 + 2 + 3);
    aliases.forget("g/n", false);
    assertThat(aliases.heapBytes()).isZero();
    assertThat(aliases.metrics("g/n")).isEmpty();
  }

  @Test
  void aDeathOfTheSameConnectionIsNotStale() {
    SparkplugAliases aliases = new SparkplugAliases();
    assertThat(aliases.isStaleDeath(0)).isFalse();
    aliases.deathSequence(0);
    assertThat(aliases.isStaleDeath(0)).isFalse();
    assertThat(aliases.isStaleDeath(1)).isTrue();
    aliases.deathSequence(1);
    assertThat(aliases.isStaleDeath(0)).isTrue();
  }

  @Test
  void storedNodesWithBytesTooManyOrMetricsThatAreNoneAreRefused() throws IOException {
    byte[] stored = aliases().toByteArray();
    byte[] longer = Arrays.copyOf(stored, stored.length + 1);
    assertThatThrownBy(() -> SparkplugAliases.read(longer))
        .isInstanceOf(MalformedStateException.class);

    SparkplugAliases read = SparkplugAliases.read(stored);
    assertThat(read.toByteArray()).isEqualTo(stored);
    assertThat(List.of(1L, 2L, 3L)).allSatisfy(alias -> assertThat(read.of(alias)).isNotNull());
    assertThat(read.of(3)).isEqualTo(new SparkplugAliases.Known("x", 3, "g/n/d"));
  }

  @Test
  void aNodeHoldsFiftyThousandMetricsAndFourMillionCharacters() throws IOException {
    SparkplugAliases many = new SparkplugAliases();
    for (int i = 0; i < SparkplugAliases.MOST_METRICS; i++) {
      assertThat(many.know("s", metric(named("m" + i, -1, 3, 0)))).isTrue();
    }
    assertThat(many.know("s", metric(named("one more", -1, 3, 0)))).isFalse();

    SparkplugAliases wide = new SparkplugAliases();
    // Each stream takes its own name of 100 and a metric's of 100.
    String name = "n".repeat(100);
    for (int i = 0; i < SparkplugAliases.MOST_CHARACTERS / 200; i++) {
      assertThat(wide.know("%0100d".formatted(i), metric(named(name, -1, 3, 0)))).isTrue();
    }
    assertThat(wide.know("s", metric(named("", -1, 3, 0)))).isFalse();
  }
}
