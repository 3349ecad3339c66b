import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localize } from "../../../server/engines/localize/localize.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { projectIndex } from "./projectIndex.ts";

const lid = (value: number): string => `class Lid:\n    def open_wide(self):\n        return ${value}\n`;
const steps: { message: string; files: Record<string, string | null> }[] = [
  {
    message: "First version",
    files: {
      "src/acme/__init__.py": "from .jar import Jar\n",
      "src/acme/jar.py": "class Jar:\n    def close(self):\n        return 1\n",
      "src/acme/old_lid.py": lid(1),
      "src/acme/tools/__init__.py": "from .cutter import cut\n",
      "src/acme/tools/cutter.py": "def cut(glass):\n    return glass\n",
      "src/acme/tools/drill.py": "def drill(glass):\n    return glass\n",
      "top.py": "def main():\n    return 2\n",
      "setup.py": lid(4),
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `src/acme/shelf/part${at}.py`,
          `def hold${at}(glass):\n    return glass\n`,
        ]),
      ),
    },
  },
  { message: "Shape of the lid", files: { "src/acme/old_lid.py": lid(2) } },
  { message: "A better name", files: { "src/acme/old_lid.py": null, "src/acme/lid.py": lid(2) } },
];

let sample: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  sample = await projectIndex(steps, () => []);
});
afterAll(() => {
  sample.remove();
});

const ask = (title: string, body = "") => localize(sample.index, { title, body, beforeMs: null }).files;
/** The files that a report names, by the reason that says so. */
const named = (code: "trace" | "path" | "identifier", title: string, body = ""): string[] =>
  ask(title, body)
    .filter(({ reasons }) => reasons.some((reason) => reason.code === code && reason.points > 0))
    .map(({ path }) => path);
const frame = (path: string, name = "close"): string =>
  `Traceback (most recent call last):\n  File "${path}", line 2, in ${name}\nValueError: glass`;

describe("a path of another machine means the file with its longest end", () => {
  test.each([
    ["an installed package", "/env/lib/python3.11/site-packages/acme/jar.py", ["src/acme/jar.py"]],
    ["a work tree", "/home/x/jars/src/acme/jar.py", ["src/acme/jar.py"]],
    ["Windows", "C:\\env\\Lib\\site-packages\\acme\\jar.py", ["src/acme/jar.py"]],
    ["another package with a file of the name", "/env/lib/python3.11/site-packages/other/jar.py", []],
    ["another package with a folder of the name", "/env/lib/python3.11/site-packages/other/acme/jar.py", []],
    ["the library of the language", "/usr/lib/python3.11/acme/tools/nothing/jar.py", []],
    ["another folder", "/srv/elsewhere/jar.py", []],
    ["the top of the repository", "/srv/elsewhere/top.py", ["top.py"]],
    ["a name of every package at the top", "/tmp/build/numpy/setup.py", []],
    ["a file that was renamed", "/env/lib/python3.9/site-packages/acme/old_lid.py", ["src/acme/lid.py"]],
  ])("%s", (_, path, expected) => {
    expect(named("trace", "Crash of glass", frame(path))).toEqual(expected);
  });

  test("the function of a renamed file is found by its frame", () => {
    const [first] = ask("Crash", frame("/x/acme/old_lid.py", "open_wide"));
    expect(first?.path).toBe("src/acme/lid.py");
    expect(first?.functions[0]).toMatchObject({ name: "Lid.open_wide" });
    expect(first?.functions[0]?.reasons.map(({ code }) => code)).toContain("trace");
  });

  test("in a text too, and a former path is followed", () => {
    expect(named("path", "Crash", "It is in /srv/elsewhere/jar.py of glass")).toEqual([]);
    expect(named("path", "Crash", "It is in src/acme/old_lid.py of glass")).toEqual(["src/acme/lid.py"]);
  });
});

test("a package or a folder that is named credits its modules, its own file most", () => {
  const files = ask("Crash of glass", "It happens in acme.tools since yesterday");
  const points = (path: string): number =>
    files.find((file) => file.path === path)?.reasons.find(({ code }) => code === "path")?.points ?? 0;
  expect(points("src/acme/tools/cutter.py")).toBeGreaterThan(0);
  expect(points("src/acme/tools/drill.py")).toBe(points("src/acme/tools/cutter.py"));
  expect(points("src/acme/tools/__init__.py")).toBeGreaterThan(points("src/acme/tools/cutter.py"));
  expect(points("src/acme/jar.py")).toBe(0);
  expect(named("path", "Crash of glass", "See src/acme/tools for it")).toContain("src/acme/tools/drill.py");
});

describe("names in a report", () => {
  const identifiers = (title: string, body = ""): string[] =>
    readQuestion(title, body).identifiers.map(({ fullTerm }) => fullTerm);

  test("an option in kebab case is one name, however code spells it", () => {
    expect(identifiers("Crash with --no-color")).toEqual(expect.arrayContaining(["no_color", "nocolor"]));
    expect(identifiers("Crash", "Set `max-line-length` to 3")).toEqual(
      expect.arrayContaining(["max_line_length", "maxlinelength"]),
    );
    expect(identifiers("Crash", "a well-known back-end")).toEqual([]);
  });

  test("codes of errors and rules are names", () => {
    expect(identifiers("Rule E1101 is wrong", "and so is `TS2345`")).toEqual(
      expect.arrayContaining(["e1101", "ts2345"]),
    );
  });

  test("methods that the language calls are none", () => {
    expect(identifiers("Jar.__init__ fails", "also `__str__` and __repr__()")).toEqual(["jar"]);
    expect(identifiers("Jar fails", "see `__version_info__`")).toContain("version_info");
  });

  test("the first word of a sentence, of a line and of an item of a list is none", () => {
    const body = "Opening it fails. Closing works.\n\n- Shaking too\n1. Turning\nThe Cupboard stays.";
    expect(identifiers("Broken glass", body)).toEqual(["cupboard"]);
    expect(identifiers("Jar fails", "`Opening` and Jar() fail")).toEqual(expect.arrayContaining(["opening", "jar"]));
  });
});

test("a title that names what one or two files define points at them, and its words as words do not", () => {
  const symbolPoints = (title: string, path: string): number =>
    ask(title)
      .find((file) => file.path === path)
      ?.reasons.filter(({ code }) => code === "identifier")
      .reduce((sum, { points }) => sum + points, 0) ?? 0;
  const quoted = symbolPoints("Glass breaks in `drill`", "src/acme/tools/drill.py");
  expect(quoted).toBeGreaterThan(symbolPoints("Glass breaks in a drill", "src/acme/tools/drill.py"));
  expect(ask("Glass: `open_wide` breaks")[0]?.path).toBe("src/acme/lid.py");
});
