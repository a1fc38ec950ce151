package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MatrixTest {
  private static final Matrix MATRIX = Matrix.of(2, 3, new double[] {1, 2, 3, 4, 5, 6});

  @Test
  void valuesStandWhereTheirRowAndColumnSay() {
    assertThat(MATRIX.rows()).isEqualTo(2);
    assertThat(MATRIX.columns()).isEqualTo(3);
    assertThat(MATRIX.get(0, 2)).isEqualTo(3);
    assertThat(MATRIX.get(1, 0)).isEqualTo(4);
    assertThat(MATRIX.row(1)).containsExactly(4, 5, 6);
    assertThat(MATRIX.toRows()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(MATRIX.toArray()).containsExactly(1, 2, 3, 4, 5, 6);
    double[] target = {9, 9, 9, 9, 9};
    MATRIX.copyRow(1, target, 1);
    assertThat(target).containsExactly(9, 4, 5, 6, 9);
    assertThat(MATRIX).hasToString("Matrix[2 x 3]");
  }

  @Test
  void everyWayToMakeItCopies() {
    double[][] rows = {{1, 2, 3}, {4, 5, 6}};
    Matrix all = Matrix.ofRows(rows);
    double[] values = {1, 2, 3, 4, 5, 6};
    Matrix flat = Matrix.of(2, 3, values);
    rows[0][0] = 0;
    values[0] = 0;
    flat.toArray()[0] = 0;
    flat.row(0)[0] = 0;
    assertThat(all).isEqualTo(MATRIX).hasSameHashCodeAs(MATRIX);
    assertThat(flat).isEqualTo(MATRIX);
    assertThat(Matrix.identity(2)).isEqualTo(Matrix.of(2, 2, new double[] {1, 0, 0, 1}));
    assertThat(Matrix.zero(1, 2)).isEqualTo(Matrix.of(1, 2, new double[2]));
    assertThat(Matrix.zero(0, 0).toRows()).isEmpty();
  }

  @Test
  void shapesAndBitsTellMatricesApart() {
    assertThat(Matrix.of(3, 2, MATRIX.toArray())).isNotEqualTo(MATRIX);
    assertThat(Matrix.of(1, 6, MATRIX.toArray())).isNotEqualTo(MATRIX);
    assertThat(Matrix.of(1, 1, new double[] {0.0}))
        .isNotEqualTo(Matrix.of(1, 1, new double[] {-0.0}));
    assertThat(MATRIX).isNotEqualTo("Matrix[2 x 3]");
    assertThat(MATRIX.hashCode()).isNotEqualTo(Matrix.of(3, 2, MATRIX.toArray()).hashCode());
  }

  @Test
  void theFirstValueThatIsNotFiniteIsFound() {
    assertThat(MATRIX.firstNotFinite()).isEqualTo(-1);
    assertThat(Matrix.of(2, 2, new double[] {1, 2, Double.NaN, Double.NaN}).firstNotFinite())
        .isEqualTo(2);
    assertThat(Matrix.of(1, 1, new double[] {Double.NEGATIVE_INFINITY}).firstNotFinite()).isZero();
  }

  @Test
  void whatLiesOutsideIsRefused() {
    assertThatThrownBy(() -> MATRIX.get(2, 0)).hasMessage("(2, 0) of 2 x 3");
    assertThatThrownBy(() -> MATRIX.get(0, 3)).hasMessage("(0, 3) of 2 x 3");
    assertThatThrownBy(() -> MATRIX.get(-1, 0)).hasMessage("(-1, 0) of 2 x 3");
    assertThatThrownBy(() -> MATRIX.get(0, -1)).hasMessage("(0, -1) of 2 x 3");
    assertThatThrownBy(() -> MATRIX.row(2)).hasMessage("row 2 of 2");
    assertThatThrownBy(() -> MATRIX.row(-1)).hasMessage("row -1 of 2");
    assertThatThrownBy(() -> MATRIX.copyRow(2, new double[3], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Matrix.of(2, 2, new double[3]))
        .hasMessage("rowMajor has 3 values, 2 x 2 needs 4");
    assertThatThrownBy(() -> Matrix.of(-1, 2, new double[0]))
        .hasMessage("shape -1 x 2 is not possible");
    assertThatThrownBy(() -> Matrix.zero(2, -1)).hasMessage("shape 2 x -1 is not possible");
    assertThatThrownBy(() -> Matrix.zero(1 << 16, 1 << 15))
        .hasMessage("shape 65536 x 32768 is not possible");
    assertThatThrownBy(() -> Matrix.identity(-1)).hasMessage("shape -1 x -1 is not possible");
    assertThatThrownBy(() -> Matrix.ofRows(new double[0][])).hasMessageContaining("rows is empty");
    assertThatThrownBy(() -> Matrix.ofRows(new double[][] {{1}, {1, 2}}))
        .hasMessage("row 1 has 2 values, row 0 has 1");
  }
}
