import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callHierarchyOf } from "../../../server/engines/references/calls.ts";
import { type NamedPlace, definitionsOf } from "../../../server/engines/references/findDefinitions.ts";
import { implementationsOf } from "../../../server/engines/references/implementations.ts";
import type { Definition } from "../../../server/engines/references/lookup/Definition.ts";
import { lineOf } from "../../../server/engines/references/lookup/fileDefinitions.ts";
import { referencesTo } from "../../../server/engines/references/findReferences.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { projectIndex } from "./projectIndex.ts";

/** Small programs as people write them; `«name»` marks what is asked about, one for each key of `ASKED`. */
const FILES: Record<string, string> = {
  "package.json": `{ "name": "@loom/app", "devDependencies": { "spindle": "^1.0.0" } }`,
  "packages/core/src/spin.ts": `export function spin(): void {}\nexport const VERSION = 1;\n`,
  "src/globals.d.ts": `declare const VERSION: string;\n`,
  "src/spin.ts": `import { spin, type Whorl } from "spindle";
import * as core from "@loom/core";
export const turns = spin(VERSION.length) + core.LIMIT;
export const whorls: Whorl[] = [];
export function other(spin: number): number {
  return spin + core.LIMIT;
}
spin(turns);
`,
  "packages/core/package.json": `{ "name": "@loom/core" }`,
  "packages/core/src/index.ts": `export { Warp as Thread } from "./warp.ts";\nexport * from "./tension.ts";\n`,
  "packages/core/src/warp.ts": `import { tension } from "./tension";
/** Threads that run along. */
export class Warp extends Yarn {
  readonly #length: number;
  constructor(length: number) {
    super();
    this.#length = length;
  }
  /** How much is left. */
  remaining(used: number): number {
    const left = this.#length - used;
    return tension(left);
  }
}
class Yarn {
  twist(): void {}
}
`,
  "packages/core/src/tension.ts": `/**
 * Pulls a thread.
 *
 * More words.
 */
export function tension(left: number): number {
  // tension in a comment
  const text = "tension in a string";
  return left + text.length;
}
export interface Shuttle {
  pass(): void;
}
export const LIMIT = 3;
`,
  "src/app.ts": `import { LIMIT, Thread, tension as pull, type Shuttle } from "@loom/core";
import * as core from "@loom/core";

export class Loom implements Shuttle {
  private readonly warp = new Thread(10);
  pass(): void {
    pull(this.warp.remaining(1));
    core.tension(LIMIT);
  }
  twice(tension: number): number {
    return tension * 2;
  }
}
export function weave(loom: Loom): void {
  loom.pass();
  const shadow = { tension: 1 };
  console.log(\`\${pull(shadow.tension)} pull\`);
}
`,
  "js/handle.js": `const { part } = require("./parts.js");
function handle (error, request) {
  return part(request);
}
module.exports = handle;
`,
  "js/parts.js": `const part = (request) => request;
module.exports = { part, other: 1 };
`,
  "js/symbols.js": `const keys = { kPart: Symbol("part"), kWhole: Symbol("whole") };
module.exports = keys;
`,
  "js/reply.js": `const { kPart, kWhole: whole } = require("./symbols");
const { other } = require("./parts");
exports.reply = (parts) => [parts[kPart], parts[whole], other];
`,
  "js/route.js": `const handle = require("./handle");
const parts = require("./parts");
function run (request) {
  handle.call(this, null, request);
  queue(handle.bind(this));
  parts.part(request);
  const later = require("./handle");
  return later(null, request);
}
function other (handle) {
  queue(function (request) {
    return handle(request);
  });
}
`,
  "js/keys.js": `exports.keys = { function () {}, queue () {} };
`,
  "py/loom/__init__.py": `from .warp import Warp\n`,
  "py/loom/warp.py": `"""Threads."""
import os


class Base:
    def twist(self):
        return 1


class Warp(Base):
    """Runs along the loom.

    More words.
    """

    def __init__(self, length):
        self.length = length

    def remaining(self, used):
        left = self.length - used
        return left + self.twist()


def make_warp(length):
    return Warp(length)
`,
  "py/app.py": `from loom import Warp
from loom.warp import make_warp as make

def main():
    warp = Warp(3)
    print(f"{warp.remaining(1)} remaining")
    return make(2)
`,
  "go.mod": "module example.org/loom\n",
  "warp/warp.go": `package warp

// Warp runs along.
type Warp struct {
	Length int
}

// New makes one.
func New(length int) *Warp {
	return &Warp{Length: length}
}

func (w *Warp) Remaining(used int) int {
	return w.Length - used
}

type Measurer interface {
	Remaining(used int) int
}
`,
  "cmd/main.go": `package main

import "example.org/loom/warp"

func main() {
	w := warp.New(3)
	w.Remaining(1)
	Remaining()
}

func Remaining() {}
`,
  "Cargo.toml": `[package]\nname = "loom"\n`,
  "src/warp.rs": `pub struct Warp {
    length: u32,
}

pub trait Twist {
    fn twist(&self) -> u32;
}

impl Warp {
    pub fn new(length: u32) -> Self {
        Warp { length }
    }
    pub fn remaining(&self, used: u32) -> u32 {
        self.length - used
    }
}

impl Twist for Warp {
    fn twist(&self) -> u32 {
        self.remaining(1)
    }
}
`,
  "src/lib.rs": `mod warp;
use crate::warp::{Twist, Warp};

pub fn weave() -> u32 {
    let warp = Warp::new(3);
    warp.remaining(1) + warp.twist()
}
`,
  "java/org/loom/Warp.java": `package org.loom;

/** Runs along. */
public class Warp {
  private int length;

  public int remaining(int used) {
    return length - used;
  }
}
`,
  "java/org/loom/Silk.java": `package org.loom;

class Silk extends Warp {
  int half(int used) {
    return remaining(used) / unknown(2);
  }
}
`,
  "java/org/loom/app/Main.java": `package org.loom.app;

import org.loom.Warp;

class Main {
  void run() {
    Warp warp = new Warp();
    warp.remaining(1);
    String s = "remaining";
  }
}
`,
};

