package io.kahkm.internal.kahm.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.sensor.SensorFitter;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.PresentReadout;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.GoldenMaps;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Models;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationModel;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFileTest {
  private static final String NAME = "duffing_singletons_C40_w4__paper";

  /** Made once; it does not change. */
  private static final Model MODEL = model();

  private static Model model() {
    KahmMap map = GoldenMaps.map(NAME, FarField.PAPER);
    int classes = map.classes();
    Random random = new Random(1);
    double[] means = random.doubles((long) classes * classes).toArray();
    return Model.builder(map)
        .closure(Matrix.of(classes, classes, means))
        .beta(0.25)
        .classMeans(Matrix.of(classes, classes, means))
        .coordinateVariance(1.0 / 3)
        .calibration(
            new Calibration(
                0.7,
                0.999,
                0.95,
                1234,
                57.25,
                0.001,
                Double.NaN,
                List.of(
                    new NormalRange("sHat", 0.1, 1 / 3.0, 20, 61),
                    new NormalRange("error.10", 1e-300, 2, 3, 4)),
                new VariationLimits(
                    0.01,
                    List.of(
                        new VariationLimits.Limit(2, 1e-9), new VariationLimits.Limit(7, 1 / 3.0)),
                    List.of())))
        .alarms(alarms())
        .readout(10, new PresentReadout(matrix(random, 2, 1 + classes), Optional.empty()))
        .readout(
            1,
            new PresentReadout(matrix(random, 2, 1 + classes), Optional.of(matrix(random, 2, 3))))
        .readout(
            20,
            StackedReadout.of(
                classes, matrix(random, 2, 5), Optional.empty(), matrix(random, 2, 1)))
        .readout(
            30,
            StackedReadout.of(
                classes,
                matrix(random, 2, 5),
                Optional.of(
                    new StackedReadout.Correction(
                        matrix(random, classes, 5), matrix(random, 2, classes))),
                matrix(random, 2, 1)))
        .forecastErrors(30, errors())
        .fittingRows(
            FittingRows.of(Episodes.of(List.<double[][]>of(GoldenMaps.trainingStates(NAME)))))
        .provenance(Map.of("data", "caf\u00e9 \"train\"\\1.csv\n\ud83d\ude00", "empty", ""))
        .ancestry(
            List.of(
                new Ancestor("ab", "", "1", "2", 7, "me", "new \"seal\"", "now", Optional.empty()),
                new Ancestor("cd", "p", "3", "4", 8, "", "", "then", Optional.of("I know"))))
        .build();
  }

  private static Matrix matrix(Random random, int rows, int columns) {
    return Matrix.of(rows, columns, random.doubles((long) rows * columns).toArray());
  }

  private static ErrorQuantiles errors() {
    return ErrorQuantiles.of(new double[][] {{0.1, 1 / 3.0, 7}, {0}});
  }

  private static Alarms alarms() {
    CrossFittedNull novelty =
        CrossFittedNull.of(
            new double[] {0, 1 / 3.0, 0.5, 0.75},
            new CrossFittedNull.Moments(3, 0.4, 0.1, 1e-3, 1.5),
            0.995);
    CrossFittedNull values =
        CrossFittedNull.of(
            new double[] {0.1, 0.9, 1, 1.1, 1.2},
            new CrossFittedNull.Moments(2, 0.9, 0.3, 1 / 7.0, 1),
            0.995);
    RelationModel model =
        RelationModel.of(
            2,
            new int[] {0, 1},
            new double[] {1, 2 / 3.0},
            new double[] {0, -1e-9},
            Matrix.of(2, 2, new double[] {0.5, 0.1, -0.1, 0.7}),
            Matrix.of(2, 2, new double[] {1.5, 0, 0.3, 2}),
            new double[] {1, 1.1},
            0.01);
    return new Alarms(
        novelty,
        new Coverage("caf\u00e9", 300, 11.5, 10.5),
        Optional.of(new RelationChannel(model, values)),
        "");
  }

  @Test
  void relationsAreReadAsTheyWereWritten() throws Exception {
    Alarms written = alarms();
    Alarms read = roundTrip(MODEL).alarms().orElseThrow();
    assertThat(read.novelty()).isEqualTo(written.novelty());
    assertThat(read.coverage()).isEqualTo(written.coverage());
    RelationChannel relations = read.relations().orElseThrow();
    assertThat(relations.normal()).isEqualTo(written.relations().orElseThrow().normal());
    RelationModel model = written.relations().orElseThrow().model();
    assertThat(relations.model().watched()).isEqualTo(model.watched());
    assertThat(relations.model().centre()).isEqualTo(model.centre());
    assertThat(relations.model().offset()).isEqualTo(model.offset());
    assertThat(relations.model().weights()).isEqualTo(model.weights());
    assertThat(relations.model().factor()).isEqualTo(model.factor());
    assertThat(relations.model().usual()).isEqualTo(model.usual());
    assertThat(relations.model().floor()).isEqualTo(model.floor());
  }

  @Test
  void aRefusalIsReadAsItWasWritten() throws Exception {
    Alarms refused =
        new Alarms(
            alarms().novelty(), alarms().coverage(), Optional.empty(), "59 rows are too few");
    assertThat(roundTrip(MODEL.toBuilder().alarms(refused).build()).alarms()).contains(refused);
  }

  private static Model roundTrip(Model model) throws ModelFileException {
    return ModelFile.fromBytes(ModelFile.toBytes(model), "memory");
  }

  @Test
  void aReadModelEqualsTheWrittenOneToTheBit() throws Exception {
    Model model = MODEL;
    Model read = roundTrip(model);
    assertThat(read.map().fingerprint()).isEqualTo(model.map().fingerprint());
    assertThat(read.map().settings()).isEqualTo(model.map().settings());
    assertThat(read.map().centroids()).isEqualTo(model.map().centroids());
    assertThat(read.map().classCounts()).isEqualTo(model.map().classCounts());
    assertThat(read.map().submodels()).isEqualTo(model.map().submodels());
    assertThat(read.closure()).isEqualTo(model.closure());
    assertThat(read.beta()).isEqualTo(model.beta());
    assertThat(read.classMeans()).isEqualTo(model.classMeans());
    assertThat(read.coordinateVariance()).isEqualTo(model.coordinateVariance());
    assertThat(read.calibration()).isEqualTo(model.calibration());
    assertThat(read.readoutHorizons()).containsExactly(1, 10, 20, 30);
    assertThat(read.readout(20)).isEqualTo(model.readout(20));
    assertThat(read.readout(30)).isEqualTo(model.readout(30));
    assertThat(read.forecastErrors(30)).contains(errors());
    assertThat(read.forecastErrors(20)).isEmpty();
    assertThat(read.readout(1)).isEqualTo(model.readout(1));
    assertThat(read.readout(10)).isEqualTo(model.readout(10));
    assertThat(read.fittingRows().toArray()).isEqualTo(model.fittingRows().toArray());
    assertThat(read.provenance()).isEqualTo(model.provenance());
    assertThat(read.ancestry()).hasSize(2).isEqualTo(model.ancestry());
    assertThat(ModelFile.toBytes(read)).isEqualTo(ModelFile.toBytes(model));
  }

  /** Of few and many classes, with either rule for lambda, and with classes of one state. */
  @ParameterizedTest
  @ValueSource(strings = {"duffing_C10_w2__authors", "vanderpol_C25_w128__paper", NAME})
  void aReadMapEncodesToTheSameBits(String name) throws Exception {
    double[][] states = GoldenMaps.trainingStates(name);
    for (FarField farField : FarField.values()) {
      KahmMap map = GoldenMaps.map(name, farField);
      Model model = Models.around(map);
      KahmMap read = roundTrip(model).map();
      Encoding expected = new Encoding(map.classes());
      Encoding actual = new Encoding(map.classes());
      Encoder before = map.newEncoder();
      Encoder after = read.newEncoder();
      for (double[] state : Arrays.copyOf(states, 30)) {
        before.encode(state, expected);
        after.encode(state, actual);
        assertThat(actual.coordinates()).isEqualTo(expected.coordinates());
        assertThat(actual.scores()).isEqualTo(expected.scores());
      }
    }
  }

  @Test
  void sensorsOwnPastAndProductsAreReadAsTheyWereWritten() throws Exception {
    Random random = new Random(3);
    double[][] rows = new double[120][];
    Arrays.setAll(rows, t -> new double[] {random.nextGaussian(), 5 + random.nextGaussian()});
    Episodes readings = Episodes.of(List.<double[][]>of(rows));
    SensorModel sensors =
        SensorFitter.fit(readings, List.of("q", "p"), List.of(), false, Progress.NONE)
            .model()
            .orElseThrow();
    HorizonExperts experts =
        new HorizonExperts(
            20,
            matrix(random, 2, 4),
            matrix(random, 2, 1),
            matrix(random, 2, 1),
            List.of(ExpertKind.PERSISTENCE, ExpertKind.OWN_PAST),
            matrix(random, 2, 2));
    Model model =
        MODEL.toBuilder()
            .sensors(sensors)
            .past(new PastModel(List.of(), new int[] {1, 3}, Map.of(20, experts)))
            .coordinateGram(Matrix.identity(MODEL.map().classes()))
            .build();

    Model read = roundTrip(model);

    assertThat(read.sensors()).contains(sensors);
    assertThat(read.past().lags()).containsExactly(1, 3);
    assertThat(read.past().experts(20)).contains(experts);
    assertThat(read.coordinateGram()).isEqualTo(model.coordinateGram());
    assertThat(ModelFile.toBytes(read)).isEqualTo(ModelFile.toBytes(model));
  }

  @Test
  void filesAreReplacedWholeAndLeaveNothingBeside(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("model.safetensors");
    Files.writeString(file, "old");
    ModelFile.write(MODEL, file);
    assertThat(ModelFile.read(file).map().fingerprint()).isEqualTo(MODEL.map().fingerprint());
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries).containsExactly(file);
    }
  }

  @Test
  void delaysAndScalingPerStreamAreKeptToTheBit() throws Exception {
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            4,
            16,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.AUTHORS),
            new MapSettings.States(ScalingKind.PER_STREAM, 2, 60));
    Model model =
        ModelFitter.fit(
                new FitSettings(
                    settings,
                    new Partition.KMeansStart(0),
                    ClosureMethod.RIDGE,
                    0.1,
                    1,
                    0,
                    FitSettings.DEFAULT_QUANTILE,
                    List.of(5),
                    Map.of()),
                TestModels.fleet(5, 3, 1, 100),
                Progress.NONE)
            .model();

    Model read = roundTrip(model);

    assertThat(read.map().settings()).isEqualTo(model.map().settings());
    assertThat(read.map().delays()).isEqualTo(2);
    assertThat(read.map().dimension()).isEqualTo(4);
    assertThat(read.map().settings().states().scalingRows()).isEqualTo(60);
    assertThat(read.map().fingerprint()).isEqualTo(model.map().fingerprint());
    assertThat(read.map().scaling().mean()).isEqualTo(model.map().scaling().mean());
    assertThat(read.readout(5)).isEqualTo(model.readout(5));
  }

  @Test
  void aFileWithoutLimitsByTheSizeOfWindowsJudgesThoseOfItsOwnSize() throws Exception {
    Model model = MODEL;
    Calibration limits =
        new Calibration(
            0.7,
            0.999,
            0.95,
            1234,
            57.25,
            0.001,
            0.125,
            List.of(new NormalRange("rhoVar", 0.125, 0.5, 19, 60)));
    Map<String, String> metadata =
        new LinkedHashMap<>(MetadataWriter.of(TestModels.calibrated(model, limits)));
    metadata.keySet().removeIf(name -> name.startsWith("calibration.variation"));

    VariationLimits read =
        ModelFile.fromBytes(Safetensors.write(metadata, ModelTensors.of(model)), "older")
            .calibration()
            .orElseThrow()
            .variation();

    assertThat(read.level()).isEqualTo(0.05);
    assertThat(read.ofPairs(59)).isEmpty();
    assertThat(read.ofPairs(60)).hasValue(0.125);
    assertThat(read.ofUnits(2, 60)).hasValue(0.125);
  }

  @Test
  void aFileOfTheFirstVersionHoldsAMapOfSingleReadings() throws Exception {
    Model model = MODEL;
    Map<String, String> metadata = new LinkedHashMap<>(MetadataWriter.of(model));
    metadata.put("version", "1");
    for (String later :
        List.of(
            "delays",
            "scalingRows",
            "linearHorizons",
            "stackedHorizons",
            "correctedHorizons",
            "errorHorizons",
            "lookback",
            "calibration.confidence",
            "calibration.effectiveRows",
            "calibration.ranges",
            "calibration.variation.level",
            "calibration.variation.ofPairs",
            "calibration.variation.ofUnits")) {
      assertThat(metadata.remove(later)).as(later).isNotNull();
    }
    Map<String, Safetensors.Tensor> tensors = new LinkedHashMap<>(ModelTensors.of(model));
    for (String later :
        List.of("linear", "stacked", "explained", "corrections", "reach", "errors")) {
      assertThat(tensors.remove(later)).as(later).isNotNull();
    }

    Model read = ModelFile.fromBytes(Safetensors.write(metadata, tensors), "old");

    assertThat(read.map().fingerprint()).isEqualTo(model.map().fingerprint());
    assertThat(read.map().delays()).isEqualTo(1);
    assertThat(read.calibration().orElseThrow().noveltyLimit()).isEqualTo(0.7);
    assertThat(read.calibration().orElseThrow().effectiveRows()).isEqualTo(1234);
  }

  @Test
  void aMissingFileIsAnInputError(@TempDir Path directory) {
    assertThatThrownBy(() -> ModelFile.read(directory.resolve("none")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = ModelFile.toBytes(MODEL);
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      int length = i < 64 ? i : random.nextInt(bytes.length);
      byte[] part = Arrays.copyOf(bytes, length);
      Throwable refusal = catchThrowable(() -> ModelFile.fromBytes(part, "part"));
      assertThat(refusal)
          .as("first %d bytes", length)
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("part: truncated");
    }
  }

  @Test
  void everyChangedByteIsRefused() {
    byte[] bytes = ModelFile.toBytes(MODEL);
    Random random = new Random(6);
    for (int i = 0; i < 400; i++) {
      byte[] changed = bytes.clone();
      // The first half of the trials hits the header, where most structure is.
      int at = random.nextInt(i % 2 == 0 ? 4000 : bytes.length);
      changed[at] ^= (byte) (1 << random.nextInt(8));
      Throwable refusal = catchThrowable(() -> ModelFile.fromBytes(changed, "changed"));
      assertThat(refusal)
          .as("byte %d", at)
          .isInstanceOf(ModelFileException.class)
          .hasMessageStartingWith("changed: ");
    }
  }

  @Test
  void aChangedReferenceIsCalledTampered() {
    byte[] bytes = ModelFile.toBytes(MODEL);
    bytes[bytes.length - 1000] ^= 1;
    assertThatThrownBy(() -> ModelFile.fromBytes(bytes, "m"))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("m: changed or damaged: the content");
  }

  @Test
  void trailingBytesAreRefused() {
    byte[] bytes = ModelFile.toBytes(MODEL);
    assertThatThrownBy(() -> ModelFile.fromBytes(Arrays.copyOf(bytes, bytes.length + 8), "m"))
        .hasMessage("m: damaged: 8 bytes follow the last tensor");
  }

  private static byte[] file(String header, int dataBytes) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length + dataBytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .array();
  }

  static Stream<Arguments> foreignFiles() {
    String offsets = "\"data_offsets\":";
    return Stream.of(
        Arguments.of(
            "not a safetensors file",
            "PK\3\4 this is a zip archive".getBytes(StandardCharsets.UTF_8)),
        Arguments.of("not a safetensors file", new byte[4096]),
        Arguments.of("header is not valid", file("{\"a\":}", 0)),
        Arguments.of("header is not valid", file("{\"a\":{},\"a\":{}}", 0)),
        Arguments.of("header is not valid", file("{\"a\":" + "[".repeat(100_000), 0)),
        Arguments.of("not a KAHKM model", file("{}", 0)),
        Arguments.of("its format entry is 'pt'", file("{\"__metadata__\":{\"format\":\"pt\"}}", 0)),
        Arguments.of(
            "of version 9",
            file("{\"__metadata__\":{\"format\":\"kahkm-model\",\"version\":\"9\"}}", 0)),
        Arguments.of(
            "has the type BF16",
            file("{\"a\":{\"dtype\":\"BF16\",\"shape\":[1]," + offsets + "[0,2]}}", 2)),
        Arguments.of(
            "does not fit the offsets",
            file("{\"a\":{\"dtype\":\"F64\",\"shape\":[2]," + offsets + "[0,8]}}", 8)),
        Arguments.of(
            "does not fit the offsets",
            file(
                "{\"a\":{\"dtype\":\"F64\",\"shape\":[4294967296,4294967296],"
                    + offsets
                    + "[0,0]}}",
                0)),
        Arguments.of(
            "truncated: tensor 'a' ends at byte 8000000000",
            file(
                "{\"a\":{\"dtype\":\"F64\",\"shape\":[1000000000]," + offsets + "[0,8000000000]}}",
                8)),
        Arguments.of(
            "overlap",
            file(
                "{\"a\":{\"dtype\":\"F64\",\"shape\":[2],"
                    + offsets
                    + "[0,16]},\"b\":{\"dtype\":\"F64\",\"shape\":[1],"
                    + offsets
                    + "[8,16]}}",
                16)),
        Arguments.of(
            "gap", file("{\"a\":{\"dtype\":\"F64\",\"shape\":[1]," + offsets + "[8,16]}}", 16)),
        Arguments.of(
            "no list of whole numbers",
            file("{\"a\":{\"dtype\":\"F64\",\"shape\":[-1]," + offsets + "[0,8]}}", 8)));
  }

  @ParameterizedTest
  @MethodSource("foreignFiles")
  void foreignAndBrokenContainersAreRefusedWithTheReason(String reason, byte[] bytes) {
    assertThatThrownBy(() -> ModelFile.fromBytes(bytes, "file"))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith("file: ")
        .hasMessageContaining(reason);
  }

  /** Changes made by someone who also knows how to compute the content digest. */
  static Stream<Arguments> forgeries() {
    return Stream.of(
        forgery("tensor 'closure' is missing", (meta, tensors) -> tensors.remove("closure")),
        forgery("'omega' is missing", (meta, tensors) -> meta.remove("omega")),
        forgery("'omega' is 'four'", (meta, tensors) -> meta.put("omega", "four")),
        forgery("omega is -1.0", (meta, tensors) -> meta.put("omega", "-1")),
        forgery(
            "'farField': \"far\" is none of: paper, exact",
            (meta, tensors) -> meta.put("farField", "far")),
        forgery("the map has the fingerprint", (meta, tensors) -> meta.put("omega", "5.0")),
        forgery(
            "the map has the fingerprint", (meta, tensors) -> meta.put("sensors", "[\"p\",\"q\"]")),
        forgery(
            "must be F64 [2, 3]", (meta, tensors) -> meta.put("sensors", "[\"a\",\"b\",\"c\"]")),
        forgery(
            "must be F64 [2000000000, 2]", (meta, tensors) -> meta.put("classes", "2000000000")),
        forgery("delays is 0", (meta, tensors) -> meta.put("delays", "0")),
        forgery("must be F64 [2, 4]", (meta, tensors) -> meta.put("delays", "2")),
        forgery("scalingRows is 5", (meta, tensors) -> meta.put("scalingRows", "5")),
        forgery("must ascend", (meta, tensors) -> meta.put("readoutHorizons", "[10,1]")),
        forgery("must ascend", (meta, tensors) -> meta.put("stackedHorizons", "[30,20]")),
        forgery(
            "'stacked' is F64 [2, 2, 5]", (meta, tensors) -> meta.put("stackedHorizons", "[20]")),
        forgery("lookback is 3 with 1 delays", (meta, tensors) -> meta.put("lookback", "3")),
        forgery(
            "correctedHorizons is [40]", (meta, tensors) -> meta.put("correctedHorizons", "[40]")),
        forgery(
            "forecast errors of horizon 40", (meta, tensors) -> meta.put("errorHorizons", "[40]")),
        forgery(
            "'readouts' is F64 [2, 2, 41]", (meta, tensors) -> meta.put("readoutHorizons", "[1]")),
        forgery(
            "noveltyLimit is 2.0", (meta, tensors) -> meta.put("calibration.noveltyLimit", "2")),
        forgery("beta is NaN", (meta, tensors) -> meta.put("beta", "NaN")),
        forgery(
            "'closure' holds NaN",
            (meta, tensors) -> tensors.get("closure").data().putDouble(8, Double.NaN)),
        forgery(
            "'references' holds Infinity",
            (meta, tensors) ->
                tensors.get("references").data().putFloat(8, Float.POSITIVE_INFINITY)),
        forgery(
            "the map has the fingerprint",
            (meta, tensors) -> tensors.get("references").data().putFloat(8, 0.25f)),
        forgery(
            "is not symmetric",
            (meta, tensors) -> tensors.get("inverses").data().putDouble(8, 0.125)),
        forgery(
            "impossible SubmodelSummary",
            (meta, tensors) -> tensors.get("submodels").data().putInt(16, 1_000_000_000)),
        forgery(
            "impossible SubmodelSummary",
            (meta, tensors) -> tensors.get("submodels").data().putInt(0, 7)),
        forgery(
            "class 0 has 0 training states",
            (meta, tensors) -> tensors.get("class_counts").data().putLong(0, 0)),
        forgery(
            "not sorted",
            (meta, tensors) -> tensors.get("fitting_rows").data().putLong(0, Long.MAX_VALUE)),
        forgery(
            "scaling of sensor q",
            (meta, tensors) -> tensors.get("scaling").data().putDouble(0, 1)));
  }

  private static Arguments forgery(
      String reason, BiConsumer<Map<String, String>, Map<String, Safetensors.Tensor>> change) {
    return Arguments.of(reason, change);
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void forgeriesWithAValidDigestAreRefusedWithTheReason(
      String reason, BiConsumer<Map<String, String>, Map<String, Safetensors.Tensor>> change) {
    Model model = MODEL;
    Map<String, String> metadata = new LinkedHashMap<>(MetadataWriter.of(model));
    Map<String, Safetensors.Tensor> tensors = ModelTensors.of(model);
    change.accept(metadata, tensors);
    assertThatThrownBy(() -> ModelFile.fromBytes(Safetensors.write(metadata, tensors), "forged"))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith("forged: ")
        .hasMessageContaining(reason);
  }

  @Test
  void theHeaderIsTheOneThatOtherReadersExpect() {
    byte[] bytes = ModelFile.toBytes(MODEL);
    int length = (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    String header = new String(bytes, 8, length, StandardCharsets.UTF_8);
    assertThat(length % 8).isZero();
    assertThat(header)
        .startsWith("{\"__metadata__\":{")
        .contains("\"format\":\"kahkm-model\"")
        .contains("\"centroids\":{\"dtype\":\"F64\",\"shape\":[40,2],\"data_offsets\":[0,640]}");
  }
}
