package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.Fingerprint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The safetensors container: named little-endian tensors and string metadata.
 *
 * <pre>
 * 8 bytes   length of the header, unsigned little-endian
 * header    JSON: {"__metadata__": {name: string}, tensor: {"dtype", "shape", "data_offsets"}}
 * data      the tensors without gaps; offsets count from here
 * </pre>
 *
 * <p>The metadata entry {@value #CONTENT} holds the SHA-256 of all other metadata and all tensors.
 */
final class Safetensors {
  /** Metadata name of the digest. */
  static final String CONTENT = "content";

  private static final String METADATA = "__metadata__";
  private static final int PREFIX = Long.BYTES;

  /** The format's own limit on headers. */
  private static final long LONGEST_HEADER = 100_000_000;

  private final Map<String, String> metadata;
  private final Map<String, Tensor> tensors;

  private Safetensors(Map<String, String> metadata, Map<String, Tensor> tensors) {
    this.metadata = metadata;
    this.tensors = tensors;
  }

  /** Element types the model file uses. */
  enum ElementType {
    F64(Double.BYTES),
    I64(Long.BYTES),
    F32(Float.BYTES),
    I32(Integer.BYTES);

    private final int bytes;

    ElementType(int bytes) {
      this.bytes = bytes;
    }

    int bytes() {
      return bytes;
    }
  }

  /**
   * A tensor.
   *
   * @param type element type
   * @param shape extents, at least 0 each
   * @param data little-endian elements in row-major order, from position to limit
   */
  record Tensor(ElementType type, List<Long> shape, ByteBuffer data) {
    /** A tensor to be filled through its data buffer by a writer. */
    static Tensor create(ElementType type, long... shape) {
      List<Long> extents = new ArrayList<>();
      long size = type.bytes();
      for (long extent : shape) {
        extents.add(extent);
        size = Math.multiplyExact(size, extent);
      }
      ByteBuffer data = ByteBuffer.allocate(Math.toIntExact(size)).order(ByteOrder.LITTLE_ENDIAN);
      return new Tensor(type, extents, data);
    }

    /** Elements from the start, independent of earlier reads. */
    ByteBuffer elements() {
      return data.duplicate().order(ByteOrder.LITTLE_ENDIAN).rewind();
    }
  }

  Map<String, String> metadata() {
    return metadata;
  }

  Map<String, Tensor> tensors() {
    return tensors;
  }

  /**
   * Lays out a file.
   *
   * @param metadata strings by name, without the digest
   * @param tensors tensors by name, written in order of decreasing element size so that each is
   *     aligned
   * @return the bytes
   */
  static byte[] write(Map<String, String> metadata, Map<String, Tensor> tensors) {
    Map<String, String> complete = new TreeMap<>(metadata);
    complete.put(CONTENT, digest(metadata, tensors));
    List<Map.Entry<String, Tensor>> ordered = new ArrayList<>(tensors.entrySet());
    ordered.sort(
        Comparator.comparingInt((Map.Entry<String, Tensor> e) -> -e.getValue().type().bytes())
            .thenComparing(Map.Entry::getKey));
    Map<String, Object> header = new LinkedHashMap<>();
    header.put(METADATA, complete);
    long length = 0;
    for (Map.Entry<String, Tensor> entry : ordered) {
      Map<String, Object> description = new LinkedHashMap<>();
      description.put("dtype", entry.getValue().type().name());
      description.put("shape", entry.getValue().shape());
      long end = length + entry.getValue().elements().remaining();
      description.put("data_offsets", List.of(length, end));
      header.put(entry.getKey(), description);
      length = end;
    }
    byte[] text = HeaderJson.write(header).getBytes(StandardCharsets.UTF_8);
    int padded = (text.length + PREFIX - 1) / PREFIX * PREFIX;
    ByteBuffer file =
        ByteBuffer.allocate(Math.toIntExact(PREFIX + padded + length))
            .order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(padded).put(text);
    while (file.position() < PREFIX + padded) {
      file.put((byte) ' ');
    }
    ordered.forEach(entry -> file.put(entry.getValue().elements()));
    return file.array();
  }

  /**
   * Takes a file apart and checks that it is whole.
   *
   * @param bytes the file; retained
   * @return views of its parts
   * @throws ModelFileException if the bytes are no such file or parts are missing
   */
  static Safetensors parse(byte[] bytes) throws ModelFileException {
    if (bytes.length < PREFIX) {
      throw new ModelFileException(
          "truncated or not a safetensors file: " + bytes.length + " bytes, at least 8 are needed");
    }
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long length = file.getLong();
    boolean opens = bytes.length == PREFIX || bytes[PREFIX] == '{';
    if (length < 2 || length > LONGEST_HEADER || !opens) {
      throw new ModelFileException("not a safetensors file (it does not start with a JSON header)");
    }
    if (length > file.remaining()) {
      throw new ModelFileException(
          "truncated: a header of "
              + length
              + " bytes is announced, "
              + file.remaining()
              + " bytes follow");
    }
    Map<?, ?> header = header(file.slice(PREFIX, (int) length));
    int start = PREFIX + (int) length;
    ByteBuffer data = file.slice(start, bytes.length - start);
    Map<String, String> metadata = new LinkedHashMap<>();
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    List<long[]> extents = new ArrayList<>();
    for (Map.Entry<?, ?> entry : header.entrySet()) {
      String name = (String) entry.getKey();
      if (!(entry.getValue() instanceof Map<?, ?> description)) {
        throw new ModelFileException("damaged: header entry '" + name + "' is no object");
      }
      if (name.equals(METADATA)) {
        readMetadata(description, metadata);
      } else {
        readTensor(name, description, data, tensors, extents);
      }
    }
    requireTiling(extents, data.remaining());
    return new Safetensors(metadata, tensors);
  }

  private static Map<?, ?> header(ByteBuffer bytes) throws ModelFileException {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      if (HeaderJson.parse(text) instanceof Map<?, ?> map) {
        return map;
      }
      throw new ModelFileException("not a safetensors file (its header is no JSON object)");
    } catch (CharacterCodingException e) {
      throw new ModelFileException("damaged or not a safetensors file: the header is not UTF-8");
    } catch (IllegalArgumentException e) {
      throw new ModelFileException(
          "damaged or not a safetensors file: the header is not valid, " + e.getMessage());
    }
  }

  private static void readMetadata(Map<?, ?> description, Map<String, String> metadata)
      throws ModelFileException {
    for (Map.Entry<?, ?> member : description.entrySet()) {
      if (!(member.getValue() instanceof String value)) {
        throw new ModelFileException(
            "damaged: metadata entry '" + member.getKey() + "' is no string");
      }
      metadata.put((String) member.getKey(), value);
    }
  }

  private static void readTensor(
      String name,
      Map<?, ?> description,
      ByteBuffer data,
      Map<String, Tensor> tensors,
      List<long[]> extents)
      throws ModelFileException {
    ElementType type = type(name, description.get("dtype"));
    List<Long> shape = wholeNumbers(name, "shape", description.get("shape"));
    List<Long> offsets = wholeNumbers(name, "data_offsets", description.get("data_offsets"));
    if (offsets.size() != 2 || offsets.get(0) > offsets.get(1)) {
      throw new ModelFileException("damaged: tensor '" + name + "' has offsets " + offsets);
    }
    long length = offsets.get(1) - offsets.get(0);
    if (length != bytes(type, shape)) {
      throw new ModelFileException(
          "damaged: tensor '"
              + name
              + "' of shape "
              + shape
              + " and type "
              + type
              + " does not fit the offsets "
              + offsets);
    }
    if (offsets.get(1) > data.remaining()) {
      throw new ModelFileException(
          "truncated: tensor '"
              + name
              + "' ends at byte "
              + offsets.get(1)
              + " of the data, "
              + data.remaining()
              + " bytes are there");
    }
    int from = Math.toIntExact(offsets.get(0));
    tensors.put(name, new Tensor(type, shape, data.slice(from, (int) length)));
    extents.add(new long[] {offsets.get(0), offsets.get(1)});
  }

  private static ElementType type(String name, @Nullable Object label) throws ModelFileException {
    for (ElementType type : ElementType.values()) {
      if (type.name().equals(label)) {
        return type;
      }
    }
    throw new ModelFileException(
        "damaged or not a KAHKM model: tensor '" + name + "' has the type " + label);
  }

  private static List<Long> wholeNumbers(String name, String what, @Nullable Object value)
      throws ModelFileException {
    List<Long> numbers = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof Long number && number >= 0) {
          numbers.add(number);
        }
      }
      if (numbers.size() == list.size()) {
        return List.copyOf(numbers);
      }
    }
    throw new ModelFileException(
        "damaged: " + what + " of tensor '" + name + "' is no list of whole numbers");
  }

  /** Size in bytes; -1, which fits no tensor, where it is beyond every file. */
  private static long bytes(ElementType type, List<Long> shape) {
    long size = type.bytes();
    for (long extent : shape) {
      if (extent != 0 && size > Long.MAX_VALUE / extent) {
        return -1;
      }
      size *= extent;
    }
    return size;
  }

  private static void requireTiling(List<long[]> extents, int length) throws ModelFileException {
    extents.sort(Comparator.<long[]>comparingLong(e -> e[0]).thenComparingLong(e -> e[1]));
    long end = 0;
    for (long[] extent : extents) {
      if (extent[0] != end) {
        throw new ModelFileException(
            "damaged: tensors "
                + (extent[0] < end ? "overlap" : "leave a gap")
                + " at byte "
                + Math.min(extent[0], end)
                + " of the data");
      }
      end = extent[1];
    }
    if (end != length) {
      throw new ModelFileException("damaged: " + (length - end) + " bytes follow the last tensor");
    }
  }

  /**
   * The digest that belongs to a content.
   *
   * @return 64 hexadecimal digits
   */
  static String digest(Map<String, String> metadata, Map<String, Tensor> tensors) {
    MessageDigest digest = Fingerprint.sha256();
    new TreeMap<>(metadata)
        .forEach(
            (name, value) -> {
              if (!name.equals(CONTENT)) {
                text(digest, name);
                text(digest, value);
              }
            });
    new TreeMap<>(tensors)
        .forEach(
            (name, tensor) -> {
              text(digest, name);
              text(digest, tensor.type().name() + tensor.shape());
              digest.update(tensor.elements());
            });
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Length first, so that no two different contents give the same bytes. */
  private static void text(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }
}
