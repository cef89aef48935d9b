"""Each extra, installed alone: its documented features run, and features of another extra fail with that extra's name."""

import json
import urllib.request

from tests.packaging.environment import ROOT, Environment, run, serving

POSITION = "S N3 P : S N2 D M2 D T | D P W : S T T T N2 D"
LEARNED = ("simulate", "sushi-go", "--games", "1", "--bots", "champion")


def test_the_base_and_cli(environment: Environment) -> None:
    """docs/library.md needs nothing but Python; `cli` brings the commands that play, score and keep games."""
    run(
        environment.bin / "python",
        "-m",
        "doctest",
        ROOT / "docs" / "library.md",
        cwd=environment.folder,
        env=environment.env,
    )
    environment.refuses("cli", (), ("play",), ("serve",), ("--version",))
    environment.cannot_import("env", "kaiten.env", "kaiten.env.sushi_go")
    environment.cannot_import("fast", "kaiten.fast", "kaiten.fast.sushi_go.random_games")
    environment.cannot_import("wire", "kaiten.protocol", "kaiten.protocol.sushi_go", "kaiten.table")
    environment.cannot_import("server", "kaiten.store", "kaiten.server.run", "kaiten.server.app")

    environment.add("cli")
    environment.import_all("kaiten.cli", "kaiten.sheet", "kaiten.record")
    game, games = environment.folder / "game.json", environment.folder / "games.jsonl"
    assert "The game is over." in environment.kaiten("play", "--quick", "--record", game, stdin="1\n" * 200).stdout
    environment.kaiten("simulate", "sushi-roll", "--games", "3", "--record", games)
    assert "1 game is valid" in environment.kaiten("verify", game).stdout
    assert "all 3 games are valid" in environment.kaiten("verify", games).stdout
    assert "Turn" in environment.kaiten("replay", game).stdout
    assert "17 points for the round" in environment.kaiten("score", "sushi-go", "W N3 T T M2", "S S M3 D D").stdout
    assert "Sushi Roll" in environment.kaiten("rules", "sushi-roll").stdout
    environment.kaiten("scorekeeper", "--list")

    environment.refuses("server", ("serve",), ("backup", "copy.db"), ("restore", "copy.db"))
    environment.refuses("arena", ("arena", "sushi-go", "regular,greedy"))
    environment.refuses("fast", ("solve", POSITION), ("train", "sushi-go", "--out", "mine.npz"), LEARNED)


def test_wire_arena_and_cluster(environment: Environment) -> None:
    """Each of the three extras includes the one before it; with `cli` there is `kaiten arena`."""
    environment.add("wire")
    environment.import_all("kaiten.protocol", "kaiten.table")
    schema = environment.folder / "schema.json"
    run(environment.bin / "python", "-m", "kaiten.protocol.schema", schema, cwd=environment.folder, env=environment.env)
    assert json.loads(schema.read_text()) == json.loads((ROOT / "docs" / "protocol.schema.json").read_text())

    environment.add("arena")
    environment.import_all("kaiten.arena")
    environment.add("arena", "cli")
    bot = ROOT / "examples" / "bots" / "most_now.py"
    arena = ("arena", "sushi-go", f"random,run:{environment.bin / 'python'} {bot}", "--games", "8", "--json")
    assert json.loads(environment.kaiten(*arena).stdout)["pairs"][0]["games"] == 8
    environment.refuses("cluster", ("arena", "sushi-go", "regular,greedy", "--cluster", "tcp://127.0.0.1:8786"))

    environment.add("cluster")
    program = environment.folder / "on_a_cluster.py"
    program.write_text(
        "from distributed import LocalCluster\nfrom kaiten.__main__ import main\nimport sys\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:\n"
        "        sys.argv = ['kaiten', 'arena', 'sushi-go', 'random,greedy', '--games', '8', '--json',\n"
        "                    '--cluster', cluster.scheduler_address]\n"
        "        main()\n"
    )
    output = run(environment.bin / "python", program, cwd=environment.folder, env=environment.env).stdout
    assert json.loads(output)["pairs"][0]["games"] == 8


def test_fast_and_env(environment: Environment) -> None:
    """`fast` compiles the games, `env` includes it; with `cli` the trained bots play and positions are solved."""
    environment.add("fast")
    random_games = "from kaiten.fast.sushi_go.random_games import play_random; from kaiten.sushi_go import Options; "
    assert (
        environment.python(random_games + "print(play_random(Options(), players=2, games=9, seed=1).shape)")
        == "(9, 2)\n"
    )
    environment.import_all("kaiten.fast", "kaiten.players")
    environment.cannot_import("env", "kaiten.env", "kaiten.env.sushi_roll_vector")

    environment.add("env")
    environment.import_all("kaiten.env")
    single = "import gymnasium, kaiten.env; env = gymnasium.make('kaiten/SushiGo-v1', players=3, bots='greedy'); "
    assert environment.python(single + "print(env.reset(seed=1)[0].shape)") == "(112,)\n"


def test_train_resolves(environment: Environment) -> None:
    """`train` includes PyTorch, which takes gigabytes: its packages are resolved, not downloaded; `make train` uses them."""
    output = environment.pip("--dry-run", f"{environment.wheel}[train]")
    assert " + torch==" in output
    assert " + sb3-contrib==" in output


def test_server(environment: Environment) -> None:
    """`server` includes all imports of the server; with `cli` it serves the page, and its database is backed up and restored."""
    environment.add("server")
    environment.import_all("kaiten.server", "kaiten.store", "kaiten.table", "kaiten.protocol")
    environment.refuses("cli", ("serve",), ("backup", "copy.db"))

    environment.add("server", "cli")
    database = ("--database", f"sqlite:///{environment.folder / 'kaiten.db'}")
    serve = (environment.bin / "kaiten", "serve", "--host", "127.0.0.1", "--port", "0", *database)
    with serving(serve, environment.folder, environment.env) as address:
        with urllib.request.urlopen(address, timeout=10) as page:  # noqa: S310
            assert b'<script type="module"' in page.read()
        with urllib.request.urlopen(f"{address}/api/health", timeout=10) as health:  # noqa: S310
            assert json.load(health)["status"] == "ok"
        environment.kaiten("backup", "copy.db", *database)
    environment.kaiten("restore", "copy.db", *database)
