#!/usr/bin/env bash
# Checks the Python SDK: generated code is current, types, tests against the real service, and the README with the built wheel in an
# empty environment. Without Python 3.10 or the network it warns and ends well, except with CI=true.
set -euo pipefail
cd "$(dirname "$0")"

unchecked="the Python SDK was not checked"
source ../../scripts/python-venv.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python_venv "$folder/tools"
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
