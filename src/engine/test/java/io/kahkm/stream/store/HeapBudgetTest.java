package io.kahkm.stream.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  @Test
  void theShareOfTheHeapIsWhatTheDocumentsSay() {
    long heap = Runtime.getRuntime().maxMemory();

    assertThat(HeapBudget.ofThisProcess().limit()).isEqualTo(heap / 2);
    // Long histories take some of it, and leave a fifth of the heap.
    assertThat(HeapBudget.ofThisProcess(1000).limit()).isEqualTo(heap / 2 - 1000);
    assertThat(HeapBudget.ofThisProcess(heap).limit()).isEqualTo(heap / 5);
    assertThat(ProjectFiles.text("docs/evidence/faults.md"))
        .contains("half of it holds live monitors");
    assertThat(ProjectFiles.text("docs/operate/security.md"))
        .contains("keeps of each stream uses at most half of the heap");
  }

  /** Copies may take 10,000, with views 20,000, and 4,000 always; a view takes 2,500. */
  @Test
  void copiesLeaveRoomForTheViewsOfManyStreams() {
    HeapBudget budget = new HeapBudget(10_000, 4_000, 20_000, 100);
    budget.take(10_000);
    budget.streams(4);
    assertThat(budget.exceeded()).isFalse();
    budget.streams(1);
    assertThat(budget.exceeded()).isTrue();
    budget.give(2_500);
    assertThat(budget.exceeded()).isFalse();
    budget.streams(50);
    assertThat(budget.exceeded()).isTrue();
    budget.give(3_499);
    assertThat(budget.exceeded()).isTrue();
    budget.give(1);
    assertThat(budget.exceeded()).isFalse();
    budget.streams(-55);
    budget.take(6_001);
    assertThat(budget.exceeded()).isTrue();
  }

  /** As many streams as there may be leave a fifth of the heap to copies, and all have views. */
  @Test
  void copiesAndViewsTogetherLeaveTwoFifthsOfTheHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    HeapBudget budget = HeapBudget.ofThisProcess();
    long fifth = heap / 5 / HeapBudget.BYTES_PER_VIEW;
    budget.streams(fifth);
    budget.take(heap / 5 * 2);
    assertThat(budget.exceeded()).isFalse();
    budget.take(HeapBudget.BYTES_PER_VIEW);
    assertThat(budget.exceeded()).isTrue();
    budget.streams(budget.mostStreams() - fifth);
    budget.give(budget.used() - heap / 5);
    assertThat(budget.exceeded()).isFalse();
    budget.take(1);
    assertThat(budget.exceeded()).isTrue();
  }

  @Test
  void thereAreOnlySoManyStreams() {
    HeapBudget two = new HeapBudget(10, 2);
    assertThat(two.mostStreams()).isEqualTo(2);
    two.streams(1);
    assertThat(two.takesStream()).isTrue();
    two.streams(1);
    assertThat(two.takesStream()).isFalse();
    assertThat(two.takesAssembled()).isTrue();
    two.assembled(2);
    assertThat(two.takesAssembled()).isFalse();
    two.streams(-1);
    two.assembled(-1);
    assertThat(two.takesStream()).isTrue();
    assertThat(two.takesAssembled()).isTrue();

    assertThat(new HeapBudget(10, 1L << 40).mostStreams()).isEqualTo(Integer.MAX_VALUE);
    long heap = Runtime.getRuntime().maxMemory();
    assertThat(HeapBudget.ofThisProcess().mostStreams())
        .isEqualTo((int) Math.min(Integer.MAX_VALUE, heap / HeapBudget.BYTES_PER_STREAM));
  }

  @Test
  void countsWhatIsTakenAndGivenBack() {
    HeapBudget budget = new HeapBudget(10);
    budget.take(11);
    assertThat(budget.exceeded()).isTrue();
    budget.give(1);
    assertThat(budget.exceeded()).isFalse();
    assertThat(budget.used()).isEqualTo(10);
  }
}