let index: OpenedIndex;
let close: () => void;
beforeAll(async () => {
  const made = await projectIndex([{ message: "Loom", files: FILES }], () => []);
  index = made.index;
  close = () => made.remove();
});
afterAll(() => close());

/** The place of the n-th `name` in a line that has `within`. */
function at(path: string, within: string, name: string) {
  const lines = (FILES[path] ?? "").split("\n");
  const line = lines.findIndex((text) => text.includes(within));
  const inner = (lines[line] ?? "").indexOf(within) + within.indexOf(name);
  return { source: "repository-1", path, line: line + 1, column: inner + 1 };
}
async function named(path: string, within: string, name: string): Promise<NamedPlace> {
  const found = await definitionsOf(index, at(path, within, name));
  if (!found) throw new Error(`nothing at ${path}: ${within}`);
  return found;
}
const shown = ({ names }: NamedPlace, definitions: readonly Pick<Definition, "place" | "from">[]): string[] =>
  definitions.map(({ place, from }) => {
    const { path, text } = names.files.read(place);
    return `${path}:${lineOf(text, from)}`;
  });
const definition = async (path: string, within: string, name: string): Promise<string[]> => {
  const found = await named(path, within, name);
  return shown(found, found.definitions).map((place, at) => `${place} ${found.definitions[at]?.evidence}`);
};
const references = async (path: string, within: string, name: string): Promise<string[]> => {
  const found = await named(path, within, name);
  const { references: all, read, candidates } = await referencesTo(found);
  expect(read).toBe(candidates);
  return shown(found, all).toSorted();
};

