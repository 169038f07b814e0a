package io.evenkeel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.map.MapSession;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Report;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Where a pair goes and what is counted, with late binding on and off. */
class EvenkeelPartitionerTest {
  private static final int SLOTS = 3;
  private static final int GROUPS = 120;

  @AfterEach
  void end() {
    MapSession.end();
  }

  /** Puts words into groups by their length. */
  public static final class ByLength extends Partitioner<Text, IntWritable> {
    @Override
    public int getPartition(Text key, IntWritable value, int partitions) {
      return key.getLength() % partitions;
    }
  }

  /** The value is the load. */
  public static final class ByValue implements LoadFunction<Text, IntWritable> {
    @Override
    public long load(Text key, IntWritable value) {
      return value.get();
    }
  }

  private static JobConf task() {
    JobConf job = new JobConf(false);
    job.set("mapred.task.id", "attempt_201301010000_0001_m_000000_0");
    job.set("mapred.job.tracker", "somewhere:8021");
    job.setNumReduceTasks(SLOTS);
    return job;
  }

  private static JobParams.Builder params() {
    return JobParams.builder()
        .set("late.binding", true)
        .set("maps", 1)
        .set("slots", SLOTS)
        .set("groups", GROUPS)
        .set("hash", "spread")
        .set("order", "group")
        .set("load", "records")
        .set("prefetch", "auto")
        .set("speeds", "measured")
        .set("sort", "prefix")
        .set("end", "prompt")
        .set("heavy.keys", 4);
  }

  @SuppressWarnings("unchecked")
  private static EvenkeelPartitioner<Text, IntWritable> build(JobConf job) {
    return ReflectionUtils.newInstance(EvenkeelPartitioner.class, job);
  }

  private static String cause(Executable what) {
    Throwable e = assertThrows(RuntimeException.class, what);
    while (e.getCause() != null) {
      e = e.getCause();
    }
    return e.getMessage();
  }

  @Test
  void sendsPairsToGroupsAndCountsThem() {
    JobConf job = task();
    MapSession session = MapSession.begin(job, params().build());
    assertEquals(SLOTS + GROUPS, job.getNumReduceTasks());
    EvenkeelPartitioner<Text, IntWritable> partitioner = build(job);
    assertEquals(SLOTS, job.getNumReduceTasks());
    long[] counts = new long[GROUPS];
    for (int i = 0; i < 10_000; i++) {
      int p = partitioner.getPartition(new Text("w" + i % 777), null, SLOTS + GROUPS);
      assertTrue(p >= SLOTS && p < SLOTS + GROUPS);
      counts[p - SLOTS]++;
    }
    for (int g = 0; g < GROUPS; g++) {
      assertEquals(counts[g], session.loads()[g]);
    }
  }

  @Test
  void theTaskSortsInItsOwnWayUnlessTheJobSaysNo() {
    JobConf job = task();
    String stock = "org.apache.hadoop.util.QuickSort";
    job.set("map.sort.class", stock);
    MapSession.begin(job, params().build());
    assertEquals("io.evenkeel.map.PrefixSort", job.get("map.sort.class"));
    assertTrue(job.getCompressMapOutput(), "the codec that changes nothing");
    build(job);
    assertEquals(stock, job.get("map.sort.class"));
    assertFalse(job.getCompressMapOutput());
    MapSession.begin(job, params().set("sort", "stock").build());
    assertEquals(stock, job.get("map.sort.class"));
    assertFalse(job.getCompressMapOutput());
  }

  @Test
  void asksTheDelegateForOneOfTheGroups() {
    JobConf job = task();
    MapSession.begin(job, params().set("delegate", ByLength.class.getName()).build());
    assertEquals(SLOTS + 5, build(job).getPartition(new Text("abcde"), null, SLOTS + GROUPS));
  }

  @Test
  void refusesATotalOrder() {
    JobConf job = task();
    MapSession.begin(job, params().set("delegate", TotalOrderPartitioner.class.getName()).build());
    assertTrue(
        cause(() -> build(job))
            .contains("TotalOrderPartitioner needs the order of its partitions"));
  }

  @Test
  void countsACustomLoad() {
    JobConf job = task();
    MapSession session =
        MapSession.begin(
            job, params().set("load", "custom").set("load.class", ByValue.class.getName()).build());
    EvenkeelPartitioner<Text, IntWritable> partitioner = build(job);
    int p = partitioner.getPartition(new Text("a"), new IntWritable(41), SLOTS + GROUPS);
    partitioner.getPartition(new Text("a"), new IntWritable(1), SLOTS + GROUPS);
    assertEquals(42, session.loads()[p - SLOTS]);
    assertThrows(
        IllegalArgumentException.class,
        () -> partitioner.getPartition(new Text("a"), new IntWritable(-1), SLOTS + GROUPS));
  }

