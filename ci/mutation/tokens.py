"""C++ as tokens, and which of them are code: what functions do, and what data is."""

import re
from typing import NamedTuple

LEXEME = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|[ \t\r\n]+|^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<text>R"\(.*?\)"|"(?:\\.|[^"\\\n])*")
    |(?P<char>'(?:\\.|[^'\\\n])+')
    |(?P<number>(?:0[xX][0-9a-fA-F']*(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?\d+)?|0[bB][01']+
        |\d[\d']*(?:\.\d*)?(?:[eE][+-]?\d+)?)[uUlLzZfF]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<op><<=|>>=|<=>|\.\.\.|->\*?|::|\+\+|--|&&|\|\||[-+*/%&|^!=<>]=|<<|>>|.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

OPEN = {"(": ")", "[": "]", "{": "}"}
CLOSE = {closing: opening for opening, closing in OPEN.items()}


class Token(NamedTuple):
    kind: str  # text, char, number, name, op
    text: str
    start: int
    end: int
    line: int  # from 1
    spaced: bool  # blanks on both sides: of operators, that they are binary (clang-format)
    code: bool


def lex(source):
    """The tokens without comments and directives; none is code yet."""
    tokens, line = [], 1
    for match in LEXEME.finditer(source):
        if match.lastgroup != "skip":
            before = source[max(match.start() - 1, 0)]
            after = source[match.end() : match.end() + 1] or "\n"
            tokens.append(Token(match.lastgroup, match.group(), match.start(), match.end(), line,
                                before.isspace() and after.isspace(), False))
        line += match.group().count("\n")
    return tokens


def partners(tokens):
    """For each bracket the place of the other one."""
    pairs, stack = {}, []
    for place, token in enumerate(tokens):
        if token.kind != "op":
            continue
        if token.text in OPEN:
            stack.append(place)
        elif token.text in CLOSE and stack:
            pairs[place] = stack.pop()
            pairs[pairs[place]] = place
    return pairs


def enclosing(tokens):
    """For each token the bracket that it stands in, or ""."""
    around, stack = [], [""]
    for token in tokens:
        if token.kind == "op" and token.text in CLOSE and len(stack) > 1:
            stack.pop()
        around.append(stack[-1])
        if token.kind == "op" and token.text in OPEN:
            stack.append(token.text)
    return around


def scope_of(head):
    """What a brace opens outside of functions, by the tokens between it and what came before."""
    texts = [token.text for token in head]
    if not texts:
        return "code"  # behind a list of initializers
    if texts[0] in ("namespace", "extern"):
        return "names"
    if "enum" in texts:
        return "enum"
    if "=" in texts:
        return "data"
    if "(" in texts:
        return "code"
    if {"class", "struct", "union"} & set(texts):
        return "names"
    return "data"


def is_initializer(head):
    """Whether what follows these tokens is the initial value of a constant or member."""
    texts = [token.text for token in head]
    if "=" not in texts or texts[0] in ("using", "template", "typedef", "friend"):
        return False
    return texts[: texts.index("=")].count("(") == texts[: texts.index("=")].count(")")


def marked(tokens):
    """The same tokens, with `code` true inside of functions and of initial values."""
    result, scopes, head = [], ["names"], []
    for token in tokens:
        inside = scopes[-1] in ("code", "data")
        result.append(token._replace(code=inside or (scopes[-1] == "names"
                                                     and is_initializer(head))))
        if token.kind == "op" and token.text == "{":
            scopes.append(scopes[-1] if inside else scope_of(head))
            head = []
        elif token.kind == "op" and token.text == "}":
            closed = scopes.pop() if len(scopes) > 1 else "names"
            if closed != "data" or scopes[-1] != "names":
                head = []
        elif token.text == ";":
            head = []
        else:
            head.append(token)
    return result


def code_tokens(source):
    return marked(lex(source))
