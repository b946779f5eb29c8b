"""Runs the README as one program, with the Python of README_PYTHON if there is one."""

import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import Service

README = Path(__file__).resolve().parent.parent / "README.md"


def test_the_readme_runs(service: Service, tmp_path: Path) -> None:
    program = tmp_path / "readme.py"
    program.write_text("\n".join(re.findall(r"```python\n(.*?)```", README.read_text(), re.S)))
    run = subprocess.run(
        [os.environ.get("README_PYTHON", sys.executable), program],
        cwd=tmp_path,
        env={**os.environ, "FOOTNOTE_API_KEY": service.key, "FOOTNOTE_URL": service.base_url},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert "A ticket costs 12 euros.\n[1] A ticket costs 12 euros." in run.stdout
    assert "Lost tickets are replaced at the cloakroom." in run.stdout
    assert "not_found True" in run.stdout
