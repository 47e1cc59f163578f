#!/usr/bin/env python3
"""Checks the files of the corpus by their schemas, and that no two cases have the same id.

  validate.py               the corpus that this file lies in
  validate.py FOLDER        a corpus elsewhere; the schemas stay those beside this file
  validate.py --self-test   proves that it fails: broken copies must each be reported

Prints `file: path: what` for each error, then the counts. Exit 0 all well, 1 an error, 2 usage.
Needs the package jsonschema (python3-jsonschema), 4.0 or later.
"""
import functools
import json
import pathlib
import sys
import warnings

try:
    import jsonschema
except ImportError:
    sys.exit("validate.py: the Python package jsonschema is missing; install python3-jsonschema")

HERE = pathlib.Path(__file__).resolve().parent
SHOWN = 160
REJECT_VERBS = {"size": "tensor", "validate": "bytes", "encode": "tensor", "decode": "bytes", "audit": "bytes",
                "quantize": "floats", "dequantize": "bytes", "permute": "tensor"}


class NotJson(ValueError):
    pass


def refuse_number(text):
    raise NotJson(f"{text}: numbers are integers, without fraction or exponent")


def object_from(pairs):
    members = {}
    for key, member in pairs:
        if key in members:
            raise NotJson(f"member {key!r} stands twice in one object")
        members[key] = member
    return members


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_float=refuse_number,
                          parse_constant=refuse_number, object_pairs_hook=object_from)
    except RecursionError:
        raise NotJson("nested too deep") from None


@functools.lru_cache(maxsize=None)
def schema_named(name):
    """A validator of a file of schema/, or of a part of it: "case.schema.json#/$defs/regress"."""
    schemas = {path.name: read_json(path) for path in (HERE / "schema").glob("*.schema.json")}
    validator = jsonschema.Draft202012Validator
    for schema in schemas.values():
        validator.check_schema(schema)
    with warnings.catch_warnings():  # later releases know another way to resolve
        warnings.simplefilter("ignore", DeprecationWarning)
        resolver = jsonschema.RefResolver("", {}, store=schemas)
    return validator({"$ref": name}, resolver=resolver)


def path_of(steps):
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


def deepest(error):
    """Of the alternatives that an `anyOf` tried, the one that got furthest says the most."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def what(error):
    text = " ".join(error.message.split())
    # What was found comes first and may be long; what was expected comes last.
    return text if len(text) <= SHOWN else text[: SHOWN // 2] + " ... " + text[-SHOWN // 2 :]


class Corpus:
    """The files of a folder, judged one after the other."""

    def __init__(self, folder):
        self.folder = folder
        self.errors = []
        self.counts = []
        self.ids = {}  # id: the file that has it

    def report(self, path, steps, text):
        self.errors.append(f"{path.relative_to(self.folder)}: {path_of(steps)}: {text}")

    def add_id(self, path, steps, name):
        if name in self.ids:
            self.report(path, steps, f"id {name!r} is taken by {self.ids[name]}")
        self.ids.setdefault(name, path.relative_to(self.folder))

    def valid(self, path, schema):
        """The JSON of the file, or None where it is not as the schema says."""
        try:
            found = read_json(path)
        except (OSError, ValueError) as error:
            self.report(path, (), " ".join(str(error).split()))
            return None
        errors = sorted((deepest(error) for error in schema.iter_errors(found)),
                        key=lambda error: [str(step) for step in error.absolute_path])
        for error in errors:
            self.report(path, error.absolute_path, what(error))
        return None if errors else found

    def add_vectors(self, schema):
        for path in sorted((self.folder / "vectors").glob("*.json")):
            found = self.valid(path, schema)
            if found is None:
                continue
            if "cases" in found:
                count = self.add_cases(path, found["cases"])
                self.counts.append(f"{path.stem}: {count} cases, kind {found['kind']}")
            else:
                self.counts.append(f"{path.stem}: {self.add_scalars(path, found)} conversions")

    def add_cases(self, path, cases):
        for i, case in enumerate(cases):
            self.add_id(path, ("cases", i), case.get("id", f"{path.stem}/{i}"))
        return len(cases)

    def add_scalars(self, path, found):
        count = 0
        for member in ("encode", "round_up", "decode", "decode_pairs"):
            for kind, entries in found.get(member, {}).items():
                for i in range(len(entries)):
                    self.add_id(path, (member, kind, i), f"{path.stem}/{member}/{kind}/{i}")
                count += len(entries)
        return count

    def add_digests(self, schema):
        for path in sorted((self.folder / "digests").glob("*.json")):
            found = self.valid(path, schema)
            if found is None:
                continue
            for name in found["digests"].keys() ^ found["nan"].keys():
                self.report(path, (), f"{name} is in one of \"nan\" and \"digests\" alone")
            for name, slices in found["digests"].items():
                self.check_order(path, name, slices)
            count = sum(len(slices) for slices in found["digests"].values())
            self.counts.append(f"digests/{path.stem}: {count} digests")

    def check_order(self, path, name, slices):
        end = 0
        for i, (first, count, _) in enumerate(slices):
            if int(first, 16) < end or int(first, 16) % 2**24 + count > 2**24:
                self.report(path, ("digests", name, i), "overlaps the one before, or a 2^24 limit")
            end = int(first, 16) + count

    def add_case_file(self, path, schema):
        """A file of one case; its id is its path, so that a report names the file."""
        found = self.valid(path, schema)
        if found is None:
            return 0
        expected = path.relative_to(self.folder).with_suffix("").as_posix()
        if found["id"] != expected:
            self.report(path, ("id",), f"expected {expected!r}, the path of the file")
        self.add_id(path, ("id",), found["id"])
        return 1

    def add_failed(self, folder):
        """regress/ or faults/: cases that an implementation or a fault failed on, one a file."""
        count = 0
        for path in sorted((self.folder / folder).glob("*")):
            if path.suffix == ".json":
                count += self.add_case_file(path, schema_named("case.schema.json#/$defs/regress"))
            elif not path.is_dir():  # folders hold the bytes of fuzz targets
                self.report(path, (), "expected a case, named <stem>.json")
        self.counts.append(f"{folder}: {count} cases")

    def add_reject(self):
        count = 0
        for path in sorted((self.folder / "reject").rglob("*")):
            if path.is_dir():
                continue
            parts = path.relative_to(self.folder / "reject").with_suffix("").parts
            is_placed = len(parts) == (3 if parts[0] == "order" else 2)
            if path.suffix == ".json" and is_placed and parts[1] in REJECT_VERBS:
                name = f"case.schema.json#/$defs/reject_{REJECT_VERBS[parts[1]]}"
                count += self.add_case_file(path, schema_named(name))
            else:
                self.report(path, (), "expected <error>/<verb>.json or order/<verb>/<name>.json, "
                                      f"the verb being one of {', '.join(REJECT_VERBS)}")
        self.counts.append(f"reject: {count} cases")

    def judge(self):
        self.add_vectors(schema_named("vectors.schema.json"))
        self.add_failed("regress")
        self.add_failed("faults")
        self.add_reject()
        self.add_digests(schema_named("digests.schema.json"))
        if not self.ids:
            self.report(self.folder, (), "no case found")
        return self


def main(arguments):
    if arguments == ["--self-test"]:
        import validate_self_test

        return validate_self_test.run(Corpus)
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0]).resolve() if arguments else HERE
    corpus = Corpus(folder).judge()
    for error in corpus.errors:
        print(error)
    for count in corpus.counts:
        print(count)
    print(f"{len(corpus.ids)} ids, {len(corpus.errors)} errors")
    return 1 if corpus.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
