package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** Sorter and reducer compare keys at the same time: what they may share and what not. */
class ComparatorsTest {
  /** A key without a raw comparator: Hadoop's generic one reads it into fields of its own. */
  public static class Plain implements WritableComparable<Plain> {
    long value;

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeLong(value);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      value = in.readLong();
    }

    @Override
    public int compareTo(Plain other) {
      return Long.compare(value, other.value);
    }
  }

  /** A key whose generic comparator is registered, and so shared by all. */
  public static class Registered extends Plain {
    static {
      WritableComparator.define(Registered.class, new Shared());
    }
  }

  private static final class Shared extends WritableComparator {
    Shared() {
      super(Registered.class, true);
    }
  }

  @Test
  void keysThatAreReadToBeComparedMayBeComparedByTwoThreads() throws Exception {
    for (Class<?> key : new Class<?>[] {Plain.class, Registered.class}) {
      JobConf job = new JobConf(false);
      job.setMapOutputKeyClass(key);
      key.getDeclaredConstructor().newInstance();
      ExecutorService threads = Executors.newFixedThreadPool(2);
      List<Future<Integer>> wrong = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        RawComparator<Object> comparator =
            thread == 0 ? Comparators.ofKeys(job) : Comparators.ofGrouping(job);
        wrong.add(threads.submit(mistakes(comparator, thread * 1000)));
      }
      for (Future<Integer> each : wrong) {
        assertEquals(0, each.get());
      }
      threads.shutdown();
    }
  }

  private static Callable<Integer> mistakes(RawComparator<Object> comparator, long from) {
    return () -> {
      int mistakes = 0;
      for (int i = 0; i < 200_000; i++) {
        byte[] low = bytes(from + i % 100);
        byte[] high = bytes(from + i % 100 + 1);
        if (comparator.compare(low, 0, 8, high, 0, 8) >= 0) {
          mistakes++;
        }
      }
      return mistakes;
    };
  }

  private static byte[] bytes(long value) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    out.writeLong(value);
    return out.getData();
  }

  @Test
  void comparatorsOfHadoopsOwnKeysAreSharedAsTheyAre() {
    JobConf job = new JobConf(false);
    job.setMapOutputKeyClass(new Text().getClass());
    assertSame(WritableComparator.get(Text.class), Comparators.<Text>ofKeys(job));
    job.setMapOutputKeyClass(Plain.class);
    assertNotSame(Comparators.<Plain>ofKeys(job), Comparators.<Plain>ofKeys(job));
  }
}
