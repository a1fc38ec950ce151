package io.kahkm.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.csv.CsvFuzz;
import io.kahkm.decode.RegistryFuzz;
import io.kahkm.decode.TagFuzz;
import io.kahkm.internal.kahm.file.ModelFuzz;
import io.kahkm.stream.RowFuzz;
import io.kahkm.stream.SizeFuzz;
import io.kahkm.stream.StreamFuzz;
import io.kahkm.telemetry.http.HttpFuzz;
import io.kahkm.topology.TopologyFuzz;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every decoder of the engine against hostile bytes. This is the short form; {@link LongFuzzTest}
 * is the long one. Another seed: {@code -Dkahkm.fuzz.seed=N}.
 */
class FuzzTest {
  static final long SEED = Long.getLong("kahkm.fuzz.seed", 20261121);

  static Stream<FuzzSubject> subjects() throws Exception {
    List<FuzzSubject> all = new ArrayList<>();
    all.addAll(StreamFuzz.subjects());
    all.addAll(RowFuzz.subjects());
    all.addAll(TagFuzz.subjects());
    all.addAll(TopologyFuzz.subjects());
    all.addAll(ModelFuzz.subjects());
    all.addAll(CsvFuzz.subjects());
    all.addAll(HttpFuzz.subjects());
    all.addAll(RegistryFuzz.subjects());
    all.addAll(SizeFuzz.subjects());
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void refusesOrTakesWhateverComes(FuzzSubject subject) throws Exception {
    check(subject, Fuzzer.run(subject, SEED, subject.shortCases(), (done, all) -> {}));
  }

  static void check(FuzzSubject subject, Fuzzer.Report report) {
    assertThat(report.findings()).isEmpty();
    assertThat(report.outcomes().keySet()).containsAll(subject.expected());
  }
}
