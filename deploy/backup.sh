#!/bin/sh
# deploy/backup.sh FOLDER [DAYS]
#
# Makes a backup of the installation that DATA_DIR or DATABASE_URL name in FOLDER, checks that it can be restored, and
# removes those older than DAYS (14), only after the new one was checked. Prints its name. See
# docs/guides/backup.md.
set -eu
umask 077

folder=${1:?'backup.sh FOLDER [DAYS]: say where backups go.'}
days=${2:-14}
root=$(cd "$(dirname "$0")/.." && pwd)
node=$root/node_modules/.bin/node
[ -x "$node" ] || node=node
file=$folder/footnote-$(date -u +%Y-%m-%dT%H%M%SZ).fnb

footnote() {
  "$node" --max-semi-space-size=8 "$root/server/src/cli.ts" "$@"
}

footnote backup "$file" --quiet >/dev/null
footnote restore "$file" --verify --quiet >/dev/null
find "$folder" -maxdepth 1 -name 'footnote-*.fnb*' -mtime "+$days" -delete
echo "$file"
