package io.kahkm.embedding;

import io.kahkm.core.Assessment;
import io.kahkm.core.CertificatePlan;
import io.kahkm.core.Forecast;
import io.kahkm.core.KahkmModel;
import io.kahkm.core.KahkmMonitor;
import io.kahkm.core.Novelty;
import io.kahkm.core.Reading;
import io.kahkm.core.StreamSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** One monitor per machine. Keyed state has its last snapshot and the rows since. */
public class MachineMonitor
    extends KeyedProcessFunction<String, MachineMonitor.Row, MachineMonitor.Finding> {
  private static final long serialVersionUID = 1L;
  private static final int ROWS_PER_SNAPSHOT = 256;

  private final byte[] modelFile;
  private transient KahkmModel model;
  private transient Map<String, Running> machines;
  private transient ValueState<byte[]> snapshot;
  private transient ListState<Row> rowsSince;

  public MachineMonitor(byte[] modelFile) {
    this.modelFile = modelFile.clone();
  }

  static StreamSettings settings() {
    return StreamSettings.builder()
        .step(Duration.ofMillis(50), 0.1)
        .idle(Duration.ofSeconds(10))
        .restartsAfterIdle()
        .horizons(1, 10, 20)
        .certificates(CertificatePlan.ofEpisodes(40).toleranceR2(0.2).build())
        .build();
  }

  @Override
  public void open(OpenContext context) throws Exception {
    model = KahkmModel.of(modelFile);
    machines = new HashMap<>();
    snapshot = getRuntimeContext().getState(new ValueStateDescriptor<>("snapshot", byte[].class));
    rowsSince = getRuntimeContext().getListState(new ListStateDescriptor<>("rows", Row.class));
  }

  @Override
  public void processElement(Row row, Context context, Collector<Finding> out) throws Exception {
    Running machine = machines.get(row.machine);
    if (machine == null) {
      machine = recover();
      machines.put(row.machine, machine);
    }
    Assessment assessment = machine.take(row);
    rowsSince.add(row);
    if (machine.rows >= ROWS_PER_SNAPSHOT) {
      snapshot.update(machine.monitor.snapshot());
      rowsSince.clear();
      machine.rows = 0;
    }
    out.collect(Finding.of(row, assessment));
  }

  /** What the state of this key holds: at the first row, and after a failure or a rescaling. */
  private Running recover() throws Exception {
    byte[] bytes = snapshot.value();
    Running machine =
        new Running(
            bytes == null
                ? KahkmMonitor.create(model, settings())
                : KahkmMonitor.restore(model, settings(), bytes));
    for (Row row : rowsSince.get()) {
      machine.take(row);
    }
    return machine;
  }

  private static final class Running {
    private final KahkmMonitor monitor;
    private int rows;

    Running(KahkmMonitor monitor) {
      this.monitor = monitor;
    }

    Assessment take(Row row) {
      rows++;
      return monitor.advance(Reading.at(Instant.ofEpochMilli(row.time), row.values));
    }
  }

  /** What a machine sent; time in milliseconds since 1970. */
  public static class Row {
    public String machine;
    public long time;
    public double[] values;
  }

  /** What it means; one forecast for each horizon that was due, one certificate for each window. */
  public static class Finding {
    public String machine;
    public long time;
    public double novelty;
    public boolean outside;
    public double[][] forecasts;
    public String[] certificates;

    static Finding of(Row row, Assessment assessment) {
      Finding finding = new Finding();
      finding.machine = row.machine;
      finding.time = row.time;
      finding.novelty = assessment.novelty().map(Novelty::value).orElse(Double.NaN);
      finding.outside = assessment.novelty().map(Novelty::outside).orElse(false);
      finding.forecasts =
          assessment.forecasts().stream().map(Forecast::values).toArray(double[][]::new);
      finding.certificates =
          assessment.certificates().stream().map(Object::toString).toArray(String[]::new);
      return finding;
    }
  }
}
