#!/usr/bin/env bash
# Runs the suite, processes, faults, browser and clients included, many times, several at once, and counts: what fails by chance on a busy machine fails here. The runs are
# each other's load; two of them keep eight to twenty processes waiting for a processor.
#   npm run test:soak [-- <runs, 10> [<at once, 2>]]
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10} at_once=${2:-2}
reports=$(mktemp -d)
export reports
npm run --silent pretest || exit 1

one_run() {
  local report="$reports/$1.log" started=$SECONDS outcome=failed
  if timeout -k 30 45m bash -c 'npm test && npm run test:processes && npm run test:faults && npm run test:e2e' >"$report" 2>&1; then outcome=passed; fi
  echo "Run $1 $outcome in $((SECONDS - started)) s, load $(cut -d' ' -f2 /proc/loadavg):" \
    $(grep -Eo '^ *[0-9]+ (passing|pending|failing)\b' "$report")
  grep -E '^ *[0-9]+\) ' "$report"
  [ "$outcome" = passed ] && touch "$reports/$1.passed"
}
export -f one_run

seq "$runs" | xargs -P "$at_once" -I{} bash -c 'one_run {}'
passed=$(find "$reports" -name '*.passed' | wc -l)
echo "$passed of $runs runs passed, $at_once at once; their reports are in $reports"
[ "$passed" -eq "$runs" ]
