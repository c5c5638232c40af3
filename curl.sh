#!/usr/bin/env bash
# The load of the seed's curl.sh, and the row of its table that follows from it. Needs bash, curl and awk.
#
# The server answers before it has worked, so curl cannot know how long the work takes. A server that was started with
# "chokepoint serve" tells at /jobs how long each job took, of all its processes. Jobs are counted, not guessed: a
# burst is over when as many have ended as have begun, and the jobs of earlier bursts are left out.
set -u

usage() {
  cat <<'TEXT'
usage: ./curl.sh -c CASE [-u URL]

  -c 1   1 parallel,  15 requests one after the other
  -c 2   15 parallel,  1 request each
  -c 3   15 parallel,  5 requests each
  -u     where the server listens (default http://127.0.0.1:8080/test)
  -h     this text

Start a server first: npm run start:dev, start:fork or start:cluster.
Exit codes: 0 fine, 2 usage, 3 could not measure.
TEXT
}

fail() {
  printf '%s\n' "$2" >&2
  exit "$1"
}

url=http://127.0.0.1:8080/test
case=
while getopts :c:u:h option; do
  case $option in
    c) case=$OPTARG ;;
    u) url=$OPTARG ;;
    h) usage; exit 0 ;;
    :) usage >&2; fail 2 "-$OPTARG needs a value." ;;
    *) usage >&2; fail 2 "There is no option -$OPTARG." ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] || { usage >&2; fail 2 "What is \"$1\"? It takes options only."; }
case $case in
  1) parallels=1 requests=15 ;;
  2) parallels=15 requests=1 ;;
  3) parallels=15 requests=5 ;;
  *) usage >&2; fail 2 'Choose a case: -c 1, -c 2 or -c 3.' ;;
esac
[[ $url =~ ^(https?://[^/?#]+) ]] || fail 2 "$url is no http address."
jobs_url=${BASH_REMATCH[1]}/jobs

folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

# Written to $1: settings, then a line for each job that has ended.
ask_jobs() {
  curl -sf --max-time 30 -o "$1" "$jobs_url" && grep -q '^begun ' "$1" ||
    fail 3 "Nothing at $jobs_url tells of jobs. Start a server first: npm run start:dev"
}

setting() { awk -v name="$1" '$1 == name { print $2; exit }' "$2"; }

# Until no job is under way. Ends with 3 when none has ended for a minute.
await_idle() {
  local before=-1 still=0 begun ended
  while :; do
    ask_jobs "$1"
    begun=$(setting begun "$1") ended=$(setting ended "$1")
    [ "$ended" -ge "$begun" ] && return
    if [ "$ended" -eq "$before" ]; then still=$((still + 1)); else still=0; fi
    [ "$still" -lt 120 ] || fail 3 "No job has ended for a minute: $ended of $begun have."
    before=$ended
    sleep 0.5
  done
}

# One client: its requests one after the other, for each its status and how long it took.
client() {
  for ((i = 0; i < requests; i++)); do
    curl -s -o /dev/null --max-time 600 -w '%{http_code} %{time_total}\n' "$url"
  done
}

await_idle "$folder/before"
for ((p = 0; p < parallels; p++)); do
  client > "$folder/client.$p" &
done
wait
cat "$folder"/client.* > "$folder/answers"
ask_jobs "$folder/answered"
await_idle "$folder/after"

sent=$((parallels * requests))
right=$(awk '$1 == 200' "$folder/answers" | wc -l)
[ "$right" -eq "$sent" ] || fail 3 "$((sent - right)) of $sent requests to $url failed."

# The jobs of this burst: of each process those that it had not yet ended before.
awk 'NR == FNR { if ($1 == "job") old[$2]++; next } $1 == "job" && old[$2]-- <= 0 { printf "%s %.3f\n", $4, $3 + 1000 * $4 }' \
  "$folder/before" "$folder/after" > "$folder/jobs"
count=$(wc -l < "$folder/jobs")
[ "$count" -gt 0 ] || fail 3 "$url was asked $sent times, and began no job."
[ $((count % sent)) -eq 0 ] ||
  printf 'Somebody else asked the server meanwhile: %d jobs for %d requests.\n' "$count" "$sent" >&2

late=$(awk -v now="$(setting now "$folder/answered")" '$2 > now' "$folder/jobs" | wc -l)
awk -v pool="$(setting pool "$folder/after")" -v parallels="$parallels" -v requests="$requests" -v sent="$sent" '
  NR == 1 { min = max = $1 }
  { sum += $1; if ($1 < min) min = $1; if ($1 > max) max = $1 }
  END {
    print "| **UV_THREADPOOL_SIZE** | **parallels** | **curl request** | **I/O operations** | **min(sec)** | **max(sec)** | **average(sec)** |"
    print "|------------------------|---------------|------------------|--------------------|--------------|--------------|------------------|"
    printf "| %-22s | %-13s | %-16s | %-18s | %-12.3f | %-12.3f | %-16.3f |\n", pool, parallels, requests, NR / sent, min, max, sum / NR
  }' "$folder/jobs"
awk -v jobs="$count" -v late="$late" -v processes="$(setting processes "$folder/after")" '
  { sum += $2 }
  END {
    printf "\n%d jobs in %d process%s. curl itself waited %.3f s for an answer on average;\n", jobs, processes, processes == 1 ? "" : "es", sum / NR
    printf "%d of the jobs had not ended when the last answer came.\n", late
  }' "$folder/answers"
