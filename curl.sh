#!/usr/bin/env bash
# The load of the seed's curl.sh, and the row of its table that follows from it. Needs bash and curl.
#
# The server answers before it has worked, so curl cannot know how long the work takes. A server that was started with
# "chokepoint serve" tells at /jobs how long each job took, of all its processes. Jobs are counted, not guessed: a
# burst is over when as many have ended as have begun, and the jobs of earlier bursts are left out.
set -u
# A point in decimals, whatever the language of the terminal.
LC_ALL=C

usage() {
  printf '%s\n' 'usage: ./curl.sh -c CASE [-u URL]

  -c 1   1 parallel,  15 requests one after the other
  -c 2   15 parallel,  1 request each
  -c 3   15 parallel,  5 requests each
  -u     where the server listens (default http://127.0.0.1:8080/test)
  -h     this text

Start a server first: npm run start:dev, start:fork or start:cluster.
Exit codes: 0 fine, 2 usage, 3 could not measure.'
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
[ "${BASH_VERSINFO[0]}" -ge 4 ] || fail 3 "This is bash $BASH_VERSION. It takes 4 or later."

trap 'exit 130' INT TERM

# Bash counts in whole numbers only. Sets REPLY to the decimal $1 with its point moved $2 digits, six at most.
whole() {
  [[ $1 =~ ^([0-9]+)\.?([0-9]*)$ ]] || fail 3 "$jobs_url: \"$1\" is no number."
  local digits=${BASH_REMATCH[2]}000000
  REPLY=$((10#${BASH_REMATCH[1]}${digits:0:$2}))
}

# The way back: the decimal of so many millionths.
decimal() { printf '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000)); }

# Sets jobs to what the server tells: settings, then a line for each job that has ended. The settings are set as well.
declare -A setting
ask_jobs() {
  jobs=$(curl -sf --max-time 30 "$jobs_url") || jobs=''
  [[ $'\n'$jobs == *$'\nbegun '* ]] ||
    fail 3 "Nothing at $jobs_url tells of jobs. Start a server first: npm run start:dev"
  local name value
  while read -r name value && [ "$name" != job ]; do setting[$name]=$value; done <<< "$jobs"
}

# Nothing ever comes from it, so waiting for it is a pause.
coproc silence { read -r; }

# Until no job is under way. Ends with 3 when none has ended for a minute.
await_idle() {
  local before=-1 still=0 begun ended
  while :; do
    ask_jobs
    begun=${setting[begun]} ended=${setting[ended]}
    [ "$ended" -ge "$begun" ] && return
    if [ "$ended" -eq "$before" ]; then still=$((still + 1)); else still=0; fi
    [ "$still" -lt 120 ] || fail 3 "No job has ended for a minute: $ended of $begun have."
    before=$ended
    read -rt 0.5 -u "${silence[0]}"
  done
}

# One client: its requests one after the other, for each its status and how long it took. Ends when nobody listens.
client() {
  local i
  for ((i = 0; i < requests; i++)); do
    printf '%s\n' "$(curl -s -o /dev/null --max-time 600 -w '%{http_code} %{time_total}' "$url")" || return
  done
}

burst() {
  local p
  for ((p = 0; p < parallels; p++)); do client & done
  wait
}

await_idle
before=$jobs
right=0 waited=0
while read -r status seconds; do
  [ "$status" = 200 ] || continue
  whole "$seconds" 6
  right=$((right + 1)) waited=$((waited + REPLY))
done < <(burst 2>/dev/null)
ask_jobs
whole "${setting[now]}" 3
answered=$REPLY
await_idle
sent=$((parallels * requests))
[ "$right" -eq "$sent" ] || fail 3 "$((sent - right)) of $sent requests to $url failed."

# The jobs of this burst: of each process those that it had not yet ended before. All times are in microseconds.
declare -A old
while read -r name process _; do
  [ "$name" != job ] || old[$process]=$((${old[$process]:-0} + 1))
done <<< "$before"
count=0 late=0 sum=0 min='' max=''
while read -r name process began seconds; do
  [ "$name" = job ] || continue
  [ "${old[$process]:-0}" -eq 0 ] || { old[$process]=$((old[$process] - 1)); continue; }
  whole "$began" 3
  began=$REPLY
  whole "$seconds" 6
  count=$((count + 1)) late=$((late + (began + REPLY > answered))) sum=$((sum + REPLY))
  [ "${min:-$REPLY}" -lt "$REPLY" ] || min=$REPLY
  [ "${max:-$REPLY}" -gt "$REPLY" ] || max=$REPLY
done <<< "$jobs"
[ "$count" -gt 0 ] || fail 3 "$url was asked $sent times, and began no job."
[ $((count % sent)) -eq 0 ] ||
  printf 'Somebody else asked the server meanwhile: %d jobs for %d requests.\n' "$count" "$sent" >&2

echo '| **UV_THREADPOOL_SIZE** | **parallels** | **curl request** | **I/O operations** | **min(sec)** | **max(sec)** | **average(sec)** |'
echo '|------------------------|---------------|------------------|--------------------|--------------|--------------|------------------|'
printf '| %-22s | %-13s | %-16s | %-18.6g | %-12.3f | %-12.3f | %-16.3f |\n' "${setting[pool]}" "$parallels" "$requests" \
  "$(decimal $((count * 1000000 / sent)))" "$(decimal "$min")" "$(decimal "$max")" "$(decimal $((sum / count)))"
[ "${setting[processes]}" -eq 1 ] && plural='' || plural=es
printf '\n%d jobs in %d process%s. curl itself waited %.3f s for an answer on average;\n' \
  "$count" "${setting[processes]}" "$plural" "$(decimal $((waited / sent)))"
printf '%d of the jobs had not ended when the last answer came.\n' "$late"
