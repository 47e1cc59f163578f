"""What may be changed in a file: operators, numbers, conditions, statements, values, arguments.

The rules of universalmutator are wider, but give some 1,200 mutants per 100 lines, by regular
expressions on lines, a fifth of which do not compile; and a gate should need no package from
elsewhere. These give a dozen a line, know brackets, and rely on clang-format to tell `a * b` from
`T* b` by its blanks.
"""

import re
from typing import NamedTuple

from mutation.tokens import CLOSE, OPEN, code_tokens, enclosing, partners

BINARY = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+", "/"], "/": ["*"], "%": ["/"],
    "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"],
    "+=": ["-="], "-=": ["+="], "*=": ["=", "+="], "/=": ["*="], "%=": ["/="],
    "&=": ["|="], "|=": ["&="], "^=": ["|="], "<<=": [">>="], ">>=": ["<<="],
}
CONTROL = {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto",
           "using", "static_assert", "break", "continue"}
ENUM = re.compile(r"enum class (\w+)[^{;]*\{([^}]*)\}")


class Change(NamedTuple):
    line: int
    start: int  # of the characters replaced
    end: int
    new: str
    kind: str


def enumerators(source):
    """For each enumerator "Enum::name" of a vocabulary the next one."""
    following = {}
    for name, body in ENUM.findall(source):
        body = re.sub(r"//[^\n]*", "", body)
        members = re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", body.strip())
        for place, member in enumerate(members):
            following[name, member] = members[(place + 1) % len(members)]
    return following


