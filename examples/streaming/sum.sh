#!/bin/sh
# Adds up the counts of equal words, which come one after another.
exec awk -F '\t' '$1 != word { if (NR > 1) print word "\t" n; word = $1; n = 0 } { n += $2 } END { if (NR > 0) print word "\t" n }'
