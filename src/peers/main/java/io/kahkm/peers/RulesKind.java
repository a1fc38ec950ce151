package io.kahkm.peers;

import com.yahoo.labs.samoa.instances.Attribute;
import com.yahoo.labs.samoa.instances.DenseInstance;
import com.yahoo.labs.samoa.instances.Instances;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import com.yahoo.labs.samoa.instances.Prediction;
import com.yahoo.labs.samoa.instances.Range;
import io.kahkm.bench.peers.Peer;
import io.kahkm.bench.peers.PeerKind;
import io.kahkm.bench.peers.PeerTask;
import java.util.List;
import moa.classifiers.rules.multilabel.AMRulesMultiTargetRegressor;

/**
 * The adaptive model rules of MOA, all defaults, one regressor of all sensors for every horizon;
 * with one sensor it is MOA's AMRules regressor itself. What it is asked for, the later reading or
 * its difference from the present one, has no default.
 */
public final class RulesKind implements PeerKind {
  /** Without state; found as a service. */
  public RulesKind() {}

  @Override
  public String name() {
    return "MOA AMRules";
  }

  @Override
  public List<String> choices() {
    return List.of("readings", "differences");
  }

  @Override
  public Peer learned(PeerTask task, int choice) {
    return task.teach(new Rules(task, choice == 1));
  }

  /** Does not write to standard output what it thinks of single readings; no option says so. */
  private static final class Quiet extends AMRulesMultiTargetRegressor {
    private static final long serialVersionUID = 1L;

    @Override
    protected void debug(String line, int verbosity) {}
  }

  private static final class Rules implements Peer {
    private final boolean differences;
    private final int delays;
    private final int sensors;
    private final List<Integer> horizons;
    private final AMRulesMultiTargetRegressor[] regressors;
    private final InstancesHeader header;

    /** States of this run by their number, as many as the longest horizon needs. */
    private final double[][] states;

    private int ofRun;

    Rules(PeerTask task, boolean differences) {
      this.differences = differences;
      delays = task.delays();
      sensors = task.sensors().size();
      horizons = task.horizons();
      int inputs = delays * sensors;
      states = new double[horizons.get(horizons.size() - 1) + 1][inputs];
      Attribute[] attributes = new Attribute[inputs + sensors];
      for (int i = 0; i < attributes.length; i++) {
        attributes[i] = new Attribute((i < inputs ? "state" : "later") + i);
      }
      Instances instances = new Instances("readings", attributes, 0);
      Range outputs = new Range("-" + sensors);
      outputs.setUpper(attributes.length);
      instances.setRangeOutputIndices(outputs);
      header = new InstancesHeader(instances);
      regressors = new AMRulesMultiTargetRegressor[horizons.size()];
      for (int h = 0; h < regressors.length; h++) {
        regressors[h] = new Quiet();
        regressors[h].prepareForUse();
        regressors[h].setModelContext(header);
      }
    }

    @Override
    public void startRun() {
      ofRun = 0;
    }

    private double[] state(int number) {
      return states[number % states.length];
    }

    @Override
    public void take(double[] reading) {
      double[] state = state(ofRun);
      if (ofRun > 0) {
        System.arraycopy(state(ofRun - 1), 0, state, sensors, state.length - sensors);
      }
      System.arraycopy(reading, 0, state, 0, sensors);
      for (int h = 0; h < regressors.length; h++) {
        int before = ofRun - horizons.get(h);
        if (before >= delays - 1) {
          regressors[h].trainOnInstance(instance(state(before), reading));
        }
      }
      ofRun++;
    }

    private DenseInstance instance(double[] state, double[] later) {
      double[] values = new double[state.length + sensors];
      System.arraycopy(state, 0, values, 0, state.length);
      for (int j = 0; j < sensors; j++) {
        values[state.length + j] = later[j] - (differences ? state[j] : 0);
      }
      DenseInstance instance = new DenseInstance(1, values);
      instance.setDataset(header);
      return instance;
    }

    @Override
    public boolean forecast(int horizon, double[] into) {
      if (ofRun < delays) {
        return false;
      }
      double[] state = state(ofRun - 1);
      // What it is to predict is not among what it is given.
      Prediction prediction = regressors[horizon].getPredictionForInstance(instance(state, state));
      if (prediction == null || !prediction.hasVotesForAttribute(0)) {
        return false;
      }
      for (int j = 0; j < sensors; j++) {
        into[j] = prediction.getVote(j, 0) + (differences ? state[j] : 0);
      }
      return true;
    }
  }
}
