"""Kinds of sentences that read wrongly in a language, found once and banned for good."""

import importlib
import re

import pseudo
import pytest

from tabletop import i18n
from tabletop.style import Style
from tabletop.terminal import chart

catalogues = pseudo.load_catalogues()
BANNED = {
    "de": [
        r"\bGewonnen: ",
        r"\bAufgegeben: ",
        r"\bist nichts von\b",
        r"\bPunkte mehr gewinnen\b",
        r"\bals Erstes bei\b",
        r"\bvon die\b",
        r"\btippe ja\b",
        r"Zurücknehmen darf",
        r"\bbricht Gleichstand",
        r"\bZimmer",
        r"\bnoch eines Wurfs\b",
        r"\bEin Geben\b",
        r"\b(Eure|Die) Seite hat\b|\bzwei Seiten\b",
        r"\bSiegchance",
        r"\bWagnis\b",
        r"\bausmacht\b",
        r"\bToken des Hauses\b",
        r"(^|[;:] )none: ",
        r"^Zeigt die Regeln|^Lässt (zwei )?CPU",
        r"\bbeginnt mit \{tile\}",
    ],
    "it": [
        r"\bdopo tanti\b",
        r"\btanti (punti|eventi|tiri) o\b",
        r"\bdoppio bianca\b",
        r"\bLa registrazione contiene:",
        r"\bgioco bloccato\b",
        r"\bfinire subito\b",
        r"\bfiniscono (il|un)\b",
        r"\{move\}(\{mark\})? perde\b",
        r"\b(il|un|questo|tutto il) mazzo\b",
        r"\bcondividono il primo posto\b",
        r"\bguida la stanza\b",
        r"’",
        r"\britir(o|are|at[aoei]) (libero|la mossa|il caso|delle mosse)",
        r"\bil round\b",
        r"\bdue parti\b",
        r"^Sicuro\?|\bAttento\b|\bsei libero\b",
        r"\bregole abituali\b",
        r"\b(lo porta|che veniva da)\b",
        r"\b(è|sono) tolt[oaie]\b",
        r"\btoken della casa\b",
        r"\bparte del posto\b",
        r"\b([Ii]l|tuo|suo) ([0-6])-(?!\2)[0-6]\b",
        r"\bnon finisce subito\b",
    ],
    "da": [
        r"\btaber (turen|alt|dem|point)\b|\b1'er taber\b|\bkast taber\b",
        r"\b(du|der) taber (de|dine)\b",
        r"\btaber du\b",
        r"\bforlader[;.]",
        r"\bprotokol",
        r"\bvært(en|ens)\b",
        r"\bskik og brug\b",
        r"\bBegge er lige meget\b",
        r"\bskal slå 10\d\b",
        r"\brepository\b",
        r"\buden både\b",
        r"\): slået (til|fra)\b",
        r"\bden, der leder\b",
        r"\buden held\b",
        r"^[A-ZÆØÅ][a-zæøå]+e [^?]*\? Skriv ja",
        r"\ber det slået fra,",
        r"plugin'et\b",
        r"\btilbagetræk|\btilbagetagne\b",
        r"\bJa: \d+ point mere vinder\b",
        r"\b(jeres side|siden) har \{|\bto sider\b",
        r"\bhusets token\b",
        r"\bbegivenhed",
        r"»hint«",
        r"\blinjerne er rene\b",
    ],
}


def sentences(code):
    for package in catalogues.packages():
        for message in catalogues.read(catalogues.po_file(package, code)):
            yield from [message.string] if isinstance(message.string, str) else message.string
    for page in pseudo.ROOT.glob(f"plugins/*/*/rules/{code}/*.md"):
        yield from page.read_text("utf-8").split("\n")


@pytest.mark.parametrize("code", BANNED)
def test_no_sentence_is_of_a_kind_that_reads_wrongly(code):
    wrong = [said for said in sentences(code) for banned in BANNED[code] if re.search(banned, said, re.IGNORECASE)]
    assert wrong == []


def test_quotation_marks_are_those_of_the_language():
    foreign = {"de": "“[A-Za-zÄÖÜäöü{]|«|»", "it": "“|„|”", "da": "“|„|”|«[a-z]"}
    for code, marks in foreign.items():
        texts = [
            string
            for package in catalogues.packages()
            for message in catalogues.read(catalogues.po_file(package, code))
            if message.id
            for string in ([message.string] if isinstance(message.string, str) else message.string)
        ]
        assert [text for text in texts if re.search(marks, text)] == [], code


def test_values_are_named_as_they_are_shown():
    """Levels, and on and off, are called in a translation what the program calls them there."""
    english = re.compile(r"cpu:level|\b(lock|pause|mute \d|sperren|blocca|lås|stumm \d|muto \d|tavs \d|pausa) off\b")
    assert [said for code in BANNED for said in sentences(code) if english.search(said)] == []


def test_a_sample_for_readers_is_drawn_by_its_seed_from_all_catalogues(monkeypatch):
    monkeypatch.syspath_prepend(pseudo.ROOT / "tools")
    drawn = importlib.import_module("drawn").drawn
    sample = drawn("de", 200, 16)
    assert sample == drawn("de", 200, 16) != drawn("de", 200, 17)
    assert [text.english for text in sample] == [text.english for text in drawn("it", 200, 16)]
    assert len({text.package for text in sample}) == len(catalogues.packages())


@pytest.mark.parametrize("code", ["en", *BANNED])
def test_charts_are_as_wide_in_every_language(code):
    i18n.use_language(code)
    rows = chart.line([0.0, 0.5, 1.0], Style(ascii=True), height=3).split("\n")
    assert len({row.index("|") for row in rows}) == 1, rows
