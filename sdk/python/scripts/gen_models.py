"""Writes src/footnote/models.py and src/footnote/params.py from openapi.json; with --check it only compares them.

models.py has what answers consist of, as pydantic models; params.py what requests take, as typed dictionaries. Both come from
datamodel-code-generator, which gets a copy of the document without the rules that only the service checks.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
HEAD = '"""Made from openapi.json by scripts/gen_models.py. Don\'t edit."""'
INHERITED = "    model_config = ConfigDict(\n        use_attribute_docstrings=True,\n    )\n"
RULES = {"pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"}
RULES |= {"additionalProperties", "default", "format", "propertyNames", "uniqueItems", "examples", "example", "discriminator"}


def relaxed(schema: Any, is_open: bool) -> Any:
    """The schema without rules. is_open: an enum takes other texts too, because later versions may answer new values."""
    if isinstance(schema, list):
        return [relaxed(each, is_open) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        key: {name: relaxed(each, is_open) for name, each in value.items()}
        if key == "properties"
        else relaxed(value, is_open)
        for key, value in schema.items()
        if key not in RULES or (key == "format" and value == "date-time")
        or (key == "additionalProperties" and isinstance(value, dict))
    }
    if is_open and kept.get("type") == "string" and "enum" in kept:
        rest = {key: kept.pop(key) for key in ("type", "enum")}
        return {**kept, "anyOf": [rest, {"type": "string"}]}
    return kept


def named(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas, with every object inside another one under a name of its own: that of the outer one and of its field."""
    result: dict[str, Any] = {}

    def lift(schema: Any, name: str) -> Any:
        if isinstance(schema, list):
            return [lift(each, name) for each in schema]
        if not isinstance(schema, dict):
            return schema
        inner = {
            key: {field: lift(each, name + "".join(map(str.capitalize, field.split("_")))) for field, each in value.items()}
            if key == "properties"
            else lift(value, name)
            for key, value in schema.items()
        }
        if "properties" not in inner or name in schemas or name in result:
            return inner
        result[name] = inner
        return {"$ref": f"#/components/schemas/{name}"}

    for name, schema in schemas.items():
        result[name] = lift(schema, name)
    return dict(sorted(result.items()))


def referenced(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(referenced, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].rsplit("/", 1)[-1]} if isinstance(schema.get("$ref"), str) else set()
    return own.union(*(referenced(value) for value in schema.values())) if schema else own


def reached(document: dict[str, Any], part: str) -> set[str]:
    """Names of the schemas that requests ("requestBody") or answers ("responses") consist of."""
    schemas = document["components"]["schemas"]
    operations = [each for path in document["paths"].values() for each in path.values()]
    # Those that a key may call; the rest are for the dashboard and the widget.
    roots = [each.get(part) for each in operations if each.get("x-footnote-access", {}).get("keys")]
    names = referenced(roots) & set(schemas)
    while True:
        more = names | (referenced([schemas[name] for name in names]) & set(schemas))
        if more == names:
            return names
        names = more


def generated(document: dict[str, Any], part: str, *options: str) -> str:
    names = reached(document, part) | ({"EventBody"} if part == "responses" else set())
    schemas = {name: relaxed(document["components"]["schemas"][name], part == "responses") for name in sorted(names)}
    schemas = named(schemas)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "out.py")
        source.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "Footnote", "version": "1"}, "paths": {}, "components": {"schemas": schemas}}))
        subprocess.run(
            [sys.executable, "-m", "datamodel_code_generator", "--input", source, "--output", target, "--input-file-type", "openapi"]
            + ["--target-python-version", "3.10", "--disable-timestamp", "--enum-field-as-literal", "all", "--collapse-root-models"]
            + ["--use-schema-description", "--use-standard-collections", "--use-union-operator", "--custom-file-header", HEAD]
            + ["--formatters", "builtin", *options],
            check=True,
        )
        # The base class has it.
        text = target.read_text().replace(INHERITED, "").replace("    use_attribute_docstrings=True,\n", "")
        return re.sub(r"^(class .*:)\n\n\n", r"\1\n    pass\n\n\n", text, flags=re.M)


def main() -> None:
    document = json.loads((HERE.parent.parent / "openapi.json").read_text())
    files = {
        "models.py": generated(document, "responses", "--output-model-type", "pydantic_v2.BaseModel", "--base-class", "footnote._model.Model",
                               "--use-attribute-docstrings", "--use-field-description", "--output-datetime-class", "datetime"),
        "params.py": generated(document, "requestBody", "--output-model-type", "typing.TypedDict"),
    }
    for name, text in files.items():
        path = HERE / "src" / "footnote" / name
        if path.exists() and path.read_text() == text:
            continue
        if "--check" in sys.argv:
            sys.exit(f"{path} is not what openapi.json says: run scripts/gen_models.py and commit it.")
        path.write_text(text)
        print(f"{path} written")


if __name__ == "__main__":
    main()
