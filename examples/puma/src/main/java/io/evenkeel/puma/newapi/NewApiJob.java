package io.evenkeel.puma.newapi;

import io.evenkeel.puma.PumaJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** What the new-API jobs share: {@code [-D option=value]… IN… OUT}, run to the end. */
abstract class NewApiJob extends Configured implements Tool {
  private final String name;

  NewApiJob(String name) {
    this.name = name;
  }

  /** Sets the job's classes and types. */
  abstract void define(Job job);

  @Override
  public int run(String[] args) throws IOException, InterruptedException, ClassNotFoundException {
    if (args.length < 2) {
      System.err.println("usage: " + name + " [-D " + PumaJob.COMBINER + "=false] IN... OUT");
      ToolRunner.printGenericCommandUsage(System.err);
      return 2;
    }
    Job job = new Job(getConf(), name);
    job.setJarByClass(getClass());
    define(job);
    for (int i = 0; i < args.length - 1; i++) {
      FileInputFormat.addInputPath(job, new Path(args[i]));
    }
    FileOutputFormat.setOutputPath(job, new Path(args[args.length - 1]));
    return job.waitForCompletion(true) ? 0 : 1;
  }
}
