package io.evenkeel.cluster.trial;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobConfigurable;

/** The order of words; a late-bound reducer's sorter waits in it at the gate {@code reduce.sort}. */
public final class GatedComparator extends WritableComparator implements JobConfigurable {
  private static final Text.Comparator ORDER = new Text.Comparator();

  private JobConf job;
  private boolean passed;

  /** Made by Hadoop. */
  public GatedComparator() {
    super(Text.class, true);
  }

  @Override
  public void configure(JobConf conf) {
    job = conf;
  }

  @Override
  public int compare(byte[] a, int atA, int lengthA, byte[] b, int atB, int lengthB) {
    if (!passed && Thread.currentThread().getName().startsWith("evenkeel sorter")) {
      passed = true;
      Gate.pass(job, "reduce.sort");
    }
    return ORDER.compare(a, atA, lengthA, b, atB, lengthB);
  }
}
