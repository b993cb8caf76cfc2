"""The fields of a model as a form in a browser has them."""

from typing import Any

from pydantic import BaseModel

from tabletop.i18n import Texts
from tabletop.values import allowed_text, choices_of, shown_value, texts_of


def fields(values: BaseModel, texts: Texts | None = None) -> list[dict[str, Any]]:
    """The fields of a model as a form has them, with their values as people read them.

    ``choices`` is empty where there are too many to name; then ``allowed`` says what may be typed.
    """
    found = []
    for name, field in type(values).model_fields.items():
        said = texts or texts_of(type(values), name)
        found.append(
            {
                "name": name,
                "title": said(field.title or name),
                "description": said(field.description) if field.description else "",
                "value": shown_value(values, name),
                "choices": choices_of(field),
                "allowed": allowed_text(field, said),
            }
        )
    return found
