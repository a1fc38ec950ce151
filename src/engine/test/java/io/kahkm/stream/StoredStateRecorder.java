package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records what this release stores and says, for {@link StoredStateTest} of all later ones. Runs
 * only when it is told the new directory of the release: {@code mvn test -Dtest=StoredStateRecorder
 * -Dkahkm.record=src/engine/test/resources/stored/0.2.0}. A directory that exists is refused: later
 * code cannot say what a release wrote.
 */
@EnabledIfSystemProperty(named = StoredStateRecorder.PROPERTY, matches = ".+")
class StoredStateRecorder {
  static final String PROPERTY = "kahkm.record";

  /** Far more than the monitors of a case need, so that taking it leaves room for one monitor. */
  private static final long PLENTY = 1L << 40;

  /** Readings of each stream before the cut that are taken with ample heap. */
  private static final int AMPLE_BEFORE_CUT = 20;

  @TempDir Path state;

  @Test
  void recordsThisRelease() throws Exception {
    Path release = Path.of(System.getProperty(PROPERTY));
    assertThat(release).as("a release is recorded once").doesNotExist();
    for (StoredCase each : StoredCases.all()) {
      Path directory = Files.createDirectories(release.resolve(each.name()));
      Files.writeString(directory.resolve(StoredFixture.TOPOLOGY), each.yaml());
      ModelFile.write(each.model(), directory.resolve(StoredFixture.MODEL));
      record(each, StoredFixture.model(directory)).write(directory);
    }
  }

  /**
   * Takes the input in one go. At first the heap has room for one monitor, so that streams that
   * take turns leave snapshots; before the cut it has room for all, so that the journal fills.
   */
  private StoredFixture record(StoredCase each, Model model) throws Exception {
    TopologyConfig config = each.config();
    StoredInput input = each.input();
    int cut = each.shape().cut();
    List<StoredRecord> tight = input.records(each.streams(), 0, cut - AMPLE_BEFORE_CUT);
    List<StoredRecord> ample = input.records(each.streams(), cut - AMPLE_BEFORE_CUT, cut);
    List<StoredRecord> rest = withUnusable(input.records(each.streams(), cut, each.shape().end()));
    tight = withUnusable(tight);
    HeapBudget budget = new HeapBudget(PLENTY);
    try (StoredRun run =
        new StoredRun(
            config,
            MonitorBlueprint.of(config, model),
            budget,
            Map.of(),
            state.resolve(each.name()))) {
      budget.take(PLENTY);
      run.pipe(tight);
      budget.give(PLENTY);
      run.pipe(ample);
      run.outputs();
      run.startFleetAnew();
      Map<String, Map<Bytes, byte[]>> stores = run.stores();
      run.pipe(rest);
      List<StoredRecord> all = new ArrayList<>(tight);
      all.addAll(ample);
      int taken = all.size();
      all.addAll(rest);
      Map<String, byte[]> statuses = run.statuses();
      assertThat(statuses.keySet()).containsAll(streams(stores.get(StoreKeys.SNAPSHOT)));
      return new StoredFixture(
          model.map().fingerprint(), taken, all, stores, run.outputs(), statuses);
    }
  }

  private static List<String> streams(Map<Bytes, byte[]> snapshots) {
    return snapshots.keySet().stream()
        .filter(StoreKeys::isHeader)
        .map(key -> StreamIds.of(StoreKeys.stream(key)).orElseThrow())
        .toList();
  }

  private static List<StoredRecord> withUnusable(List<StoredRecord> records) {
    List<StoredRecord> all = new ArrayList<>(records.subList(0, records.size() / 2));
    all.addAll(StoredInput.unusable(all));
    all.addAll(records.subList(records.size() / 2, records.size()));
    return all;
  }
}