describe("definitions", () => {
  test.each([
    ["a local variable", "packages/core/src/warp.ts", "tension(left)", "left", ["packages/core/src/warp.ts:11 scope"]],
    [
      "a private field",
      "packages/core/src/warp.ts",
      "this.#length - used",
      "length",
      ["packages/core/src/warp.ts:4 receiver"],
    ],
    [
      "an imported function",
      "packages/core/src/warp.ts",
      "return tension",
      "tension",
      ["packages/core/src/tension.ts:6 import"],
    ],
    ["an alias of a package's export", "src/app.ts", "new Thread", "Thread", ["packages/core/src/warp.ts:3 import"]],
    ["an alias of the importing file", "src/app.ts", "pull(this", "pull", ["packages/core/src/tension.ts:6 import"]],
    ["a member of a module", "src/app.ts", "core.tension", "tension", ["packages/core/src/tension.ts:6 import"]],
    ["a constant of a package", "src/app.ts", "(LIMIT)", "LIMIT", ["packages/core/src/tension.ts:14 import"]],
    [
      "a method through a field",
      "src/app.ts",
      "this.warp.remaining",
      "remaining",
      ["packages/core/src/warp.ts:10 receiver"],
    ],
    ["a method of a typed parameter", "src/app.ts", "loom.pass", "pass", ["src/app.ts:6 receiver"]],
    ["a parameter that hides an import", "src/app.ts", "return tension", "tension", ["src/app.ts:10 scope"]],
    ["a function that is a whole module", "js/route.js", "handle.call", "handle", ["js/handle.js:2 import"]],
    ["the same in a variable of a function", "js/route.js", "return later", "later", ["js/handle.js:2 import"]],
    ["a part of a required module", "js/handle.js", "return part", "part", ["js/parts.js:1 import"]],
    ["a key of the object that a module exports", "js/reply.js", "[kPart]", "kPart", ["js/symbols.js:1 import"]],
    ["a renamed key", "js/reply.js", "[whole]", "whole", ["js/symbols.js:1 import"]],
    ["a key that is written in the export", "js/reply.js", "other]", "other", ["js/parts.js:2 import"]],
    ["a member of a required module", "js/route.js", ".part(", "part", ["js/parts.js:1 import"]],
    ["a parameter that hides a required module", "js/route.js", "return handle", "handle", ["js/route.js:10 scope"]],
    ["a class that a package passes on", "py/app.py", "= Warp(3)", "Warp", ["py/loom/warp.py:10 import"]],
    ["a method of a new object", "py/app.py", "warp.remaining", "remaining", ["py/loom/warp.py:19 receiver"]],
    ["an inherited method", "py/loom/warp.py", "self.twist", "twist", ["py/loom/warp.py:6 receiver"]],
    ["an attribute", "py/loom/warp.py", "self.length - used", "length", ["py/loom/warp.py:17 receiver"]],
    ["an alias in Python", "py/app.py", "make(2)", "make", ["py/loom/warp.py:24 import"]],
    ["a function of a package of Go", "cmd/main.go", "warp.New", "New", ["warp/warp.go:9 import"]],
    ["a method by the result of a function", "cmd/main.go", "w.Remaining", "Remaining", ["warp/warp.go:13 receiver"]],
    ["a function of the same name", "cmd/main.go", "\tRemaining()", "Remaining", ["cmd/main.go:11 scope"]],
    ["a constructor of Rust", "src/lib.rs", "Warp::new", "new", ["src/warp.rs:10 receiver"]],
    ["a method of Rust", "src/lib.rs", "warp.remaining", "remaining", ["src/warp.rs:13 receiver"]],
    ["a method of self", "src/warp.rs", "self.remaining", "remaining", ["src/warp.rs:13 receiver"]],
    [
      "a method of Java",
      "java/org/loom/app/Main.java",
      "warp.remaining",
      "remaining",
      ["java/org/loom/Warp.java:7 receiver"],
    ],
    ["a class of Java", "java/org/loom/app/Main.java", "new Warp", "Warp", ["java/org/loom/Warp.java:4 import"]],
    ["a field of Java", "java/org/loom/Warp.java", "return length", "length", ["java/org/loom/Warp.java:5 scope"]],
    [
      "an inherited method of a class of the package",
      "java/org/loom/Silk.java",
      "return remaining",
      "remaining",
      ["java/org/loom/Warp.java:7 scope"],
    ],
    ["a name that no base has", "java/org/loom/Silk.java", "unknown(2)", "unknown", []],
    ["a name of a package outside of the project", "src/spin.ts", "spin(turns)", "spin", ["src/spin.ts:1 import"]],
    ["a type of such a package", "src/spin.ts", "whorls: Whorl", "Whorl", ["src/spin.ts:1 import"]],
    [
      "a name that a declaration file gives to all",
      "src/spin.ts",
      "VERSION",
      "VERSION",
      ["src/globals.d.ts:1 package"],
    ],
    ["a module", "packages/core/src/index.ts", `"./warp.ts"`, "warp", ["packages/core/src/warp.ts:1 import"]],
  ])("%s", async (_what, path, within, name, expected) => {
    expect(await definition(path, within, name)).toEqual(expected);
  });

  test("of nothing, of a place outside of the file and of an unknown file there are none", async () => {
    expect((await named("src/app.ts", `console`, "console")).definitions).toEqual([]);
    const position = { source: "repository-1", path: "src/app.ts", line: 999, column: 1 };
    expect(await definitionsOf(index, position)).toBeNull();
    expect(await definitionsOf(index, { ...position, path: "gone.ts" })).toBeNull();
    expect(await definitionsOf(index, { ...position, line: 1, column: 900 })).toBeNull();
  });
});

