# A careful client of makeup try-ons in a shell, with curl and python3. Source it, then call `try_on FACE.png OUT`.
# It needs URL, KEY and WORK, a folder for its files.

pause() { sleep "$1"; }

# field FILE EXPRESSION: a member of a JSON file, such as ["id"]; nothing if it is absent.
field() {
  python3 -ISc '
import json, sys
try:
    value = eval("json.load(open(sys.argv[1]))" + sys.argv[2])
except (KeyError, IndexError, TypeError, ValueError):
    value = ""
print("" if value is None else value)' "$1" "$2"
}

# header NAME OTHERWISE: a header of the last answer.
header() {
  value=$(tr -d '\r' < "$WORK/headers" | awk -v name="$1" -F': *' 'tolower($1) == tolower(name) { print $2 }' | tail -n 1)
  printf '%s' "${value:-$2}"
}

# send METHOD PATH [CURL ARGUMENTS...]: sends a request until it is answered. Sets STATUS; the body is in $WORK/body.
send() {
  method=$1 path=$2
  shift 2
  tries=0
  while [ "$tries" -lt 6 ]; do
    tries=$((tries + 1))
    : > "$WORK/headers"
    STATUS=$(curl -s -o "$WORK/body" -D "$WORK/headers" -w '%{http_code}' -X "$method" -H "X-API-Key: $KEY" "$@" "$URL$path") || STATUS=000
    case $STATUS in
      000) pause "$tries" ;;
      429 | 500 | 503) pause "$(header Retry-After "$tries")" ;;
      *) return 0 ;;
    esac
  done
  echo "$method $path was not answered: $STATUS" >&2
  return 1
}

refused() {
  echo "$1 was answered with $STATUS $(field "$WORK/body" '["error"]["code"]') ($(field "$WORK/body" '["error"]["request_id"]'))" >&2
  return 1
}

# try_on FACE OUT: puts lipstick on a face. Returns 1 if the service refuses, 2 if the job fails, 3 for an unknown output.
try_on() {
  send POST /v1/assets -H 'Content-Type: image/png' --data-binary "@$1" || return 1
  case $STATUS in 2??) ;; *) refused 'the upload' || return 1 ;; esac
  asset=$(field "$WORK/body" '["id"]')
  order='{"inputs": [{"asset_id": "'$asset'", "role": "source"}], "products": [{"category": "lipstick", "color": "#a1304a"}]}'
  key=$(python3 -ISc 'import uuid; print(uuid.uuid4())')
  send POST /v1/makeup/try-ons -H 'Content-Type: application/json' -H "Idempotency-Key: $key" -d "$order" || return 1
  case $STATUS in 200 | 202) ;; *) refused 'the order' || return 1 ;; esac
  job=$(field "$WORK/body" '["id"]')
  wait=$(header Retry-After 1)
  while :; do
    case $(field "$WORK/body" '["status"]') in queued | running) ;; *) break ;; esac
    pause "$wait"
    send GET "/v1/jobs/$job" || return 1
    [ "$STATUS" = 200 ] || refused 'the job' || return 1
    wait=$(header Retry-After "$wait")
  done
  if [ "$(field "$WORK/body" '["status"]')" != succeeded ]; then
    field "$WORK/body" '["error"]["code"]' >&2
    return 2
  fi
  [ "$(field "$WORK/body" '["output"]["type"]')" = makeup.try_on ] || return 3
  picture=$(field "$WORK/body" '["output"]["image"]["id"]')
  size=$(field "$WORK/body" '["output"]["image"]["size_bytes"]')
  send GET "$(field "$WORK/body" '["output"]["image"]["href"]')" || return 1
  [ "$STATUS" = 200 ] || refused 'the picture' || return 1
  [ "$(wc -c < "$WORK/body")" -eq "$size" ] || return 1
  cp "$WORK/body" "$2"
}
