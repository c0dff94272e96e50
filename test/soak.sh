#!/usr/bin/env bash
# Runs the suite many times beside a load, and counts: what fails by chance on a busy machine fails here.
#   npm run test:soak [-- <runs, 10> [<busy loops, 8>]]
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10} loops=${2:-8}

# Each loop ends with this script, however that ends.
for ((loop = 0; loop < loops; loop++)); do
  (while kill -0 $$ 2>/dev/null; do for ((turn = 0; turn < 100000; turn++)); do :; done; done) &
done

reports=$(mktemp -d)
passed=0
for ((run = 1; run <= runs; run++)); do
  started=$SECONDS
  if timeout -k 30 45m npm test >"$reports/$run.log" 2>&1; then passed=$((passed + 1)); fi
  echo "Run $run took $((SECONDS - started)) s:" $(grep -Eo '^ *[0-9]+ (passing|pending|failing)\b' "$reports/$run.log")
  grep -E '^ *[0-9]+\) ' "$reports/$run.log" || true
done

echo "$passed of $runs runs passed beside $loops busy loops; their reports are in $reports"
jobs -p | xargs -r kill 2>/dev/null
[ "$passed" -eq "$runs" ]
