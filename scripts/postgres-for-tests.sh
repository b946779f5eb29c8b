#!/usr/bin/env bash
# Starts a PostgreSQL 17 for the tests, or the oldest that Footnote works on, and prints its address as the only line on
# stdout:
#
#   TEST_DATABASE_URL=postgres://postgres@127.0.0.1:PORT/postgres
#
#   scripts/postgres-for-tests.sh          sets it up where needed and starts it; does nothing when it runs
#   scripts/postgres-for-tests.sh 15       the same with PostgreSQL 15, as TEST_DATABASE_URL_15
#   scripts/postgres-for-tests.sh stop     stops it; installation and data stay for the next time; also `stop 15`
#
# Taken is, in this order: the server that the variable names; a PostgreSQL of this version that the machine has;
# as root on Debian and Ubuntu, one of Debian 13 or 12 in a folder of its own, which needs the network and 700 MB once.
# Elsewhere it exits with 77: skip those tests. Everything is kept in FOOTNOTE_POSTGRES_ROOT.
set -euo pipefail

if [[ $EUID == 0 ]]; then root=/var/lib/footnote-postgres; else root=${XDG_CACHE_HOME:-$HOME/.cache}/footnote-postgres; fi
root=${FOOTNOTE_POSTGRES_ROOT:-$root}
action=start version=17
for argument in "$@"; do
  case $argument in
    stop) action=stop ;;
    15) version=15 ;;
    *) echo "postgres-for-tests: takes \`stop\` and \`15\`, not \`$argument\`." >&2 && exit 1 ;;
  esac
done
case $version in
  17) variable=TEST_DATABASE_URL debian=13 suite=trixie first_port=5532 ;;
  15) variable=TEST_DATABASE_URL_15 debian=12 suite=bookworm first_port=5632 root=$root/15 ;;
esac
named=${!variable:-}
system=$root/debian-$debian
bin=/usr/lib/postgresql/$version/bin
last_port=$((first_port + 99))

# The answer alone goes to stdout.
exec 3>&1 1>&2

fail() {
  echo "postgres-for-tests: $*"
  exit 1
}

# within SECONDS WHAT COMMAND...: stops the script when the command fails or takes longer. What it says is shown then.
within() {
  local seconds=$1 what=$2 status=0
  shift 2
  # The lock is handed down: where this script is killed, the next waits for what it has begun.
  timeout --kill-after=10 "$seconds" "$@" >"$root/set-up.log" 2>&1 </dev/null 3>&- || status=$?
  if [[ $status == 0 ]]; then return; fi
  tail -n 20 "$root/set-up.log"
  if [[ $status == 124 || $status == 137 ]]; then fail "$what took longer than $seconds seconds."; fi
  fail "$what failed with exit code $status; what it said last is above."
}

answers() {
  # shellcheck disable=SC2016 # The inner shell expands them.
  timeout 5 bash -c 'exec 4<>"/dev/tcp/$0/$1"' "$1" "$2" 2>/dev/null
}

# has_postgres ROOT: PostgreSQL of this version is installed below this folder.
has_postgres() { [[ -x $1$bin/postgres ]]; }

