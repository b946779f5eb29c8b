"""Starts the real service, once for all tests."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import httpx
import pytest

from footnote import Footnote

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Service:
    base_url: str
    key: str


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    folder = tempfile.mkdtemp(prefix="footnote-python-")
    port = free_port()
    settings = {"DATA_DIR": folder, "PORT": str(port), "SANDBOX_PORT": str(free_port()), "LOG_LEVEL": "error", "RATE_LIMITS": "off", "EMBEDDING_MODEL": "instant"}
    log = Path(folder, "output.txt")
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["node", "scripts/run.mjs", "server/src/cli.ts", "serve"],
            cwd=ROOT,
            env={**os.environ, **settings},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        base_url = f"http://127.0.0.1:{port}"
        for _ in range(1200):
            try:
                if httpx.get(f"{base_url}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                pass
            if process.poll() is not None:
                break
            time.sleep(0.1)
        found = re.search(r"svc_live_\w+", log.read_text())
        assert found, log.read_text()
        yield Service(base_url, found.group())
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def footnote(service: Service) -> Iterator[Footnote]:
    with Footnote(service.key, service.base_url) as client:
        yield client


@pytest.fixture(scope="session")
def agent_id(footnote: Footnote) -> str:
    source = footnote.sources.create(type="text", name="Pier", content="The pier is 300 metres long.")
    footnote.sources.wait_until_indexed(source.id)
    base = footnote.workspace.get().default_knowledge_base_id
    return footnote.agents.create(name="Guide", knowledge_base_ids=[base]).id
