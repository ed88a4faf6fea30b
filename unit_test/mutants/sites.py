# SPDX-License-Identifier: BSD-3-Clause
"""Finds where the headers can be mutated, by their syntax trees."""

from dataclasses import dataclass
from pathlib import Path

from clang.cindex import CursorKind, Index, TranslationUnit

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
               "&&": "||", "||": "&&"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*"}
OPERATIONS = {"+": "Plus", "-": "Minus", "*": "Times", "/": "Divide"}
# What is evaluated by the compiler alone cannot be switched at run time.
COMPILE_TIME = {CursorKind.STATIC_ASSERT, CursorKind.ENUM_CONSTANT_DECL,
                CursorKind.TYPE_ALIAS_DECL, CursorKind.TYPE_ALIAS_TEMPLATE_DECL}


@dataclass(frozen=True)
class Site:
    """A piece of a file and what replaces it; `{n}` stands for the number of the mutant."""

    path: str
    line: int
    begin: int
    end: int
    kind: str
    replacement: str


class Finder:
    """Collects the sites of headers. `tree` is the folder that the compiler's arguments name, whose
    headers may hold mutants; their text comes from `root`."""

    def __init__(self, root, tree, paths):
        self.tree = tree
        self.text = {str(tree / path): (root / path).read_text() for path in paths}
        self.sites = {}

    def read(self, arguments):
        """Parses one source that includes every header."""
        source = "".join(f'#include "{path}"\n' for path in self.text)
        unit = Index.create().parse("all_headers.cpp", args=arguments,
                                    unsaved_files=[("all_headers.cpp", source),
                                                   *self.text.items()],
                                    options=TranslationUnit.PARSE_INCOMPLETE)
        errors = [str(d) for d in unit.diagnostics if d.severity >= 3]
        if errors:
            raise RuntimeError("the headers do not parse:\n" + "\n".join(errors[:5]))
        for cursor in unit.cursor.get_children():
            self._visit(cursor)
        return sorted(self.sites.values(), key=lambda s: (s.path, s.begin, s.kind))

    def _visit(self, cursor):
        file = cursor.location.file
        if file is None or file.name not in self.text:
            return
        if cursor.kind in COMPILE_TIME or self._is_constexpr_variable(cursor):
            return
        if cursor.kind == CursorKind.IF_STMT:
            self._condition(cursor)
        elif cursor.kind == CursorKind.COMPOUND_STMT:
            for child in cursor.get_children():
                self._statement(child)
        elif cursor.kind == CursorKind.RETURN_STMT:
            self._return(cursor)
        elif cursor.kind == CursorKind.BINARY_OPERATOR:
            self._operator(cursor)
        children = list(cursor.get_children())
        if cursor.kind == CursorKind.IF_STMT and self._source(cursor).startswith("if constexpr"):
            children = children[1:]
        for child in children:
            self._visit(child)

    def _source(self, cursor):
        extent = cursor.extent
        return self.text[cursor.location.file.name][extent.start.offset:extent.end.offset]

    def _is_constexpr_variable(self, cursor):
        return cursor.kind == CursorKind.VAR_DECL and "constexpr " in self._source(cursor)

    def _add(self, cursor, kind, replacement):
        extent, path = cursor.extent, cursor.location.file.name
        if extent.start.file is None or extent.start.file.name != path:
            return
        key = (path, extent.start.offset, extent.end.offset, kind)
        relative = str(Path(path).relative_to(self.tree))
        self.sites[key] = Site(relative, extent.start.line, extent.start.offset,
                               extent.end.offset, kind, replacement)

    def _operator(self, cursor):
        children = list(cursor.get_children())
        if len(children) != 2:
            return
        text = self.text[cursor.location.file.name]
        left, right = (self._source(child) for child in children)
        between = text[children[0].extent.end.offset:children[1].extent.start.offset].strip()
        if not left or not right or '"' in left + right or "//" in left + right:
            return
        if between in COMPARISONS:
            other = COMPARISONS[between]
            self._add(cursor, f"{between} to {other}",
                      f"(araios_mutants::is_on({{n}}) ? ({left} {other} {right})"
                      f" : ({left} {between} {right}))")
        elif between in ARITHMETIC:
            other = ARITHMETIC[between]
            kinds = {f"{between} to {other}": OPERATIONS[other]}
            if between in "+-" and right.isdigit():
                kinds[f"no {between} {right}"] = "Left"
            for kind, name in kinds.items():
                self._add(cursor, kind, "araios_mutants::either<araios_mutants::"
                          f"{OPERATIONS[between]}, araios_mutants::{name}>({{n}}, {left}, {right})")

    def _condition(self, cursor):
        condition = next(cursor.get_children(), None)
        source = self._source(cursor)
        if condition is None or source.startswith("if constexpr"):
            return
        if condition.kind in (CursorKind.VAR_DECL, CursorKind.DECL_STMT):
            return
        text = self._source(condition)
        opening = "if(" + text.replace(" ", "") + ")"
        if not text or "//" in text or not source.replace(" ", "").startswith(opening):
            return
        for value in ("true", "false"):
            self._add(condition, f"if {value}",
                      f"(araios_mutants::is_on({{n}}) ? {value} : static_cast<bool>({text}))")

    def _statement(self, cursor):
        file = cursor.location.file
        if file is None or file.name not in self.text:
            return
        text = self._source(cursor)
        is_call = cursor.kind == CursorKind.CALL_EXPR
        is_assignment = cursor.kind in (CursorKind.BINARY_OPERATOR,
                                        CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
        # Calls that depend on types have no kind of their own.
        is_unknown = cursor.kind == CursorKind.UNEXPOSED_EXPR and text.endswith(")")
        if text and (is_call or is_assignment or is_unknown) and "//" not in text:
            self._add(cursor, "no statement", f"if (!araios_mutants::is_on({{n}})) {text}")

    def _return(self, cursor):
        text = self._source(cursor)
        for value, other in (("true", "false"), ("false", "true")):
            if text == f"return {value}":
                self._add(cursor, f"return {other}",
                          f"return araios_mutants::is_on({{n}}) ? {other} : {value}")
