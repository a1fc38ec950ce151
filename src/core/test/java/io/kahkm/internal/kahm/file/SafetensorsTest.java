package io.kahkm.internal.kahm.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layout of a model file, byte by byte: other programs read it, and so does every release. */
class SafetensorsTest {
  private static final Map<String, String> METADATA = Map.of("b", "2", "a", "\u00e9ins");

  private static Map<String, Tensor> tensors() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Tensor labels = Tensor.create(ElementType.I32, 3);
    labels.data().putInt(7).putInt(8).putInt(-9);
    Tensor values = Tensor.create(ElementType.F64, 1, 2);
    values.data().putDouble(1.5).putDouble(-2.5);
    tensors.put("labels", labels);
    tensors.put("values", values);
    tensors.put("none", Tensor.create(ElementType.I64, 0, 4));
    return tensors;
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The larger elements first, each name in its place, the header filled up to eight bytes. */
  @Test
  void everyByteIsWhereTheFormatWantsIt() throws Exception {
    ByteBuffer file = little(Safetensors.write(METADATA, tensors()));

    String header =
        "{\"__metadata__\":{\"a\":\"\u00e9ins\",\"b\":\"2\",\"content\":\""
            + digest()
            + "\"},\"none\":{\"dtype\":\"I64\",\"shape\":[0,4],\"data_offsets\":[0,0]},"
            + "\"values\":{\"dtype\":\"F64\",\"shape\":[1,2],\"data_offsets\":[0,16]},"
            + "\"labels\":{\"dtype\":\"I32\",\"shape\":[3],\"data_offsets\":[16,28]}}";
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    int padded = (text.length + 7) / 8 * 8;
    assertThat(file.getLong()).isEqualTo(padded);
    byte[] written = new byte[padded];
    file.get(written);
    assertThat(new String(written, StandardCharsets.UTF_8))
        .isEqualTo(header + " ".repeat(padded - text.length));
    assertThat(file.getDouble()).isEqualTo(1.5);
    assertThat(file.getDouble()).isEqualTo(-2.5);
    assertThat(file.getInt()).isEqualTo(7);
    assertThat(file.getInt()).isEqualTo(8);
    assertThat(file.getInt()).isEqualTo(-9);
    assertThat(file.hasRemaining()).isFalse();
  }

  /** Names and values by their length and UTF-8, in order of the names; then tensors likewise. */
  private static String digest() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (String text : List.of("a", "\u00e9ins", "b", "2")) {
      put(out, text);
    }
    put(out, "labels");
    put(out, "I32[3]");
    for (int label : new int[] {7, 8, -9}) {
      out.writeInt(Integer.reverseBytes(label));
    }
    put(out, "none");
    put(out, "I64[0, 4]");
    put(out, "values");
    put(out, "F64[1, 2]");
    for (double value : new double[] {1.5, -2.5}) {
      out.writeLong(Long.reverseBytes(Double.doubleToRawLongBits(value)));
    }
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
    return HexFormat.of().formatHex(hash);
  }

  private static void put(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws Exception {
    Safetensors read = Safetensors.parse(Safetensors.write(METADATA, tensors()));

    assertThat(read.metadata()).containsAllEntriesOf(METADATA).containsEntry("content", digest());
    assertThat(read.tensors()).containsOnlyKeys("labels", "values", "none");
    assertThat(read.tensors().get("values").elements().getDouble(8)).isEqualTo(-2.5);
    assertThat(Safetensors.digest(read.metadata(), read.tensors())).isEqualTo(digest());
  }

  /** Other writers list tensors in an order of their own. */
  @Test
  void theHeaderMayListTensorsInAnyOrder() throws Exception {
    Safetensors read =
        Safetensors.parse(
            file(
                "{\"z\":{\"dtype\":\"I32\",\"shape\":[1],\"data_offsets\":[8,12]},"
                    + "\"e\":{\"dtype\":\"F64\",\"shape\":[0],\"data_offsets\":[8,8]},"
                    + "\"a\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]}}",
                12));
    assertThat(read.tensors().keySet()).containsExactly("z", "e", "a");
    assertThat(read.metadata()).isEmpty();
  }

  private static byte[] file(String header, int data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    byte[] file = new byte[Long.BYTES + text.length + data];
    little(file).putLong(text.length).put(text);
    return file;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[0,8] |[1]|8 |none",
        "[0,8] |[1]|9 |damaged: 1 bytes follow the last tensor",
        "[1,9] |[1]|9 |damaged: tensors leave a gap at byte 0 of the data",
        "[0,8] |[2]|8 |damaged: tensor 't' of shape [2] and type F64 does not fit the offsets [0,"
            + " 8]",
        "[8,0] |[1]|8 |damaged: tensor 't' has offsets [8, 0]",
        "[0]   |[1]|8 |damaged: tensor 't' has offsets [0]",
        "[0,-8]|[1]|8 |damaged: data_offsets of tensor 't' is no list of whole numbers",
        "[0,8] |1  |8 |damaged: shape of tensor 't' is no list of whole numbers",
        "[0,8] |[1]|7 |truncated: tensor 't' ends at byte 8 of the data, 7 bytes are there",
        "[0,8] |[1152921504606846976]|8|damaged: tensor 't' of shape [1152921504606846976] and type"
            + " F64 does not fit the offsets [0, 8]"
      })
  void offsetsHaveToFitTheData(String offsets, String shape, int data, String message)
      throws Exception {
    byte[] file =
        file(
            "{\"t\":{\"dtype\":\"F64\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}",
            data);
    if (message.equals("none")) {
      assertThat(Safetensors.parse(file).tensors()).containsOnlyKeys("t");
    } else {
      assertThatThrownBy(() -> Safetensors.parse(file))
          .isInstanceOf(ModelFileException.class)
          .hasMessage(message);
    }
  }

  @Test
  void tensorsDoNotOverlap() {
    String tensor = "{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":";
    byte[] file = file("{\"a\":" + tensor + "[0,8]},\"b\":" + tensor + "[4,12]}}", 12);
    assertThatThrownBy(() -> Safetensors.parse(file))
        .hasMessage("damaged: tensors overlap at byte 4 of the data");
  }

  @Test
  void whatIsNoSuchFileIsCalledThatOrTruncated() {
    assertThatThrownBy(() -> Safetensors.parse(new byte[7]))
        .hasMessage("truncated or not a safetensors file: 7 bytes, at least 8 are needed");
    assertThatThrownBy(() -> Safetensors.parse(new byte[8]))
        .hasMessageStartingWith("not a safetensors file (");
    assertThatThrownBy(() -> Safetensors.parse(file("[1]", 0)))
        .hasMessageStartingWith("not a safetensors file (");
    byte[] one = file("{ }", 0);
    little(one).putLong(1);
    assertThatThrownBy(() -> Safetensors.parse(one))
        .hasMessageStartingWith("not a safetensors file (");
    little(one).putLong(4);
    assertThatThrownBy(() -> Safetensors.parse(one))
        .hasMessage("truncated: a header of 4 bytes is announced, 3 bytes follow");
    byte[] twice = file("{\"a\":1}", 0);
    assertThatThrownBy(() -> Safetensors.parse(twice))
        .hasMessage("damaged: header entry 'a' is no object");
  }
}
