package io.kahkm.stream;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.utils.Bytes;

/**
 * What a release wrote under one topology file: its stores in the middle of an input, and what it
 * said of the rest. {@code src/engine/test/resources/stored/README.md} describes the files.
 *
 * @param fingerprint of the map, as the release computed it
 * @param cut records that were taken when the stores were read
 * @param records the whole input
 * @param stores entries of each store after {@code cut} records, as the engine keeps them
 * @param outputs by name of the sink, what was sent for the records after the cut
 * @param statuses by stream, and under {@link #FLEET} for a fleet, what the live view said at the
 *     end, UTF-8 JSON
 */
record StoredFixture(
    String fingerprint,
    int cut,
    List<StoredRecord> records,
    Map<String, Map<Bytes, byte[]>> stores,
    Map<String, List<StoredRecord>> outputs,
    Map<String, byte[]> statuses) {
  /** Stands for the fleet among the statuses; no stream has such a name here. */
  static final String FLEET = "<fleet>";

  static final String TOPOLOGY = "topology.yaml";
  static final String MODEL = "model.safetensors";
  static final String STATE = "state.gz";

  private static final int FORMAT = 1;

  List<StoredRecord> rest() {
    return records.subList(cut, records.size());
  }

  /** The topology file of a case, changed where a later release demands it. */
  static TopologyConfig config(Path directory) throws IOException, TopologyConfigException {
    String yaml = Files.readString(directory.resolve(TOPOLOGY));
    return TopologyConfig.parse(DeclaredChanges.file(yaml), directory.toString(), Map.of());
  }

  static Model model(Path directory) throws IOException, ModelFileException {
    return ModelFile.read(directory.resolve(MODEL));
  }

  /** Writes the state; a file that is there already is never replaced. */
  void write(Path directory) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(
            new GZIPOutputStream(
                Files.newOutputStream(directory.resolve(STATE), StandardOpenOption.CREATE_NEW)))) {
      out.writeInt(FORMAT);
      out.writeUTF(fingerprint);
      out.writeInt(cut);
      writeRecords(out, records);
      out.writeInt(stores.size());
      for (Map.Entry<String, Map<Bytes, byte[]>> store : stores.entrySet()) {
        out.writeUTF(store.getKey());
        out.writeInt(store.getValue().size());
        for (Map.Entry<Bytes, byte[]> entry : store.getValue().entrySet()) {
          StoredRecord.writeBytes(out, entry.getKey().get());
          StoredRecord.writeBytes(out, entry.getValue());
        }
      }
      out.writeInt(outputs.size());
      for (Map.Entry<String, List<StoredRecord>> output : outputs.entrySet()) {
        out.writeUTF(output.getKey());
        writeRecords(out, output.getValue());
      }
      out.writeInt(statuses.size());
      for (Map.Entry<String, byte[]> status : statuses.entrySet()) {
        out.writeUTF(status.getKey());
        StoredRecord.writeBytes(out, status.getValue());
      }
    }
  }

  private static void writeRecords(DataOutputStream out, List<StoredRecord> records)
      throws IOException {
    out.writeInt(records.size());
    for (StoredRecord record : records) {
      record.write(out);
    }
  }

  static StoredFixture read(Path directory) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                new GZIPInputStream(Files.newInputStream(directory.resolve(STATE)))))) {
      int format = in.readInt();
      if (format != FORMAT) {
        throw new IOException(directory + ": format " + format + ", this reads " + FORMAT);
      }
      String fingerprint = in.readUTF();
      int cut = in.readInt();
      List<StoredRecord> records = readRecords(in);
      Map<String, Map<Bytes, byte[]>> stores = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        Map<Bytes, byte[]> entries = new TreeMap<>();
        stores.put(in.readUTF(), entries);
        for (int entry = in.readInt(); entry > 0; entry--) {
          Bytes key = Bytes.wrap(StoredRecord.readBytes(in));
          entries.put(key, StoredRecord.readBytes(in));
        }
      }
      Map<String, List<StoredRecord>> outputs = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String sink = in.readUTF();
        outputs.put(sink, readRecords(in));
      }
      Map<String, byte[]> statuses = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String stream = in.readUTF();
        statuses.put(stream, StoredRecord.readBytes(in));
      }
      return new StoredFixture(fingerprint, cut, records, stores, outputs, statuses);
    }
  }

  private static List<StoredRecord> readRecords(DataInputStream in) throws IOException {
    List<StoredRecord> records = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      records.add(StoredRecord.read(in));
    }
    return records;
  }
}
