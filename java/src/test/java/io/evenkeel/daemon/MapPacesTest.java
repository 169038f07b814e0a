package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What the core is told of the maps of each node. */
class MapPacesTest {
  @Test
  void mapsAreAddedUpByTaskTrackerAndReducesFindTheirs() {
    MapPaces paces = new MapPaces();
    paces.add("http://a:1", 10);
    paces.add("http://b:1", 5);
    paces.add("http://a:1", 20);
    assertEquals(
        "{\"nodes\":[[2,30.0,500.0,10],[1,5.0,25.0,5]],\"slots\":[1,null,0,null]}",
        paces.json(Arrays.asList("http://b:1", null, "http://a:1", "http://c:1")));
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertEquals(
        "{\"nodes\":[],\"slots\":[null]}",
        new MapPaces().json(Collections.singletonList((String) null)));
  }
}
