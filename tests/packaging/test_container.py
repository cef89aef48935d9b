"""Containerfile, step by step, without a container engine: its folders are folders here, its pip is uv's."""

import os
import re
import shlex
import shutil
import sys
import tomllib
from pathlib import Path

from tests.packaging.environment import ROOT, UV, clone, run, serving, without_node

NOT_HERE = ("useradd ",)
"""Steps that need root in a container, and are skipped."""


def steps() -> list[tuple[str, str]]:
    """The instructions of Containerfile, each with its words."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, words.strip()) for name, words in lines]


class Container:
    """A simulated image: a root folder, an environment, a working folder."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.source = clone(folder / "source")
        self.env = without_node(folder)
        self.at = self.root
        venv = folder / "venv"
        run(*UV, "venv", "--quiet", "--python", sys.executable, venv, cwd=folder, env=self.env)
        shim = venv / "bin" / "pip"
        shim.write_text(f'#!/bin/sh\nshift\nexec {shlex.join(UV)} pip install --python {venv}/bin/python "$@"\n')
        shim.chmod(0o755)
        self.env["PATH"] = os.pathsep.join([str(venv / "bin"), self.env["PATH"]])

    def inside(self, path: str) -> Path:
        """The local path of a path in the container."""
        return self.root / path.removeprefix("/") if path.startswith("/") else self.at / path

    def workdir(self, path: str) -> None:
        self.at = self.inside(path)
        self.at.mkdir(parents=True, exist_ok=True)

    def copy(self, words: str) -> None:
        *names, place = words.split()
        for name in names:
            source, target = self.source / name, self.inside(place)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy2(source, target if target.is_dir() else target.parent)

    def run(self, command: str) -> None:
        """Run a step, with the cache of downloads."""
        if not command.startswith(NOT_HERE):
            run("sh", "-c", command.replace("--no-cache-dir ", ""), cwd=self.at, env=self.env)

    def set(self, words: str) -> None:
        name, _, value = words.partition("=")
        self.env[name] = re.sub(r"(?<=///)(/\w+)", lambda path: str(self.inside(path[1])), value)


def test_the_steps_of_the_containerfile_make_a_server_that_is_healthy(tmp_path: Path) -> None:
    container = Container(tmp_path)
    words = dict(steps())
    does = {"WORKDIR": container.workdir, "COPY": container.copy, "RUN": container.run, "ENV": container.set}
    for name, what in steps():
        assert name in {*does, "FROM", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}, name
        if name in does:
            does[name](what)

    command = shlex.split(re.sub(r"[\[\],]", " ", words["CMD"]))
    with serving(command, container.at, {**container.env, "KAITEN_PORT": "0", "KAITEN_HOST": "127.0.0.1"}) as address:
        check = re.search(r'CMD \["python", "-c", "(.*)"\]', words["HEALTHCHECK"])
        assert check
        asked = check[1].replace(f"http://127.0.0.1:{words['EXPOSE']}", address)
        assert asked != check[1], "the health check asks another port than the one that the image exposes"
        run("python", "-c", asked, cwd=container.at, env=container.env)
        run(
            "python",
            "-c",
            f"from urllib.request import urlopen; urlopen('{address}/')",
            cwd=container.at,
            env=container.env,
        )
    assert (container.inside("/data") / "kaiten.db").is_file()


def test_the_image_has_a_python_that_we_support() -> None:
    image = re.fullmatch(r"python:(3\.\d+)-slim", dict(steps())["FROM"])
    assert image
    supported = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    assert f"Programming Language :: Python :: {image[1]}" in supported
