"""The course of Big Pig; its values and counts are tested with those of the family."""

from tabletop_bigpig.rules import BigPig

from tabletop.lessons import problems, set_up


def test_the_course_can_be_played():
    assert problems(BigPig) == []


def test_the_last_turn_is_the_learners():
    lesson = BigPig.course().find("last-round")
    scores = [
        set_up(BigPig, step.at).game.scores(set_up(BigPig, step.at).state)
        for step in lesson.steps
        if step.at is not None and step.at.you == 2
    ]
    assert scores == [(104, 85)] * 3