  /** Each pair weighs nearly all that a number can hold. */
  public static final class Huge implements LoadFunction<Text, IntWritable> {
    @Override
    public long load(Text key, IntWritable value) {
      return Long.MAX_VALUE - 1;
    }
  }

  @Test
  void aLoadThatIsTooLargeStaysTheLargest() {
    JobConf job = task();
    MapSession session =
        MapSession.begin(
            job, params().set("load", "custom").set("load.class", Huge.class.getName()).build());
    EvenkeelPartitioner<Text, IntWritable> partitioner = build(job);
    int p = 0;
    for (int i = 0; i < 5; i++) {
      p = partitioner.getPartition(new Text("a"), new IntWritable(1), SLOTS + GROUPS);
    }
    assertEquals(Long.MAX_VALUE, session.loads()[p - SLOTS]);
  }

  @Test
  void threadsMayMiscountButNeverMisplace() throws Exception {
    JobConf job = task();
    MapSession session = MapSession.begin(job, params().build());
    EvenkeelPartitioner<Text, IntWritable> partitioner = build(job);
    int[] expected = new int[500];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = partitioner.getPartition(new Text("w" + i), null, SLOTS + GROUPS);
    }
    AtomicInteger wrong = new AtomicInteger();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  int w = i % expected.length;
                  if (partitioner.getPartition(new Text("w" + w), null, SLOTS + GROUPS)
                      != expected[w]) {
                    wrong.incrementAndGet();
                  }
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(0, wrong.get());
    Report report =
        new Report(
            session.loads(),
            session.loads(),
            session.heavyKeys().heaviest(4, session.loads()),
            null);
    Report read = Report.decode(report.encode(), GROUPS);
    long sum = 0;
    for (long load : session.loads()) {
      assertTrue(load >= 0);
      sum += load;
    }
    assertTrue(read != null && sum <= threads.length * 100_000L + expected.length);
  }

  @Test
  void isTheHashPartitionerWhenOff() {
    JobConf job = task();
    MapSession.begin(
        job, JobParams.builder().set("late.binding", false).set("reason", "a test").build());
    assertEquals(SLOTS, job.getNumReduceTasks());
    Text key = new Text("word");
    int hash = (key.hashCode() & Integer.MAX_VALUE) % SLOTS;
    assertEquals(hash, build(job).getPartition(key, null, SLOTS));
  }

  /** Puts everything into the partition that the job's configuration names. */
  public static final class Configured
      implements org.apache.hadoop.mapred.Partitioner<Text, IntWritable> {
    private int part = -1;

    @Override
    public void configure(JobConf job) {
      part = job.getInt("test.part", -1);
    }

    @Override
    public int getPartition(Text key, IntWritable value, int partitions) {
      return part;
    }
  }

  /** The same in the new API. */
  public static final class Configurable2 extends Partitioner<Text, IntWritable>
      implements org.apache.hadoop.conf.Configurable {
    private org.apache.hadoop.conf.Configuration conf;

    @Override
    public void setConf(org.apache.hadoop.conf.Configuration to) {
      conf = to;
    }

    @Override
    public org.apache.hadoop.conf.Configuration getConf() {
      return conf;
    }

    @Override
    public int getPartition(Text key, IntWritable value, int partitions) {
      return conf.getInt("test.part", -1);
    }
  }

  private static JobParams off(Class<?> delegate) {
    return JobParams.builder()
        .set("late.binding", false)
        .set("reason", "a test")
        .set("delegate", delegate.getName())
        .build();
  }

  @Test
  void isTheDelegateWhenOff() {
    Text key = new Text("abcde");
    JobConf job = task();
    job.setInt("test.part", 1);
    MapSession.begin(job, off(ByLength.class));
    assertEquals(5 % SLOTS, build(job).getPartition(key, null, SLOTS));
    for (Class<?> type : new Class<?>[] {Configured.class, Configurable2.class}) {
      MapSession.begin(job, off(type));
      assertEquals(1, build(job).getPartition(key, null, SLOTS));
    }
    job.setInt("test.part", SLOTS);
    assertTrue(cause(() -> build(job).getPartition(key, null, SLOTS)).contains("chose 3 of 3"));
    job.setNumReduceTasks(1);
    assertEquals(0, build(job).getPartition(key, null, 1));
  }

  @Test
  void failsWithoutTheHook() {
    assertTrue(cause(() -> build(task())).contains("resourcecalculatorplugin"));
  }

  @Test
  void needsNoHookInTheLocalRunnerOrWithOneReducer() {
    JobConf local = task();
    local.set("mapred.job.tracker", "local");
    assertEquals(0, build(local).getPartition(new Text("x"), null, 1));
    JobConf one = task();
    one.setNumReduceTasks(1);
    assertEquals(0, build(one).getPartition(new Text("x"), null, 1));
  }
}