describe("references", () => {
  test("of a function are the calls through imports, aliases and modules, without comments, strings and others of the name", async () => {
    expect(await references("packages/core/src/tension.ts", "function tension", "tension")).toEqual([
      "packages/core/src/tension.ts:6",
      "packages/core/src/warp.ts:1",
      "packages/core/src/warp.ts:12",
      "src/app.ts:1",
      "src/app.ts:1",
      "src/app.ts:17",
      "src/app.ts:7",
      "src/app.ts:8",
    ]);
  });

  test("of a function that is a whole module are the uses of what requires it", async () => {
    expect(await references("js/handle.js", "function handle", "handle")).toEqual([
      "js/handle.js:2",
      "js/handle.js:5",
      "js/route.js:1",
      "js/route.js:4",
      "js/route.js:5",
    ]);
    expect(await references("js/parts.js", "const part", "part")).toEqual([
      "js/handle.js:1",
      "js/handle.js:3",
      "js/parts.js:1",
      "js/parts.js:2",
      "js/route.js:6",
    ]);
  });

  test("of a name of a package outside of the project are those of the file that imports it", async () => {
    expect(await references("src/spin.ts", "spin(turns)", "spin")).toEqual([
      "src/spin.ts:1",
      "src/spin.ts:3",
      "src/spin.ts:8",
    ]);
  });

  test("of a module are the uses of what the file calls it", async () => {
    expect(await references("src/spin.ts", "core.LIMIT", "core")).toEqual([
      "src/spin.ts:2",
      "src/spin.ts:3",
      "src/spin.ts:6",
    ]);
  });

  test("of a name that a declaration file gives to all are those of no other of the name", async () => {
    expect(await references("src/globals.d.ts", "VERSION", "VERSION")).toEqual(["src/globals.d.ts:1", "src/spin.ts:3"]);
  });

  test("of a local name are those of its scope", async () => {
    expect(await references("src/app.ts", "twice(tension", "tension")).toEqual(["src/app.ts:10", "src/app.ts:11"]);
  });

  test("of a method are those of its class, in each language", async () => {
    expect(await references("py/loom/warp.py", "def remaining", "remaining")).toEqual([
      "py/app.py:6",
      "py/loom/warp.py:19",
    ]);
    expect(await references("warp/warp.go", "Remaining(used int) int {", "Remaining")).toEqual([
      "cmd/main.go:7",
      "warp/warp.go:13",
    ]);
    expect(await references("src/warp.rs", "pub fn remaining", "remaining")).toEqual([
      "src/lib.rs:6",
      "src/warp.rs:13",
      "src/warp.rs:20",
    ]);
    expect(await references("java/org/loom/Warp.java", "int remaining", "remaining")).toEqual([
      "java/org/loom/Silk.java:5",
      "java/org/loom/Warp.java:7",
      "java/org/loom/app/Main.java:8",
    ]);
  });
});

describe("implementations and calls", () => {
  const implementations = async (path: string, within: string, name: string) => {
    const found = await named(path, within, name);
    return shown(found, (await implementationsOf(found)).types);
  };
  test("the types that implement one, and their members", async () => {
    expect(await implementations("packages/core/src/tension.ts", "interface Shuttle", "Shuttle")).toEqual([
      "src/app.ts:4",
    ]);
    expect(await implementations("packages/core/src/tension.ts", "pass(): void", "pass")).toEqual(["src/app.ts:6"]);
    expect(await implementations("warp/warp.go", "type Measurer", "Measurer")).toEqual(["warp/warp.go:4"]);
    expect(await implementations("src/warp.rs", "trait Twist", "Twist")).toEqual(["src/warp.rs:1"]);
    expect(await implementations("py/loom/warp.py", "class Base", "Base")).toEqual(["py/loom/warp.py:10"]);
  });

  test("who calls a function, and what it calls", async () => {
    const found = await named("packages/core/src/warp.ts", "remaining(used", "remaining");
    const { callers, callees } = await callHierarchyOf(found);
    expect(callers.map(({ other, places }) => [other?.container, other?.name, places.length])).toEqual([
      ["Loom", "pass", 1],
    ]);
    expect(callees.map(({ other }) => other?.name)).toEqual(["tension"]);
    // `call` and `apply` call as well, `bind` does not.
    const required = await callHierarchyOf(await named("js/handle.js", "function handle", "handle"));
    expect(required.callers.map(({ other, places }) => [other?.name, places.length])).toEqual([["run", 1]]);
    expect(required.callees.map(({ other }) => other?.name)).toEqual(["part"]);
    // A keyword is no call, although a key of some object is called so.
    const anonymous = await callHierarchyOf(await named("js/route.js", "function other", "other"));
    expect(anonymous.callees.map(({ other }) => other?.name)).not.toContain("function");
  });
});

test("more types than an answer has are reported, and no more than it has are not", async () => {
  const types = (count: number): string =>
    Array.from({ length: count }, (_, at) => `export class Shed${at} implements Heddle {}\n`).join("");
  for (const [count, isCut] of [
    [200, false],
    [201, true],
  ] as const) {
    const heddle = "export interface Heddle {}\n";
    const many = `import type { Heddle } from "./heddle.ts";\n${types(count)}`;
    const made = await projectIndex([{ message: "Many", files: { "heddle.ts": heddle, "many.ts": many } }], () => []);
    const found = await definitionsOf(made.index, { source: "repository-1", path: "heddle.ts", line: 1, column: 18 });
    const all = found && (await implementationsOf(found));
    expect([all?.types.length, all?.isCut]).toEqual([200, isCut]);
    made.remove();
  }
});
