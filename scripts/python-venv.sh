# For checks that need Python 3.10 and a registry; sourced. The caller sets `unchecked`: what is not checked without them.

# Ends the check with a warning, and with CI=true as a failure.
skip() {
  echo "WARNING: $unchecked: $1" >&2
  [[ ${CI:-} == true ]] && exit 1
  exit 0
}

# python_venv FOLDER: makes a virtual environment. On Debian, root installs the package that it needs.
python_venv() {
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "it needs Python 3.10."
  if ! python3 -m venv "$1" >/dev/null 2>&1 && [[ $EUID == 0 ]] && command -v apt-get >/dev/null; then
    { timeout 300 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install --yes --no-install-recommends python3-venv; } >"$1.log" 2>&1 </dev/null || tail -n 20 "$1.log" >&2
  fi
  python3 -m venv --clear "$1" || skip "python3 -m venv fails (Debian: apt-get install python3-venv)."
}
