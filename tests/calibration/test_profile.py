"""A profile is kept whole, read back as it was, and refused in one line where it cannot be."""

import json
import os
from dataclasses import replace

import pytest

from calibration.lens import Lens
from calibration.profile import Place, Profile, ProfileError, TableSet, load, names, remove, save

LENS = Lens((1280, 720), (900.0, 905.0), (640.0, 350.0), (-0.1, 0.02, 0.0, 0.0, 0.0))
PLACE = Place((1280, 720), ((400, 200), (800, 210), (900, 600), (300, 590)), 52.0, ((3, 3), (6, 3), (6, -3)))
SET = TableSet(
    fields=(("red", "blue"), ("blue", "red")),
    shades={"red": (40.0, 60.0, 30.0), "blue": (30.0, 5.0, -50.0)},
    stones={"green": (35.0, -40.0, 20.0)},
    stone_width=0.6,
    stone_height=0.35,
)
PROFILE = Profile("Küche 2", "2026-01-02", LENS, PLACE, SET)


def test_what_was_kept_is_read_back(tmp_path):
    save(PROFILE, tmp_path / "profiles")
    assert load("Küche 2", tmp_path / "profiles") == PROFILE


@pytest.mark.parametrize("part", ["lens", "place", "set"])
def test_each_part_may_be_missing(tmp_path, part):
    partial = replace(PROFILE, **{part: None})
    save(partial, tmp_path)
    assert load(PROFILE.name, tmp_path) == partial


def test_profiles_are_listed_and_removed(tmp_path):
    for name in ("b", "a"):
        save(replace(PROFILE, name=name), tmp_path)
    assert names(tmp_path) == ["a", "b"]
    remove("a", tmp_path)
    assert names(tmp_path) == ["b"]


def test_no_profiles_are_none(tmp_path):
    assert names(tmp_path / "nowhere") == []


@pytest.mark.parametrize("use", [load, remove])
def test_an_unknown_name_is_told_with_those_that_are_known(tmp_path, use):
    save(replace(PROFILE, name="club"), tmp_path)
    with pytest.raises(ProfileError, match=r"no profile 'klub' \(known: club\)"):
        use("klub", tmp_path)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a.b", "x" * 41, " a", "a ", "a\nb"])
def test_a_name_that_no_file_may_have_is_refused(tmp_path, name):
    with pytest.raises(ProfileError, match="cannot name a profile"):
        save(replace(PROFILE, name=name), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_write_that_fails_leaves_the_old_profile_and_nothing_else(tmp_path, monkeypatch):
    save(PROFILE, tmp_path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ProfileError, match="No space left"):
        save(replace(PROFILE, lens=None), tmp_path)
    assert load(PROFILE.name, tmp_path) == PROFILE
    assert len(list(tmp_path.iterdir())) == 1


def spoilt(**parts):
    return PROFILE.to_json() | parts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no profile of tableref"),
        ("[]", "no profile of tableref"),
        ("{}", "no profile of tableref"),
        (json.dumps(spoilt(version=2)), "newer"),
        (json.dumps(spoilt(lens={"image_size": [1, 2]})), "lens.focal_px"),
        (json.dumps(spoilt(lens=PROFILE.to_json()["lens"] | {"focal_px": [0, 5]})), "lens"),
        (json.dumps(spoilt(set=PROFILE.to_json()["set"] | {"fields": [["red", "blue"]]})), "rows as columns"),
        (json.dumps(spoilt(set=PROFILE.to_json()["set"] | {"shades": {}})), "no shade is told for blue, red"),
        (json.dumps(spoilt(set=PROFILE.to_json()["set"] | {"stone_width": -1})), "above 0"),
        (json.dumps(spoilt(place=PROFILE.to_json()["place"] | {"play_zone": [[0, 0]]})), "three corners"),
    ],
)
def test_a_file_that_is_no_profile_is_told_in_one_line(tmp_path, text, said):
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(ProfileError, match=said) as told:
        load("bad", tmp_path)
    assert "\n" not in str(told.value)
    assert "bad.json" in str(told.value)
