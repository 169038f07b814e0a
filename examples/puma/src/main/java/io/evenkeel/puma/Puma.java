package io.evenkeel.puma;

import org.apache.hadoop.util.ProgramDriver;

/** The jar's main class: {@code hadoop jar THIS JOB [-D option=value]… IN… OUT}. */
public final class Puma {
  private Puma() {}

  /**
   * Runs the job that the first argument names; with none, lists them.
   *
   * @param args name of the job, then its own arguments
   * @throws Throwable what the job throws
   */
  public static void main(String[] args) throws Throwable {
    ProgramDriver jobs = new ProgramDriver();
    jobs.addClass("wordcount", WordCount.class, "counts each word");
    jobs.addClass("termvector", TermVector.class, "the frequent words of each document");
    jobs.addClass("invertedindex", InvertedIndex.class, "the documents of each word");
    jobs.addClass("histogrammovies", HistogramMovies.class, "movies by average rating");
    jobs.addClass("histogramratings", HistogramRatings.class, "ratings by value");
    jobs.addClass("sequencecount", SequenceCount.class, "counts each three words in a row");
    jobs.addClass(
        "rankedinvertedindex",
        RankedInvertedIndex.class,
        "the documents of each sequence, by count; reads what sequencecount wrote");
    jobs.addClass("adjacencylist", AdjacencyList.class, "the neighbours of each vertex");
    jobs.addClass("selfjoin", SelfJoin.class, "associations of k + 1 items from those of k");
    jobs.addClass("classification", Classification.class, "the nearest centroid of each movie");
    jobs.addClass("grep", Grep.class, "matches of a regular expression, by count");
    jobs.addClass(
        "wordcount-new", io.evenkeel.puma.newapi.WordCount.class, "wordcount in the new API");
    jobs.addClass(
        "histogrammovies-new",
        io.evenkeel.puma.newapi.HistogramMovies.class,
        "histogrammovies in the new API");
    jobs.driver(args);
  }
}
