"""The texts of this plugin."""

from tabletop import Texts

_ = Texts(__file__)
