package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.testing.TestModels;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.testing.fuzz.Mutator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Model files: bytes damaged anywhere, headers damaged with a right length, and contents damaged
 * and signed anew, which nothing but the checks of the content can refuse.
 */
public final class ModelFuzz {
  private static final List<String> WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\\",
          "\\u0000",
          "\\ud800",
          "[[[[",
          "\"__metadata__\":{",
          "\"dtype\":\"F64\"",
          "\"BF16\"",
          "\"shape\":[",
          "\"data_offsets\":[0,8]",
          "1e5",
          "-1",
          "9223372036854775807",
          "99999999999999999999",
          "٣",
          " ",
          "\"content\"",
          "\u0000");

  private static final double[] EDGES = {
    0,
    -0.0,
    1,
    -1,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    1e-300,
    1e300,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private ModelFuzz() {}

  /** All subjects of this package. */
  public static List<FuzzSubject> subjects() {
    Model plain = TestModels.smallVanDerPol().toBuilder().alarms(TestModels.alarms(2)).build();
    Model delayed = TestModels.smallFleet();
    List<byte[]> files = List.of(ModelFile.toBytes(plain), ModelFile.toBytes(delayed));
    Mutator bytes = new Mutator(files, WORDS);
    Mutator headers = new Mutator(files.stream().map(ModelFuzz::header).toList(), WORDS);
    List<Class<? extends Throwable>> documented = List.of(ModelFileException.class);
    return List.of(
        new FuzzSubject(
            "model-bytes",
            bytes::input,
            ModelFuzz::read,
            documented,
            Set.of("ModelFileException"),
            4_000_000,
            40,
            400,
            20_000),
        new FuzzSubject(
            "model-header",
            random -> withHeader(Mutator.pick(files, random), headers.input(random)),
            ModelFuzz::read,
            documented,
            Set.of("ModelFileException"),
            4_000_000,
            40,
            400,
            40_000),
        new FuzzSubject(
            "model-content",
            random -> signed(random.nextBoolean() ? plain : delayed, random),
            ModelFuzz::read,
            documented,
            Set.of("ModelFileException", "read"),
            8_000_000,
            60,
            80,
            20_000));
  }

  private static byte[] header(byte[] file) {
    int length = (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
    byte[] header = new byte[length];
    System.arraycopy(file, Long.BYTES, header, 0, length);
    return header;
  }

  private static byte[] withHeader(byte[] file, byte[] header) {
    int data = Long.BYTES + header(file).length;
    return ByteBuffer.allocate(Long.BYTES + header.length + file.length - data)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(header.length)
        .put(header)
        .put(file, data, file.length - data)
        .array();
  }

  /**
   * A file whose content somebody changed who could make its digest, and mostly the fingerprint.
   */
  private static byte[] signed(Model model, SplittableRandom random) {
    Map<String, String> metadata = new LinkedHashMap<>(MetadataWriter.of(model));
    Map<String, Safetensors.Tensor> tensors = new LinkedHashMap<>(ModelTensors.of(model));
    // The map is protected by its fingerprint; what was learned with it is not.
    List<String> names =
        random.nextInt(4) == 0
            ? List.copyOf(tensors.keySet())
            : List.of("closure", "class_means", "readouts", "linear", "stacked", "reach", "errors");
    for (int i = random.nextInt(3); i >= 0; i--) {
      String name = Mutator.pick(names, random);
      Safetensors.Tensor tensor = tensors.get(name);
      ByteBuffer data = tensor.elements();
      if (random.nextInt(6) == 0) {
        long rows = random.nextInt(4);
        tensors.put(name, Safetensors.Tensor.create(tensor.type(), rows, random.nextInt(4)));
      } else if (data.remaining() >= Double.BYTES) {
        int at = random.nextInt(data.remaining() / Double.BYTES) * Double.BYTES;
        data.putDouble(at, EDGES[random.nextInt(EDGES.length)]);
      }
    }
    if (random.nextInt(2) == 0) {
      String name = Mutator.pick(List.copyOf(metadata.keySet()), random);
      metadata.put(
          name,
          new String(
              new Mutator(
                      List.of(metadata.get(name).getBytes(StandardCharsets.UTF_8)),
                      List.of("[", "]", ",", "\"", "-1", "1e999", "NaN", "2147483648", "[[1]]"))
                  .input(random),
              StandardCharsets.UTF_8));
    }
    return Safetensors.write(metadata, tensors);
  }

  /** What is accepted can be used: its numbers are finite and it writes itself again. */
  private static String read(byte[] bytes) throws ModelFileException {
    Model model = ModelFile.fromBytes(bytes, "fuzz");
    Encoding encoding = new Encoding(model.map().classes());
    Encoder encoder = model.map().newEncoder();
    double[] state = new double[model.map().dimension()];
    encoder.encode(state, encoding);
    for (double coordinate : encoding.coordinates()) {
      if (!(coordinate >= 0 && coordinate <= 1)) {
        throw new AssertionError("a coordinate is " + coordinate);
      }
    }
    model.alarms().ifPresent(ModelFuzz::use);
    List<String> values = new ArrayList<>();
    values.add(model.calibration().toString());
    values.add(model.provenance().toString());
    ModelFile.toBytes(model);
    return values.isEmpty() ? "" : "read";
  }

  private static void use(Alarms alarms) {
    requireProbability(alarms.novelty().pValue(0.5));
    alarms
        .relations()
        .ifPresent(
            relations -> {
              RelationMonitor monitor = new RelationMonitor(relations, 1e5);
              int sensors = relations.model().sensors();
              double[] reading = new double[sensors];
              for (int t = 0; t < 5; t++) {
                reading[t % sensors] += 1e3;
                monitor.take(t, reading, new boolean[sensors]);
                if (t > 0) {
                  requireProbability(monitor.pValue());
                }
              }
            });
  }

  private static void requireProbability(double p) {
    if (!(p > 0 && p <= 1)) {
      throw new AssertionError("a p-value is " + p);
    }
  }
}
