#!/bin/sh
# The entry point of a container. Without arguments, or with flags only, it runs `tryon-emulator start`, reachable from outside
# the container and with the mounted configuration. Anything else is a command: tryon-conformance, node, sh.
set -eu

case "${1:-} ${2:-}" in
  'tryon-emulator start') shift 2 ;;
  'start '*) shift ;;
  '--help '* | '--version '* | '-h '* | '-v '* | 'help '*) exec tryon-emulator "$@" ;;
  ' ' | -*) ;;
  *) exec "$@" ;;
esac

# Pass it even if it is a folder or cannot be read, so that the emulator reports the problem.
[ ! -e /config/emulator.yaml ] || set -- --config /config/emulator.yaml "$@"
exec tryon-emulator start --host 0.0.0.0 "$@"
