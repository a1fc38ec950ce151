package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import io.kahkm.internal.numeric.Matrix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks up the tensors of a file, which have to have the shapes that a model needs. */
final class NamedTensors {
  private final Map<String, Tensor> tensors;

  NamedTensors(Map<String, Tensor> tensors) {
    this.tensors = tensors;
  }

  /** Whether there is a tensor of a name. */
  boolean has(String name) {
    return tensors.containsKey(name);
  }

  /** A tensor of any shape. */
  Tensor find(String name) throws ModelFileException {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new ModelFileException("damaged: tensor '" + name + "' is missing");
    }
    return tensor;
  }

  /** The number of elements of a tensor that should have one extent. */
  long length(String name) throws ModelFileException {
    List<Long> shape = find(name).shape();
    if (shape.size() != 1) {
      throw new ModelFileException("damaged: " + name + " has the shape " + shape);
    }
    return shape.get(0);
  }

  /** Finite numbers of a tensor with one extent. */
  double[] vector(String name) throws ModelFileException {
    ByteBuffer data = tensor(name, ElementType.F64, length(name));
    return doubles(name, data, data.remaining() / Double.BYTES);
  }

  /** The elements of a tensor of known type and shape, whose size the container has checked. */
  ByteBuffer tensor(String name, ElementType type, long... shape) throws ModelFileException {
    Tensor tensor = find(name);
    List<Long> wanted = new ArrayList<>();
    for (long extent : shape) {
      wanted.add(extent);
    }
    if (tensor.type() != type || !tensor.shape().equals(wanted)) {
      throw new ModelFileException(
          "damaged: tensor '"
              + name
              + "' is "
              + tensor.type()
              + " "
              + tensor.shape()
              + ", must be "
              + type
              + " "
              + wanted);
    }
    return tensor.elements();
  }

  /** The next finite numbers of a tensor. */
  static double[] doubles(String name, ByteBuffer data, int count) throws ModelFileException {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = data.getDouble();
      if (!Double.isFinite(values[i])) {
        throw new ModelFileException("damaged: tensor '" + name + "' holds " + values[i]);
      }
    }
    return values;
  }

  /** A matrix as it is stored. */
  static Tensor matrix(Matrix matrix) {
    Tensor tensor = Tensor.create(ElementType.F64, matrix.rows(), matrix.columns());
    put(tensor, matrix.toArray());
    return tensor;
  }

  /** Appends values. */
  static void put(Tensor tensor, double[] values) {
    for (double value : values) {
      tensor.data().putDouble(value);
    }
  }
}
