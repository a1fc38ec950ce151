package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.fitting.relation.NullFitter;
import io.kahkm.fitting.relation.RelationFitter;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What alarms rest on, put together a second time from rows that are left out in turn. */
class AlarmFitterTest {
  private static final FitSettings SETTINGS =
      FitSettings.plain(List.of("a", "b", "c"), 3, List.of());

  private static double[][] rows(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][];
    double load = 0;
    for (int t = 0; t < count; t++) {
      load = 0.6 * load + random.nextGaussian();
      rows[t] =
          new double[] {
            load + 0.3 * random.nextGaussian(),
            2 * load + 0.3 * random.nextGaussian(),
            random.nextGaussian()
          };
    }
    return rows;
  }

  /** Every fifth of the rows is scored by a map of the others. */
  private static CrossFittedNull novelty(Episodes data) {
    MapSettings map = SETTINGS.map();
    double[][] all = data.run(0);
    List<double[]> novelties = new ArrayList<>();
    for (int block = 0; block < 5; block++) {
      int from = block * all.length / 5;
      int to = (block + 1) * all.length / 5;
      List<double[][]> others = new ArrayList<>();
      if (from > 0) {
        others.add(data.run(0, 0, from));
      }
      if (to < all.length) {
        others.add(data.run(0, to, all.length));
      }
      KahmMap fitted =
          MapFitter.fit(
              map, Episodes.of(others).currentStates(), SETTINGS.partition(), Progress.NONE);
      Encoder encoder = fitted.newEncoder();
      double[] ofBlock = new double[to - from];
      for (int t = from; t < to; t++) {
        Encoding encoding = new Encoding(fitted.classes());
        encoder.encode(all[t], encoding);
        ofBlock[t - from] = encoding.novelty();
      }
      novelties.add(ofBlock);
    }
    return NullFitter.fitSlow(novelties, SETTINGS.quantile());
  }

  @Test
  void noveltyIsThatOfRowsWhichWereLeftOut() {
    Episodes data = Episodes.of(List.<double[][]>of(rows(1, 300)));
    Scaling ofAll = MapFitter.scaling(SETTINGS.map(), data.currentStates());

    CrossFittedNull fitted = NoveltyFolds.fit(SETTINGS, data, ofAll, Progress.NONE);

    CrossFittedNull expected = novelty(data);
    assertThat(fitted.limit()).isEqualTo(expected.limit());
    assertThat(fitted.moments()).isEqualTo(expected.moments());
    assertThat(fitted.values()).isEqualTo(300);
  }

  @Test
  void alarmsAreOfNoveltyRelationsAndTheSlowestOfAll() {
    Episodes data = Episodes.of(List.<double[][]>of(rows(2, 300)));

    Alarms alarms = AlarmFitter.fit(SETTINGS, Recording.of(data), Progress.NONE);

    CrossFittedNull novelty = novelty(data);
    Coverage coverage =
        CoverageFitter.of(data, SETTINGS.map().sensors())
            .atMost(Math.max(1, novelty.values() / novelty.moments().memory()));
    assertThat(alarms.novelty().limit()).isEqualTo(novelty.limit());
    assertThat(alarms.coverage()).isEqualTo(coverage);
    assertThat(alarms.relations().orElseThrow().normal().limit())
        .isEqualTo(
            RelationFitter.fit(data, SETTINGS.map().sensors(), SETTINGS.quantile(), Progress.NONE)
                .relations()
                .orElseThrow()
                .normal()
                .limit());
    assertThat(alarms.refusal()).isEmpty();
  }

  /** A map of what is left would have fewer rows than classes. */
  @Test
  void rowsThatAreTooFewWithoutAPartAreRefused() {
    Episodes few = Episodes.of(List.<double[][]>of(rows(3, 4)));
    assertThatThrownBy(() -> AlarmFitter.fit(SETTINGS, Recording.of(few), Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessageStartingWith(
            "without a part of the rows, which is left out to see how novel new rows are: ");
  }
}
