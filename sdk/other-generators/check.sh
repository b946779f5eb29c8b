#!/usr/bin/env bash
# Makes clients from openapi.json with three widely used generators, each with its default flags, and compiles the calls of the README
# with them. Without a registry or Python 3.10 it warns and ends well, except with CI=true.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD

unchecked="clients of other generators were not compiled"
source ../../scripts/python-venv.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
quietly() { "$@" >"$folder/log" 2>&1 || { tail -n 30 "$folder/log" >&2; return 1; }; }

cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
# The compiler is one that these generators know.
quietly npm install --no-audit --no-fund --ignore-scripts openapi-typescript@7.13.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 \
  typescript@5.9.3 || skip "npm can't install them."
cp "$here"/*.ts "$here"/*.py "$here/../../openapi.json" .
quietly npx openapi-typescript openapi.json --output openapi-typescript/schema.d.ts
quietly npx openapi-ts --input openapi.json --output hey-api
npx tsc --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler \
  openapi-fetch.ts hey-api.ts
echo "Clients of openapi-typescript and hey-api compile."

python_venv "$folder/tools"
quietly tools/bin/pip install openapi-python-client==0.29.1 mypy==2.4.1 || skip "pip can't install openapi-python-client."
quietly tools/bin/openapi-python-client generate --path openapi.json --output-path python
# Only what we wrote is held to the types: the generated package has a class named Error beside a type variable, which mypy refuses.
MYPYPATH=python tools/bin/mypy --strict --follow-imports=silent openapi_python_client.py
PYTHONPATH=python tools/bin/python -c 'import openapi_python_client'
echo "The client of openapi-python-client compiles."
