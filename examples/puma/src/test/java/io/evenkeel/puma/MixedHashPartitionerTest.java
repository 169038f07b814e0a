package io.evenkeel.puma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.TreeSet;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.lib.HashPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mixed bits spread keys that stock's hash puts together, in both APIs. */
class MixedHashPartitionerTest {
  @TempDir Path folder;

  @Test
  void stockPutsEightBinsIntoOnePartitionAndMixingSpreadsThem() {
    TreeSet<Integer> stock = new TreeSet<>();
    TreeSet<Integer> mixed = new TreeSet<>();
    for (int i = 3; i <= 10; i++) {
      FloatWritable bin = new FloatWritable(i / 2f);
      stock.add(new HashPartitioner<FloatWritable, Text>().getPartition(bin, null, 8));
      mixed.add(new MixedHashPartitioner<FloatWritable, Text>().getPartition(bin, null, 8));
    }
    assertEquals(1, stock.size());
    assertTrue(mixed.size() >= 4, mixed.toString());
  }

  @Test
  void everyPartitionIsInRange() {
    MixedHashPartitioner<Text, Text> partitioner = new MixedHashPartitioner<>();
    for (int i = 0; i < 10000; i++) {
      int partition = partitioner.getPartition(new Text("word" + i), null, 15);
      assertTrue(partition >= 0 && partition < 15);
    }
  }

  @Test
  void itServesBothApis() throws Exception {
    String name = MixedHashPartitioner.class.getName();
    LocalJobs jobs = new LocalJobs(folder).input("x", "b a b");
    assertEquals(
        jobs.run(new WordCount(), "mapred.partitioner.class=" + name),
        jobs.run(
            new io.evenkeel.puma.newapi.WordCount(), "mapreduce.partitioner.class=" + name));
  }
}
