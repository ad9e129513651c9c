#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs command lines under valgrind: valgrind.sh COPSE FILE
# A line of FILE is a command line, `copse ...`. With [N] before it, it has to exit with status N
# instead of 0. Any error of memory, and anything leaked, is a failure.
set -eu
copse=$1
output=$(mktemp)
trap 'rm -f "$output"' EXIT
failed=0
lines=0

while read -r line; do
    case "$line" in
    '' | '#'*) continue ;;
    '['*) expected=${line#\[} expected=${expected%%\]*} words=${line#*copse} ;;
    *) expected=0 words=${line#copse} ;;
    esac
    lines=$((lines + 1))
    status=0
    eval "set -- $words"
    valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=all \
        --errors-for-leak-kinds=all "$copse" "$@" </dev/null >"$output" 2>&1 || status=$?
    if [ "$status" != "$expected" ]; then
        cat "$output"
        echo "failed, status $status: $line"
        failed=$((failed + 1))
    fi
done < "$2"
[ $lines -gt 0 ] || failed=1
echo "$lines command lines, $failed failed"
[ $failed = 0 ]
