package io.evenkeel;

import io.evenkeel.map.MapSession;
import io.evenkeel.wire.JobParams;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one record costs in the Partitioner, the hash of its key included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PartitionerBench {
  private static final int SLOTS = 15;
  private static final int GROUPS = 480;
  private static final int KEYS = 1 << 14;

  /** Words of a Zipf distribution, words of which none is frequent, or numbers. */
  @Param({"zipf", "uniform", "int"})
  public String keys;

  /** Hadoop's; ours by the mixed hash, with and without heavy keys; ours by the paper's hash. */
  @Param({"hash", "evenkeel", "evenkeel-no-heavy-keys", "evenkeel-plain-no-heavy-keys"})
  public String partitioner;

  private final Writable[] data = new Writable[KEYS];
  private Partitioner<Writable, Writable> tested;
  private int partitions;
  private int at;

  /** Builds the partitioner as a map task does. */
  @Setup(Level.Trial)
  public void setUp() {
    Random random = new Random(7);
    for (int i = 0; i < KEYS; i++) {
      data[i] = key(random);
    }
    if (partitioner.equals("hash")) {
      tested = new HashPartitioner<>();
      partitions = SLOTS;
      return;
    }
    JobConf job = new JobConf(false);
    job.set("mapred.task.id", "attempt_201301010000_0001_m_000000_0");
    job.set("mapred.job.tracker", "somewhere:8021");
    job.setNumReduceTasks(SLOTS);
    JobParams.Builder params =
        JobParams.builder()
            .set("late.binding", true)
            .set("maps", 1)
            .set("slots", SLOTS)
            .set("groups", GROUPS)
            .set("hash", partitioner.contains("plain") ? "plain" : "spread")
            .set("order", "group")
            .set("load", "records")
            .set("prefetch", "auto")
            .set("heavy.keys", partitioner.contains("no-heavy") ? 0 : 16);
    MapSession.begin(job, params.build());
    tested = build(job);
    partitions = SLOTS + GROUPS;
  }

  @SuppressWarnings("unchecked")
  private static Partitioner<Writable, Writable> build(JobConf job) {
    return (Partitioner<Writable, Writable>)
        ReflectionUtils.newInstance(EvenkeelPartitioner.class, job);
  }

  private Writable key(Random random) {
    if (keys.equals("int")) {
      return new IntWritable(random.nextInt());
    }
    double rank = keys.equals("zipf") ? Math.exp(random.nextDouble() * Math.log(100_000)) : random.nextInt(100_000);
    return new Text("word" + (int) rank);
  }

  /** One record. */
  @Benchmark
  public int record() {
    at = (at + 1) & (KEYS - 1);
    return tested.getPartition(data[at], null, partitions);
  }
}
