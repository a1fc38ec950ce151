package io.kahkm.bench.soak.comparison;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.stream.SequentialRun.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TwoMapsTest {
  private static final String STREAM = "s";

  private static TwoMaps.Result result(Output output, String text) {
    return TwoMaps.Result.of(output, STREAM, text.getBytes(UTF_8));
  }

  private static TwoMaps fiveRecords() {
    TwoMaps maps = new TwoMaps();
    for (int i = 0; i < 5; i++) {
      List<TwoMaps.Result> first = new ArrayList<>();
      List<TwoMaps.Result> second = new ArrayList<>();
      if (i == 3) {
        first.add(result(Output.REJECTS, "r3"));
        second.add(result(Output.REJECTS, "r3"));
      } else {
        first.add(result(Output.FORECASTS, "a" + i));
        second.add(result(Output.FORECASTS, "b" + i));
      }
      if (i == 1) {
        first.add(result(Output.CERTIFICATES, "A" + i));
      }
      if (i == 2) {
        second.add(result(Output.CERTIFICATES, "B" + i));
      }
      maps.add(STREAM, first, second);
    }
    return maps;
  }

  private static List<String> texts(
      Map<Output, Map<String, List<byte[]>>> expected, Output output) {
    return expected.get(output).getOrDefault(STREAM, List.of()).stream()
        .map(value -> new String(value, UTF_8))
        .toList();
  }

  private static Map<String, List<byte[]>> published(String... forecasts) {
    List<byte[]> values = new ArrayList<>();
    for (String forecast : forecasts) {
      values.add(forecast.getBytes(UTF_8));
    }
    return Map.of(STREAM, values);
  }

  @Test
  void expectsOfEveryRecordWhatTheMapGivesWhoseForecastCame() {
    TwoMaps maps = fiveRecords();
    var expected = maps.take(published("a0", "b1", "b2", "a4"));

    assertThat(texts(expected, Output.FORECASTS)).containsExactly("a0", "b1", "b2", "a4");
    assertThat(texts(expected, Output.CERTIFICATES)).containsExactly("B2");
    assertThat(texts(expected, Output.REJECTS)).containsExactly("r3");
    assertThat(maps.ofSecond()).isEqualTo(2);
    assertThat(maps.ofFirst()).isEqualTo(2);
    assertThat(texts(maps.take(published("a0")), Output.FORECASTS)).isEmpty();
  }

  @Test
  void expectsOneForecastOfARecordWhateverCame() {
    var lost = fiveRecords().take(published("a0", "b2", "a4"));
    assertThat(texts(lost, Output.FORECASTS)).containsExactly("a0", "a1", "b2", "a4");
    assertThat(texts(lost, Output.CERTIFICATES)).containsExactly("A1", "B2");

    var ofBoth = fiveRecords().take(published("a0", "b0", "b1", "b2", "b4"));
    assertThat(texts(ofBoth, Output.FORECASTS)).containsExactly("b0", "b1", "b2", "b4");
  }
}
