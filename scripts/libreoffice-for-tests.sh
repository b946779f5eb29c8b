#!/usr/bin/env bash
# Makes sure that there is a LibreOffice for the test of CONVERTER. As root on Debian and Ubuntu it is installed, which
# needs the network and 500 MB once. Elsewhere it exits with 77: that test is skipped.
set -euo pipefail

if [[ -x /usr/bin/soffice ]]; then exit; fi
if [[ $EUID != 0 ]] || ! command -v apt-get >/dev/null; then
  echo "libreoffice-for-tests: install LibreOffice Calc (Debian: libreoffice-calc-nogui)." >&2
  exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { timeout 300 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install --yes --no-install-recommends libreoffice-calc-nogui; } >"$log" 2>&1 </dev/null; then
  tail -n 20 "$log" >&2
  echo "libreoffice-for-tests: LibreOffice could not be installed; what was said last is above." >&2
  exit 1
fi
