package io.evenkeel.puma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs on movies, on inputs small enough to count by hand. */
class MovieJobsTest {
  @TempDir Path folder;
  private LocalJobs jobs;

  @BeforeEach
  void inputs() throws Exception {
    jobs =
        new LocalJobs(folder)
            .input("movies", "1:7_3,8_4", "2:7_5", "3:7_1,8_1", "4:", "no movie", "5:9_3,7_3,8_4");
  }

  @Test
  void moviesAreCountedByAverage() throws Exception {
    List<String> bins = jobs.run(new HistogramMovies());
    assertEquals(Arrays.asList("1.5\t1", "3.5\t1", "4.0\t1", "5.0\t1"), bins);
    assertEquals(bins, jobs.run(new HistogramMovies(), PumaJob.COMBINER + "=false"));
    assertEquals(bins, jobs.run(new io.evenkeel.puma.newapi.HistogramMovies()));
  }

  @Test
  void ratingsAreCountedByValue() throws Exception {
    assertEquals(Arrays.asList("1\t2", "3\t3", "4\t2", "5\t1"), jobs.run(new HistogramRatings()));
  }

  @Test
  void moviesGoToTheNearestCentroid() throws Exception {
    Path centroids = jobs.side("centroids", "0:7_1", "1:8_1,9_1");
    List<String> lines = jobs.run(new Classification(), Classification.CENTROIDS + "=" + centroids);
    lines.sort(null);
    assertEquals(
        Arrays.asList("0\t1:7_3,8_4", "0\t2:7_5", "0\t3:7_1,8_1", "1\t5:9_3,7_3,8_4"), lines);
  }

  @Test
  void aLineIsReadAsFarAsItIsWellFormed() {
    Ratings movie = new Ratings();
    assertTrue(movie.read(new Text("12:1_5,,22_4,333_,_,4_9,5_0,6_12,7_1")));
    assertEquals(3, movie.count());
    assertEquals(1, movie.get(2));
    assertFalse(movie.read(new Text("12")));
    assertFalse(movie.read(new Text("")));
  }

  @Test
  void aWidthOfOneTwentiethGivesEightyBins() {
    TreeSet<Float> bins = new TreeSet<>();
    for (int i = 0; i <= 4000; i++) {
      bins.add(Ratings.bin(1 + i / 1000f, 0.05f));
    }
    assertEquals(80, bins.size());
    assertEquals(5f, bins.last());
    assertEquals(8, new TreeSet<>(Arrays.asList(bins(0.5f))).size());
  }

  private static Float[] bins(float width) {
    Float[] bins = new Float[401];
    for (int i = 0; i < bins.length; i++) {
      bins[i] = Ratings.bin(1 + i / 100f, width);
    }
    return bins;
  }

  @Test
  void aWidthOfNothingIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> jobs.run(new HistogramMovies(), Ratings.WIDTH + "=0"));
  }
}
