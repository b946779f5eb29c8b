#!/usr/bin/env bash
# Installs the servers and programs that tests of connectors, of the converter and of balancers need, where they are
# missing. The tests start them, each with a folder of its own.
#
#   scripts/servers-for-tests.sh             all of them
#   scripts/servers-for-tests.sh dovecot     only those that are named
#
# It needs root on Debian or Ubuntu, and the network once; versitygw, an S3 server, also needs Go. Elsewhere it exits with
# 77: those tests skip by name.
set -euo pipefail

SERVERS=(apache dovecot git haproxy libreoffice nginx openssh versitygw)

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

# An S3 server that no Debian package has.
has_versitygw() { [[ -x /usr/local/bin/versitygw ]]; }
versitygw=github.com/versity/versitygw/cmd/versitygw@v1.8.0

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
needs_go=
for server in "${missing[@]}"; do
  if [[ $server == versitygw ]]; then
    needs_go=yes
    continue
  fi
  declare -n of_server="packages_$server"
  packages+=("${of_server[@]}")
done
if [[ $EUID != 0 ]] || ! command -v apt-get >/dev/null; then
  status=77 fail "install ${packages[*]} of Debian${needs_go:+ and $versitygw}, or what has the same programs."
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
if [[ ${#packages[@]} -gt 0 ]] &&
  ! { timeout 300 apt-get update && timeout 600 apt-get install --yes --no-install-recommends "${packages[@]}"; } \
    >"$log" 2>&1 </dev/null; then
  tail -n 20 "$log" >&2
  fail "${packages[*]} could not be installed; what was said last is above."
fi
if [[ -n $needs_go ]]; then
  command -v go >/dev/null || status=77 fail "versitygw needs Go to be installed."
  if ! GOBIN=/usr/local/bin timeout 900 go install "$versitygw" >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    fail "versitygw could not be installed; what was said last is above."
  fi
fi
