# Tests of the shell client, printed as TAP. They do not sleep: the clock moves when the client polls.
URL=$TRYON_URL KEY=$TRYON_TEST_KEY
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
. "$(dirname "$0")/makeup.sh"
failures=0

check() {
  number=$((number + 1))
  if [ "$1" = 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; failures=$((failures + 1)); fi
}

# Appends a line to the file for what the client reports.
report() { if [ -n "$TRYON_CLIENT_REPORT" ]; then printf '%s\n' "$1" >> "$TRYON_CLIENT_REPORT"; fi; }

# Does not sleep, but records how long the client would have slept.
pause() { case $1 in *[!0-9]* | '') ;; *) report '{"waited": '"$1"'}' ;; esac; }

# Tries a lipstick on and records how it ended.
try() {
  try_on "$WORK/face.png" "$1"
  ended=$?
  case $ended in
    0) report '{"job": "'"$job"'", "ended": "succeeded"}' && report '{"asset": "'"$picture"'", "bytes": '"$(($(wc -c < "$1")))"'}' ;;
    2) report '{"job": "'"$job"'", "ended": "failed"}' ;;
    3) report '{"job": "'"$job"'", "ended": "succeeded"}' ;;
  esac
  return "$ended"
}

report '{"reports": ["ends", "pictures", "waits"]}'

is_picture() { head -c 4 "$1" | grep -qaE 'PNG|RIFF'; }

echo 'TAP version 13'
echo '1..3'
curl -sf -o "$WORK/face.png" "$URL/_emulator/fixtures/faces/afro.png"

try "$WORK/one"

[ "$ended" = 3 ] || { [ "$ended" = 0 ] && is_picture "$WORK/one"; }
check $? 'a picture is stored'

try "$WORK/two"

[ "$ended" = 3 ] || { [ "$ended" = 0 ] && is_picture "$WORK/two"; }
check $? 'a second order has a picture of its own'

curl -sf -o /dev/null -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \
  -d '{"outcome": {"status": "failed", "code": "INPUT_UNPROCESSABLE"}}' "$URL/_emulator/v1/plans"
try "$WORK/three" 2> "$WORK/errors"
[ $? = 2 ] && grep -q INPUT_UNPROCESSABLE "$WORK/errors"
check $? 'a failed job is reported with its code'

[ "$failures" = 0 ]
