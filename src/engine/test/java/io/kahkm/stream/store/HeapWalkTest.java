package io.kahkm.stream.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapWalkTest {
  /** Its fields are read by the walk alone. */
  @SuppressWarnings("UnusedVariable")
  private static final class Node {
    private double[] values = {};
    private Object next = "";
    private boolean flag;
  }

  /** 12 of the header, 4 + 4 of references and 1 of the flag are 24; the empty text 24 + 16. */
  @Test
  void countsFieldsArraysAndText() {
    assertThat(new HeapWalk().count(new Node())).isEqualTo(24 + 16 + 24 + 16);
    assertThat(new HeapWalk().count(new double[3][25])).isEqualTo(32 + 3 * 216);
    assertThat(new HeapWalk().count(new byte[9])).isEqualTo(32);
    assertThat(new HeapWalk().count(List.of(1L, 2L))).isEqualTo(24 + 24 + 2 * 24);
  }

  @Test
  void noticesAnArrayThatWasPlanted() {
    Node node = new Node();
    long before = new HeapWalk().count(node);
    node.values = new double[1000];

    assertThat(new HeapWalk().count(node)).isEqualTo(before + 8_000);
  }

  @Test
  void countsWhatIsSharedOnceAndWhatIsLeftOutNever() {
    Node node = new Node();
    Node second = new Node();
    node.next = second;
    second.next = node;
    second.values = node.values;

    assertThat(new HeapWalk().count(node)).isEqualTo(24 + 16 + 24);
    assertThat(new HeapWalk().without(second).count(node)).isZero();
    second.next = "";
    assertThat(new HeapWalk().without(second).count(node)).isEqualTo(24);
    assertThat(new HeapWalk().count(List.of(node, node))).isEqualTo(24 + 24 + 24 + 16 + 24 + 40);
  }

  @Test
  void namesWhatItDoesNotKnowAndCountsTheObjectAlone() {
    Node node = new Node();
    long before = new HeapWalk().count(node);
    HeapWalk walk = new HeapWalk();
    node.next = new BitSet(1_000);

    // The empty text, 40 bytes, is gone.
    assertThat(walk.count(node)).isEqualTo(before - 40 + 48);
    assertThat(walk.unknown()).containsExactly("java.util.BitSet at .next");
    assertThat(walk.parts()).containsEntry(".next", 48L);
  }
}
