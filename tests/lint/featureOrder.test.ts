import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";

const FEATURES = join(import.meta.dirname, "../../server/features");

/** Which noun imports which others, types included. */
function importsOfNouns(): ReadonlyMap<string, ReadonlySet<string>> {
  const nouns = new Map<string, Set<string>>();
  for (const file of globSync("*/**/*.ts", { cwd: FEATURES })) {
    const [noun = ""] = file.split(sep);
    const targets = nouns.get(noun) ?? new Set<string>();
    nouns.set(noun, targets);
    for (const [, path = ""] of readFileSync(join(FEATURES, file), "utf8").matchAll(/from "(\.[^"]+)"/g)) {
      const [target = ""] = relative(FEATURES, join(FEATURES, dirname(file), path)).split(sep);
      if (target !== ".." && target !== noun) targets.add(target);
    }
  }
  return nouns;
}

/** A circle as its nouns in the order of the imports; null where there is none. */
function findCircle(nouns: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (noun: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(noun);
    if (start >= 0) return [...path.slice(start), noun];
    if (done.has(noun)) return null;
    for (const target of nouns.get(noun) ?? []) {
      const circle = visit(target, [...path, noun]);
      if (circle) return circle;
    }
    done.add(noun);
    return null;
  };
  for (const noun of nouns.keys()) {
    const circle = visit(noun, []);
    if (circle) return circle;
  }
  return null;
}

test("a circle of imports is found", () => {
  const nouns = new Map([
    ["issues", new Set(["graph"])],
    ["graph", new Set(["documents"])],
    ["documents", new Set(["issues"])],
  ]);
  expect(findCircle(nouns)).toEqual(["issues", "graph", "documents", "issues"]);
});

test("the nouns of the features import each other without a circle", () => {
  const nouns = importsOfNouns();
  expect(nouns.size).toBeGreaterThan(25);
  expect(findCircle(nouns)).toBeNull();
});