use_named_server() {
  local address='^postgres(ql)?://([^@/]*@)?(\[[0-9a-fA-F:]+\]|[^:/?]+)(:([0-9]+))?([/?]|$)'
  [[ $named =~ $address ]] ||
    fail "$variable is no address such as postgres://user:password@host:5432/database."
  local host=${BASH_REMATCH[3]//[\[\]]/} port=${BASH_REMATCH[5]:-5432}
  answers "$host" "$port" ||
    fail "$variable names $host, port $port, where nothing answers: start that server, or unset the variable."
  echo "$variable=$named" >&3
}

# debootstrap would ask deb.debian.org; the machine may have a mirror of its own.
debian_mirror() {
  # shellcheck disable=SC2016 # apt-get replaces it.
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1 || true
}

install_debian() {
  [[ -e $system/.complete ]] && return
  export DEBIAN_FRONTEND=noninteractive
  if ! command -v debootstrap >/dev/null || [[ ! -e /usr/share/keyrings/debian-archive-keyring.gpg ]]; then
    within 300 "apt-get update" apt-get -q update
    within 300 "Installing debootstrap" apt-get -q install -y --no-install-recommends -o DPkg::Lock::Timeout=120 \
      debootstrap debian-archive-keyring
  fi
  # What a run that was cut short has left would confuse this one.
  unmount_system
  rm -rf --one-file-system "$system"
  echo "Installing PostgreSQL $version below $system (once, about a minute) …"
  local mirror
  mirror=$(debian_mirror)
  within 900 "debootstrap" debootstrap --variant=minbase --include="postgresql-$version" \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg "$suite" "$system" ${mirror:+"$mirror"}
  has_postgres "$system" || fail "Debian $debian below $system has no PostgreSQL $version."
  touch "$system/.complete"
}

# Without these it works too, with shared memory in files: containers often may not mount.
mount_system() {
  mountpoint -q "$system/proc" || mount -t proc proc "$system/proc" || true
  mountpoint -q "$system/dev/shm" || mount -t tmpfs tmpfs "$system/dev/shm" || true
}

unmount_system() {
  local folder
  for folder in proc sys dev/shm; do
    if mountpoint -q "$system/$folder"; then umount "$system/$folder"; fi
  done
}

# Sets `data`, the folder of the cluster, `base`, where PostgreSQL sees the root folder, and `run`, which runs a
# command as the user of the server. PostgreSQL refuses to run as root.
choose_postgres() {
  if has_postgres ''; then
    base=''
    data=$root/cluster
    run=()
    if [[ $EUID == 0 ]]; then run=(runuser -u postgres --); fi
  elif [[ $EUID == 0 ]] && command -v apt-get >/dev/null; then
    base=$system
    data=/var/lib/postgresql/footnote
    run=(chroot --userspec=postgres:postgres "$system")
  else
    echo "The tests on a native PostgreSQL are skipped: they need PostgreSQL $version in $bin," \
      "or root on Debian or Ubuntu to install it, or $variable with the address of one."
    exit 77
  fi
}

# A server that was killed counts as a process for a moment more, and one that has just begun does not answer yet.
is_running() {
  local _
  for _ in {1..60}; do
    [[ -x $base$bin/pg_ctl ]] && "${run[@]}" "$bin/pg_ctl" status -D "$data" >/dev/null 2>&1 || return 1
    if answers 127.0.0.1 "$(cat "$root/port")"; then return 0; fi
    sleep 0.25
  done
  fail "The server of $base$data has a process and does not answer: see $base$data/server.log, and end the process."
}

make_cluster() {
  [[ -e $base$data/PG_VERSION ]] && return
  if [[ -z $base && $EUID == 0 ]]; then install -d -o postgres -g postgres -m 0700 "$data"; fi
  within 120 "initdb" "${run[@]}" "$bin/initdb" -D "$data" -A trust -U postgres --locale=C.UTF-8
  cat >>"$base$data/postgresql.conf" <<'SETTINGS'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
SETTINGS
}

# The port of the last start if it is still free, else the next free one.
choose_port() {
  local port
  for port in $(cat "$root/port" 2>/dev/null || true) $(seq $first_port $last_port); do
    if ! answers 127.0.0.1 "$port"; then
      echo "$port" >"$root/port"
      return
    fi
  done
  fail "No port from $first_port to $last_port of 127.0.0.1 is free."
}

start() {
  if [[ -n $base ]]; then
    install_debian
    mount_system
  fi
  if ! is_running; then
    make_cluster
    choose_port
    # The server itself must not hold the lock.
    within 270 "Starting PostgreSQL (its log: $base$data/server.log)" "${run[@]}" \
      "$bin/pg_ctl" start -w -t 240 -D "$data" -l "$data/server.log" -o "-p $(cat "$root/port")" 9>&-
  fi
  local url
  url=postgres://postgres@127.0.0.1:$(cat "$root/port")/postgres
  # After a crash it answers minutes before it takes connections.
  # shellcheck disable=SC2016 # The inner shell expands them.
  within 240 "Waiting for PostgreSQL to take connections" "${run[@]}" \
    sh -c 'until "$0" -q -d "$1"; do sleep 0.25; done' "$bin/pg_isready" "$url"
  echo "$variable=$url" >&3
}

stop() {
  if is_running; then
    within 90 "Stopping PostgreSQL" "${run[@]}" "$bin/pg_ctl" stop -w -t 60 -m fast -D "$data"
  fi
  if [[ -n $base ]]; then unmount_system; fi
}

if [[ $action == start && -n $named ]]; then
  use_named_server
  exit
fi

choose_postgres
mkdir -p "$root"
# Whoever comes second finds the work done.
exec 9>"$root/lock"
flock --timeout 1200 9 || fail "another run has held $root/lock for 20 minutes."
$action
