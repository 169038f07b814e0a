#!/bin/sh
# One line "word TAB 1" for each word.
exec awk '{ for (i = 1; i <= NF; i++) print $i "\t1" }'
