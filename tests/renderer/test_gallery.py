"""`python -m renderer sample` plays a game and draws it."""

from pathlib import Path

import pytest
from PIL import Image

import renderer
from renderer.__main__ import main


def test_sample_makes_pictures_of_every_mode_and_theme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sample", "--game", "iron_blood", "--out", str(tmp_path), "--count", "2"]) == 0
    pictures = sorted(tmp_path.glob("*.png"))
    names = " ".join(file.name for file in pictures)
    for part in ("practice", "random", "overview", "difference", "hand-axis", "overlay-supply"):
        assert part in names
    for theme in renderer.THEMES:
        assert f"theme-{theme}-full" in names
    for file in pictures:
        with Image.open(file) as image:
            assert image.mode == "P" and max(image.size) <= 4096
    page = (tmp_path / "iron_blood.html").read_text("utf-8")
    assert all(file.name in page for file in pictures)
    assert f"{len(pictures)} pictures" in capsys.readouterr().out
