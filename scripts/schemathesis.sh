#!/usr/bin/env bash
# Sends what schemathesis makes of the OpenAPI document, valid and not, to a service of its own, and checks every answer: no 5xx, and
# statuses, types, headers and bodies as documented. Without Python 3.10 or the network it warns and ends well, except with CI=true.
# An argument is the number of random requests for each operation; without one it takes about two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
config=$PWD/scripts/schemathesis.toml
unchecked="schemathesis did not run"
source scripts/python-venv.sh

folder=$(mktemp -d)
service=
end() {
  [[ -z $service ]] || { kill "$service" && wait "$service"; } 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

python_venv "$folder/tools"
"$folder/tools/bin/pip" install --quiet schemathesis==4.32.5 || skip "it can't be installed."

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
url=http://127.0.0.1:$(free_port)
DATA_DIR=$folder/data PORT=${url##*:} SANDBOX_PORT=$(free_port) RATE_LIMITS=off EMBEDDING_MODEL=instant LOG_LEVEL=error \
  node scripts/run.mjs server/src/cli.ts serve >"$folder/log" 2>&1 &
service=$!
for _ in $(seq 600); do
  curl --silent --fail --output "$folder/ready" "$url/readyz" && break
  kill -0 "$service" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
  sleep 0.2
done
key=$(grep -o 'svc_live_[A-Za-z0-9]*' "$folder/log" | head -n 1)

# Whether an id exists, whether a cursor belongs to a list, whether a key was used before: such rules are about what is stored, and no
# schema can say them, so what fits the schema may be refused. Forms and query strings are text, so what the schema refuses may be taken. Left out are streams that have no end, what only a signed-in browser may do,
# uploads, whose methods are those of tus, operations with a form, which takes any text as a tag, and the requests that would revoke or
# restrict the key of the run.
cd "$folder"
tools/bin/schemathesis --config-file "$config" run "$url/openapi.json" --header "Authorization: Bearer $key" \
  --phases examples,coverage,fuzzing --mode all --checks all --exclude-checks positive_data_acceptance,negative_data_rejection \
  --max-examples "${1:-10}" --continue-on-failure --request-timeout 30 \
  --exclude-path-regex '/changes$|/v1/account|/v1/workspaces|/v1/export$|/v1/uploads' --exclude-operation-id apiKeys.revoke \
  --exclude-operation-id apiKeys.update \
  --exclude-operation-id sources.create --exclude-operation-id sources.update --exclude-operation-id sources.upsert \
  --exclude-operation-id archives.create --generation-database none --warnings off --no-color
