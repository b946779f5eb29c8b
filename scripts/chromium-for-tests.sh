#!/usr/bin/env bash
# Makes sure that there is a Chromium for the tests of the dashboard, and prints where:
#
#   CHROMIUM=/usr/bin/chromium
#
# Taken is the one that CHROMIUM names, else one that the machine has; as root on Debian and Ubuntu it is installed, which
# needs the network and 400 MB once. Elsewhere it exits with 77.
set -euo pipefail

for browser in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
  if [[ -n $browser && -x $browser ]]; then
    echo "CHROMIUM=$browser"
    exit
  fi
done

if [[ $EUID != 0 ]] || ! command -v apt-get >/dev/null; then
  echo "chromium-for-tests: install Chromium, or name one in CHROMIUM." >&2
  exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { timeout 300 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install --yes --no-install-recommends chromium; } >"$log" 2>&1 </dev/null; then
  tail -n 20 "$log" >&2
  echo "chromium-for-tests: Chromium could not be installed; what was said last is above." >&2
  exit 1
fi
echo "CHROMIUM=/usr/bin/chromium"
