"""`python -m renderer sample` plays a game and draws it."""

from pathlib import Path

import pytest
from PIL import Image

from renderer.__main__ import main


def test_sample_makes_pictures_of_a_whole_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sample", "--game", "iron_blood", "--out", str(tmp_path), "--count", "3"]) == 0
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == 6
    for file in pictures:
        with Image.open(file) as image:
            assert image.mode == "P" and image.width >= 800
    page = (tmp_path / "index.html").read_text("utf-8")
    assert all(file.name in page for file in pictures)
    assert "6 pictures" in capsys.readouterr().out
