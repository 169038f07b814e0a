package io.evenkeel.puma;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The centroids of {@link Classification}: vectors of ratings by user. */
final class Centroids {
  private final List<Map<String, Double>> vectors = new ArrayList<>();

  /** Reads a file of movies, one centroid a line. */
  static Centroids read(Path path, Configuration conf) throws IOException {
    Centroids centroids = new Centroids();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                path.getFileSystem(conf).open(path), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        centroids.vectors.add(unit(line));
      }
    }
    return centroids;
  }

  /** The most similar centroid (of equal ones the first), or -1 if the line has no ratings. */
  int nearest(String line) {
    Map<String, Double> movie = unit(line);
    if (movie.isEmpty()) {
      return -1;
    }
    int nearest = -1;
    double most = -1;
    for (int i = 0; i < vectors.size(); i++) {
      double similarity = dot(movie, vectors.get(i));
      if (similarity > most) {
        most = similarity;
        nearest = i;
      }
    }
    return nearest;
  }

  private static double dot(Map<String, Double> movie, Map<String, Double> centroid) {
    double sum = 0;
    for (Map.Entry<String, Double> entry : movie.entrySet()) {
      sum += entry.getValue() * centroid.getOrDefault(entry.getKey(), 0.0);
    }
    return sum;
  }

  /** The ratings of {@code id:user_rating,…} as a vector of length 1. */
  private static Map<String, Double> unit(String line) {
    Map<String, Double> ratings = new HashMap<>();
    StringTokenizer tokens = new StringTokenizer(line.substring(line.indexOf(':') + 1), ",");
    double squares = 0;
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken().trim();
      int underscore = token.lastIndexOf('_');
      if (underscore < 0) {
        continue;
      }
      double rating = Double.parseDouble(token.substring(underscore + 1));
      ratings.put(token.substring(0, underscore), rating);
      squares += rating * rating;
    }
    double length = Math.sqrt(squares);
    ratings.replaceAll((user, rating) -> rating / length);
    return ratings;
  }
}
