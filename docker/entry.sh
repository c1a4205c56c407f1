#!/bin/sh
# What a container runs. Nothing, or flags alone, mean `tryon-emulator start`: reachable from outside the container, and
# with the configuration that is mounted. Everything else is a command: tryon-conformance, node, sh.
set -eu

case "${1:-} ${2:-}" in
  'tryon-emulator start') shift 2 ;;
  'start '*) shift ;;
  '--help '* | '--version '* | '-h '* | '-v '* | 'help '*) exec tryon-emulator "$@" ;;
  ' ' | -*) ;;
  *) exec "$@" ;;
esac

# Also where it is a folder, or cannot be read: the emulator says so, and nobody wonders where the accounts are.
[ ! -e /config/emulator.yaml ] || set -- --config /config/emulator.yaml "$@"
exec tryon-emulator start --host 0.0.0.0 "$@"
