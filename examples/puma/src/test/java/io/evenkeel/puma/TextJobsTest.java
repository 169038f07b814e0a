package io.evenkeel.puma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs on text, on inputs small enough to count by hand. */
class TextJobsTest {
  private static final String NO_COMBINER = PumaJob.COMBINER + "=false";
  @TempDir Path folder;
  private LocalJobs jobs;

  @BeforeEach
  void inputs() throws Exception {
    jobs =
        new LocalJobs(folder)
            .input("one.txt", "the cat  and the dog", "", "the\tend")
            .input("two.txt", "a cat: the cat");
  }

  @Test
  void wordCountCountsWhatWhiteSpaceSeparates() throws Exception {
    List<String> counts = jobs.run(new WordCount());
    assertEquals(
        Arrays.asList("a\t1", "and\t1", "cat\t2", "cat:\t1", "dog\t1", "end\t1", "the\t4"), counts);
    assertEquals(counts, jobs.run(new WordCount(), NO_COMBINER));
  }

  @Test
  void aNameThatTheUserGaveStands() throws Exception {
    List<String> names = new ArrayList<>();
    PumaJob job =
        new PumaJob("plain") {
          @Override
          protected void define(JobConf conf) {
            names.add(conf.getJobName());
            new WordCount().define(conf);
          }
        };
    jobs.run(job);
    jobs.run(job, "mapred.job.name=mine");
    assertEquals(Arrays.asList("plain", "mine"), names);
  }

  @Test
  void bothApisCountTheSame() throws Exception {
    List<String> old = jobs.run(new WordCount());
    assertEquals(old, jobs.run(new io.evenkeel.puma.newapi.WordCount()));
    assertEquals(old, jobs.run(new io.evenkeel.puma.newapi.WordCount(), NO_COMBINER));
  }

  @Test
  void termVectorListsFrequentWordsFirstAndBreaksTiesByWord() throws Exception {
    String[] cutoff = {TermVector.CUTOFF + "=0"};
    List<String> vectors = jobs.run(new TermVector(), cutoff);
    assertEquals(
        Arrays.asList("one.txt\tthe:3 and:1 cat:1 dog:1 end:1", "two.txt\ta:1 cat:1 cat::1 the:1"),
        vectors);
    assertEquals(vectors, jobs.run(new TermVector(), cutoff[0], NO_COMBINER));
  }

  @Test
  void termVectorCutsAtTen() throws Exception {
    String ten = String.join(" ", Collections.nCopies(10, "ten"));
    jobs.input("three.txt", ten, String.join(" ", Collections.nCopies(11, "eleven")));
    assertEquals(
        Arrays.asList("one.txt\t", "three.txt\televen:11", "two.txt\t"),
        jobs.run(new TermVector()));
  }

  @Test
  void invertedIndexNamesEachDocumentOnce() throws Exception {
    List<String> index = jobs.run(new InvertedIndex());
    assertEquals(
        Arrays.asList(
            "a\ttwo.txt",
            "and\tone.txt",
            "cat\tone.txt,two.txt",
            "cat:\ttwo.txt",
            "dog\tone.txt",
            "end\tone.txt",
            "the\tone.txt,two.txt"),
        index);
    assertEquals(index, jobs.run(new InvertedIndex(), NO_COMBINER));
  }

  @Test
  void documentsCanBeAField() throws Exception {
    LocalJobs fields = new LocalJobs(folder.resolve("fields")).input("x", "d1\tb a b", "d2\ta");
    String field = Documents.DOCUMENT + "=field";
    assertEquals(
        Arrays.asList("d1\tb:2 a:1", "d2\ta:1"),
        fields.run(new TermVector(), field, TermVector.CUTOFF + "=0"));
    assertEquals(Arrays.asList("a\td1,d2", "b\td1"), fields.run(new InvertedIndex(), field));
  }

  @Test
  void sequencesStayInTheirLineAndAreRankedByCount() throws Exception {
    LocalJobs two =
        new LocalJobs(folder.resolve("two")).input("p", "x y z x y z").input("q", "x y z", "y z x");
    List<String> sequences = two.run(new SequenceCount());
    assertEquals(
        Arrays.asList(
            "x|y|z|p\t2", "x|y|z|q\t1", "y|z|x|p\t1", "y|z|x|q\t1", "z|x|y|p\t1"),
        sequences);
    LocalJobs ranked =
        new LocalJobs(folder.resolve("ranked")).input("s", sequences.toArray(new String[0]));
    assertEquals(
        Arrays.asList("x|y|z\t2|p,1|q", "y|z|x\t1|p,1|q", "z|x|y\t1|p"),
        ranked.run(new RankedInvertedIndex()));
  }

  @Test
  void adjacencyListsHoldBothDirectionsOnce() throws Exception {
    LocalJobs graph =
        new LocalJobs(folder.resolve("graph")).input("e", "a b", "a c", "a b", "c a", "odd");
    List<String> lists = graph.run(new AdjacencyList());
    assertEquals(Arrays.asList("a\tfrom:c to:b,c", "b\tfrom:a to:", "c\tfrom:a to:a"), lists);
    assertEquals(lists, graph.run(new AdjacencyList(), NO_COMBINER));
  }

  @Test
  void selfJoinJoinsWhatDiffersInTheLastItem() throws Exception {
    LocalJobs sets =
        new LocalJobs(folder.resolve("sets")).input("s", "a,b,d", "a,b,c", "a,b,e", "a,c,d", "a,b,c");
    List<String> joined = sets.run(new SelfJoin());
    assertEquals(Arrays.asList("a,b\tc,d", "a,b\tc,e", "a,b\td,e"), joined);
    assertEquals(joined, sets.run(new SelfJoin(), NO_COMBINER));
  }

  @Test
  void grepRanksMatches() throws Exception {
    List<String> matches = jobs.runWith(new Grep(), new String[] {"the|cat:?|dog|end"});
    assertEquals(Arrays.asList("4\tthe", "2\tcat", "1\tcat:", "1\tdog", "1\tend"), matches);
  }

  @Test
  void unknownKindOfDocumentIsRefused() {
    assertThrows(Exception.class, () -> jobs.run(new TermVector(), Documents.DOCUMENT + "=page"));
  }
}