def number_changes(text):
    """One more and one less, in the same notation."""
    match = re.fullmatch(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|\d[\d']*)([uUlLzZ]*)", text)
    if not match:
        return [f"({text} * 2)", f"({text} + 1)"]
    digits = match.group(1).replace("'", "")
    value = int(digits, 0) if not re.fullmatch("0[0-7]+", digits) else int(digits, 8)
    values = [value + 1] + ([value - 1] if value else [])
    form = hex if digits[:2].lower() == "0x" else bin if digits[:2].lower() == "0b" else str
    return [form(one) + match.group(2) for one in values]


class Finder:
    def __init__(self, source, following, texts):
        self.source = source
        self.following = following
        self.texts = texts
        self.tokens = code_tokens(source)
        self.pairs = partners(self.tokens)
        self.around = enclosing(self.tokens)
        self.changes = []
        self.spare = []  # for lines that have no other

    def find(self):
        for place, token in enumerate(self.tokens):
            if not token.code:
                continue
            self.of_token(place, token)
            if token.text == "(":
                self.of_arguments(place)
            if self.starts_statement(place):
                self.of_statement(place)
        lines = {change.line for change in self.changes}
        self.changes += [change for change in self.spare if change.line not in lines]
        unique = {(change.start, change.end, change.new): change for change in self.changes}
        return sorted(unique.values())

    def add(self, first, last, new, kind, to=None):
        start, end = self.tokens[first].start, self.tokens[last].end
        if self.source[start:end] != new:
            to = self.changes if to is None else to
            to.append(Change(self.tokens[first].line, start, end, new, kind))

    def empty(self, first, last, to=None):
        """A value of the same type, made of nothing."""
        value = f"std::remove_cvref_t<decltype({self.text(first, last)})>{{}}"
        self.add(first, last, value, "empty value", to)

    def text(self, first, last):
        return self.source[self.tokens[first].start : self.tokens[last].end]

    def of_token(self, place, token):
        if token.kind == "number":
            for new in number_changes(token.text):
                self.add(place, place, new, "number")
        elif token.text in ("true", "false"):
            self.add(place, place, "false" if token.text == "true" else "true", "truth")
        elif token.kind == "text" and self.texts:
            self.add(place, place, token.text[:-2] + '"' if len(token.text) > 2 else '"x"', "text")
        elif token.kind == "char":
            self.add(place, place, f"({token.text} + 1)", "text")
        elif token.kind == "name":
            self.of_name(place, token)
        elif token.kind == "op":
            self.of_operator(place, token)

    def of_name(self, place, token):
        if place >= 2 and self.tokens[place - 1].text == "::":
            new = self.following.get((self.tokens[place - 2].text, token.text))
            if new:
                self.add(place, place, new, "enumerator")
        if token.text in ("break", "continue"):
            self.add(place, place, "", "statement left out")
        for old, new in (("min", "max"), ("max", "min")):
            if token.text == old and self.tokens[place - 1].text == "::":
                self.add(place, place, new, "other function")

        if token.text == "case":
            self.add(place, place + next(step for step in range(len(self.tokens))
                                         if self.tokens[place + step].text == ":"),
                     "", "case left out")

    def of_operator(self, place, token):
        if token.spaced:
            for new in BINARY.get(token.text, []):
                self.add(place, place, new, "operator")
        if token.text in ("++", "--"):
            self.add(place, place, "--" if token.text == "++" else "++", "operator")
        elif token.text in ("!", "~") or (token.text == "-" and not token.spaced):
            self.add(place, place, "", "operator left out")
        elif token.text == "?":
            self.negate(self.start_of_condition(place), place - 1)

    def start_of_condition(self, place):
        first = place - 1
        while first > 0:
            text = self.tokens[first].text
            if text in CLOSE and self.tokens[first].kind == "op":
                first = self.pairs.get(first, first)
            elif text in OPEN or text in (",", ";", "=", "return", "?", ":"):
                return first + 1
            first -= 1
        return place - 1

    def negate(self, first, last):
        if first <= last:
            self.add(first, last, f"!({self.text(first, last)})", "condition negated")

    def of_arguments(self, place):
        """Behind a keyword a condition; behind a name two arguments may change places."""
        last = self.pairs.get(place, place)
        before = self.tokens[place - 1]
        if before.text == "for":
            self.add(place - 1, place - 1, "if (false) for", "loop left out", self.spare)
        elif before.text == "switch":
            self.empty(place + 1, last - 1, self.spare)
        elif before.text in ("if", "while"):
            first = place + 1
            for inner in range(place + 1, last):
                if self.tokens[inner].text == ";":
                    first = inner + 1
            if not any(self.tokens[inner].text == "=" for inner in range(first, last)):
                self.negate(first, last - 1)
        elif before.kind == "name" and before.text != "return":
            parts = self.split(place + 1, last - 1)
            for (a, b), (c, d) in zip(parts, parts[1:]):
                self.add(a, d, f"{self.text(c, d)}, {self.text(a, b)}", "arguments swapped")

    def split(self, first, last):
        """Places of the parts between commas."""
        parts, start, place = [], first, first
        while place <= last:
            if self.tokens[place].text in OPEN and self.tokens[place].kind == "op":
                place = self.pairs.get(place, place)
            elif self.tokens[place].text == ",":
                parts.append((start, place - 1))
                start = place + 1
            place += 1
        return parts + [(start, last)] if first <= last else []

    def starts_statement(self, place):
        if place == 0 or self.around[place] in ("(", "[") or self.tokens[place].text in "{};":
            return False
        before = self.tokens[place - 1]
        if before.text in (";", "{", "}", "else", "do"):
            return True
        if before.text == ":" and not before.spaced:
            return True  # of a case
        if before.text == ")" and before.kind == "op":
            opening = self.pairs.get(place - 1, 1)
            return self.tokens[opening - 1].text in ("if", "for", "while")
        return False

    def of_statement(self, place):
        last = place
        while last < len(self.tokens) and self.tokens[last].text != ";":
            if self.tokens[last].text in CLOSE and self.tokens[last].kind == "op":
                return
            if self.tokens[last].text in OPEN and self.tokens[last].kind == "op":
                last = self.pairs.get(last, last)
            last += 1
        if last >= len(self.tokens) or last == place:
            return
        first = self.tokens[place].text
        if first == "return":
            if last > place + 1:
                self.add(place + 1, last - 1, "{}", "empty result")
            else:
                self.add(place, last, ";", "statement left out", self.spare)
            return
        if first in CONTROL:
            return
        self.add(place, last, ";", "statement left out")
        for inner in range(place + 1, last - 1):
            if self.tokens[inner].text == "=":
                self.empty(inner + 1, last - 1)
                return


def changes(source, following, texts=True):
    """Every change of a file, in the order of its text. `texts`: string literals too."""
    return Finder(source, following, texts).find()
