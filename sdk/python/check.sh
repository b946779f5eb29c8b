#!/usr/bin/env bash
# Checks the Python SDK: generated code is current, types, tests against the real service, and the README with the built wheel in an
# empty environment. Without Python 3.10 or the network it warns and ends well, except with CI=true.
set -euo pipefail
cd "$(dirname "$0")"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
skip() {
  echo "WARNING: the Python SDK was not checked: $1" >&2
  [[ ${CI:-} == true ]] && exit 1
  exit 0
}

if ! python3 -m venv "$folder/tools" >/dev/null 2>&1 && [[ $EUID == 0 ]] && command -v apt-get >/dev/null; then
  { timeout 300 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install --yes --no-install-recommends python3-venv; } >"$folder/log" 2>&1 </dev/null || tail -n 20 "$folder/log" >&2
fi
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "it needs Python 3.10."
python3 -m venv --clear "$folder/tools" || skip "python3 -m venv fails (Debian: apt-get install python3-venv)."
"$folder/tools/bin/pip" install --quiet --requirement requirements.txt --editable . || skip "its tools can't be installed."

PATH="$folder/tools/bin:$PATH"
python scripts/gen_models.py --check
mypy
pytest -q
python -m build --outdir "$folder/dist" >"$folder/log" 2>&1 || { tail -n 20 "$folder/log" >&2; exit 1; }
python3 -m venv "$folder/empty"
"$folder/empty/bin/pip" install --quiet "$folder"/dist/*.whl
README_PYTHON="$folder/empty/bin/python" pytest -q tests/test_readme.py
echo "The Python SDK is sound."
