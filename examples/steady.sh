#!/bin/sh
# The smallest bot in another language: it reads a turn a line and always flips.
#
#     parlour bot --stdio examples/steady.sh --games 10
while read -r _turn; do
    echo '{"move": "flip"}'
done
