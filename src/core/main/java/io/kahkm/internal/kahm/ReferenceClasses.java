package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Training states sorted into reference classes, with singleton augmentation, class means and
 * blocks. All in scaled units.
 */
final class ReferenceClasses {
  /**
   * Weight of the only sample in its class's second, artificial sample (equation "numerical
   * rules").
   */
  private static final double SINGLETON_WEIGHT = 0.95;

  /** Weight of its nearest other sample: the float64 value of 1 - 0.95 written out. */
  private static final double NEIGHBOUR_WEIGHT = 0.05;

  private final int dimension;
  private final List<List<double[]>> members = new ArrayList<>();

  /** Of every class the members that become reference samples: all, unless fewer are kept. */
  private final List<List<double[]>> samples = new ArrayList<>();

  private final List<Integer> counts = new ArrayList<>();

  private ReferenceClasses(int dimension) {
    this.dimension = dimension;
  }

  /**
   * Sorts states into classes.
   *
   * @param states scaled states; rows are shared, not modified
   * @param labels 0-based class of each state
   * @param classes number of classes
   * @return the classes
   * @throws MapFitException if a class has no state
   */
  static ReferenceClasses of(double[][] states, int[] labels, int classes) {
    ReferenceClasses result = new ReferenceClasses(states[0].length);
    int[] single = new int[classes];
    for (int c = 0; c < classes; c++) {
      result.members.add(new ArrayList<>());
    }
    for (int i = 0; i < states.length; i++) {
      result.members.get(labels[i]).add(states[i]);
      single[labels[i]] = i;
    }
    for (int c = 0; c < classes; c++) {
      List<double[]> members = result.members.get(c);
      result.counts.add(members.size());
      if (members.isEmpty()) {
        throw new MapFitException("class " + c + " has no training state");
      }
      if (members.size() == 1) {
        members.add(neighbour(states, single[c]));
      }
      result.samples.add(members);
    }
    return result;
  }

  /** 0.95 x + 0.05 of the nearest other sample, found on float32 values and mixed in float64. */
  private static double[] neighbour(double[][] states, int index) {
    if (states.length < 2) {
      throw new MapFitException("one training state is not enough, at least two are needed");
    }
    double[] own = states[index];
    int nearest = -1;
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < states.length; i++) {
      double distance = 0;
      for (int j = 0; j < own.length; j++) {
        double difference = (double) (float) states[i][j] - (double) (float) own[j];
        distance += difference * difference;
      }
      if (i != index && distance < smallest) {
        smallest = distance;
        nearest = i;
      }
    }
    double[] mixed = new double[own.length];
    for (int j = 0; j < own.length; j++) {
      mixed[j] = SINGLETON_WEIGHT * own[j] + NEIGHBOUR_WEIGHT * states[nearest][j];
    }
    return mixed;
  }

  /**
   * Keeps fewer samples of every class; counts and class means stay those of all.
   *
   * @param limit how many, and which
   */
  void keep(ReferenceLimit limit) {
    int all = counts.stream().mapToInt(Integer::intValue).sum();
    for (int c = 0; c < samples.size(); c++) {
      samples.set(
          c, ReferenceSubset.of(samples.get(c), limit.ofClass(counts.get(c), all), limit.way()));
    }
  }

  /** Training states per class before augmentation. */
  List<Integer> counts() {
    return List.copyOf(counts);
  }

  /** Class means including augmentation samples, C x n, float64. */
  Matrix centroids() {
    double[][] centroids = new double[members.size()][dimension];
    for (int c = 0; c < centroids.length; c++) {
      for (int j = 0; j < dimension; j++) {
        double sum = 0;
        for (double[] sample : members.get(c)) {
          sum += sample[j];
        }
        centroids[c][j] = sum / members.get(c).size();
      }
    }
    return Matrix.ofRows(centroids);
  }

  /**
   * Divides each class into contiguous blocks of nearly equal size, in input order.
   *
   * @param wanted samples per block
   * @return all blocks, in class order
   */
  List<SubmodelFitter.Block> blocks(int wanted) {
    List<SubmodelFitter.Block> blocks = new ArrayList<>();
    for (int c = 0; c < samples.size(); c++) {
      int count = samples.get(c).size();
      // floor(N / wanted + 1 / 2) in whole numbers
      int number = (int) Math.max(1, (2L * count + wanted) / (2L * wanted));
      int start = 0;
      for (int s = 0; s < number; s++) {
        int stop = start + count / number + (s < count % number ? 1 : 0);
        blocks.add(new SubmodelFitter.Block(c, s, start, stop));
        start = stop;
      }
    }
    return blocks;
  }

  /**
   * The samples of a block, rounded to float32.
   *
   * @return row-major
   * @throws MapFitException if a value is too large for float32
   */
  float[] references(SubmodelFitter.Block block) {
    float[] references = new float[(block.stop() - block.start()) * dimension];
    int next = 0;
    for (double[] sample : samples.get(block.classIndex()).subList(block.start(), block.stop())) {
      for (double value : sample) {
        references[next] = (float) value;
        if (Float.isInfinite(references[next])) {
          throw new MapFitException(
              "class "
                  + block.classIndex()
                  + " has the value "
                  + value
                  + " that is too large for a float32 reference sample");
        }
        next++;
      }
    }
    return references;
  }
}
