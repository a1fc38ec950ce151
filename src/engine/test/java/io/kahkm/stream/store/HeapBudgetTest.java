package io.kahkm.stream.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  @Test
  void theShareOfTheHeapIsWhatTheDocumentsSay() {
    long heap = Runtime.getRuntime().maxMemory();

    assertThat(HeapBudget.ofThisProcess().limit()).isEqualTo(heap / 5 * 2);
    // Long histories take some of it, and never more than half.
    assertThat(HeapBudget.ofThisProcess(1000).limit()).isEqualTo(heap / 5 * 2 - 1000);
    assertThat(HeapBudget.ofThisProcess(heap).limit()).isEqualTo(heap / 5);
    assertThat(ProjectFiles.text("docs/evidence/faults.md"))
        .contains("two fifths of it hold live monitors");
    assertThat(ProjectFiles.text("docs/operate/security.md"))
        .contains("keeps of each stream uses at most two fifths of the heap");
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
