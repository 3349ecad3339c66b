import { createRandom } from "../../server/engines/ranking/createRandom.ts";
import { execFileSync } from "node:child_process";
import type { OpenedIndex } from "../../server/index/OpenedIndex.ts";

/** A name that a user goes to, and how the name is typed. */
export interface Goal {
  readonly habit: string;
  readonly typed: string;
  readonly kind: "file" | "symbol";
  readonly name: string;
  readonly path: string;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/\.[a-z\d]+$/i, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const spelled = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
const stemOf = (name: string): string => name.replace(/(.)\.[^.]*$/, "$1");

const BEGINNING = "first two thirds";

/** How people type a name; null where a name is not typed in that way. A file is given with its path, a symbol by its name. */
export const HABITS: Readonly<Record<string, (name: string, path: string) => string | null>> = {
  "whole name": (name) => name,
  "without ending": (name) => stemOf(name),
  "folder and name": (name, path) => {
    const folders = path.split("/").slice(0, -1);
    return path.endsWith(`/${name}`) && folders.length > 0 ? `${folders.at(-1)}/${stemOf(name)}` : null;
  },
  "lower case, no separators": (name) => (wordsOf(name).length > 1 ? wordsOf(name).join("") : null),
  "words with spaces": (name) => (wordsOf(name).length > 1 ? wordsOf(name).join(" ") : null),
  initials: (name) => (wordsOf(name).length >= 3 ? wordsOf(name).map((word) => word[0]).join("") : null), // prettier-ignore
  "three letters of each word": (name) => (wordsOf(name).length > 1 ? wordsOf(name).map((word) => word.slice(0, 3)).join("") : null), // prettier-ignore
  [BEGINNING]: (name) => {
    const letters = stemOf(name);
    return letters.length >= 6 ? letters.slice(0, Math.ceil((letters.length * 2) / 3)).toLowerCase() : null;
  },
};
/** Typing mistakes, by the place of the letter. */
const MISTAKES: readonly ((letters: string, at: number) => string)[] = [
  (letters, at) => letters.slice(0, at) + letters.slice(at + 1),
  (letters, at) => letters.slice(0, at) + letters.charAt(at) + letters.slice(at),
  (letters, at) => letters.slice(0, at) + letters.charAt(at + 1) + letters.charAt(at) + letters.slice(at + 2),
  (letters, at) => letters.slice(0, at) + (letters.charAt(at) === "e" ? "r" : "e") + letters.slice(at + 1),
];
const TYPO = "one typing mistake";

/**
 * Goals of a repository: files that its last commits changed, as often as they did, and definitions in them. Half are files, half symbols;
 * each habit has as many as the others.
 */
export function goalsOf(gitDir: string, index: OpenedIndex, count: number, seed: number): Goal[] {
  const log = execFileSync(
    "git",
    ["-C", gitDir, "log", "-n", "400", "--no-merges", "--no-renames", "--name-only", "--format="],
    {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  const [code] = index.code;
  if (!code?.symbols) throw new Error("The repository has no symbols.");
  const { table } = code.symbols;
  const changed = log.split("\n").flatMap((path) => {
    const file = path === "" ? -1 : code.files.find(path);
    return file < 0 ? [] : [{ path, file }];
  });
  if (changed.length === 0) throw new Error(`${gitDir}: no changed file is in the index.`);
  const next = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const fullNames = new Set([
    ...Array.from({ length: code.files.length }, (_, file) => spelled(stemOf(baseOf(code.files.path(file))))),
    ...Array.from({ length: table.length }, (_, symbol) => spelled(table.name(symbol))),
  ]);
  const habits = [...Object.keys(HABITS), TYPO];
  const goals = new Map<string, Goal>();
  for (let tries = 0; goals.size < count && tries < count * 200; tries++) {
    const habit = habits[goals.size % habits.length] ?? TYPO;
    const { path, file } = pick(changed);
    const { from, to } = table.ofFile(file);
    const isFile = next() < 0.5 || habit === "folder and name" || to === from;
    const name = isFile ? baseOf(path) : table.name(from + Math.floor(next() * (to - from)));
    const typed = habit === TYPO ? mistyped(name, next) : HABITS[habit]?.(name, path);
    if (!typed || typed.length < 3) continue;
    // Who wants a longer name does not stop at the letters of another one.
    if (habit === BEGINNING && fullNames.has(spelled(typed))) continue;
    goals.set(`${habit} ${typed}`, { habit, typed, kind: isFile ? "file" : "symbol", name, path });
  }
  return [...goals.values()];
}

function mistyped(name: string, next: () => number): string | null {
  const letters = stemOf(name);
  if (letters.length < 6) return null;
  const at = 1 + Math.floor(next() * (letters.length - 2));
  return MISTAKES[Math.floor(next() * MISTAKES.length)]?.(letters.toLowerCase(), at) ?? null;
}

/** Whether a hit is the goal: the name itself, or another one that is typed with the same letters. */
export function isRight(goal: Goal, hit: { readonly name: string; readonly path: string | null } | undefined): boolean {
  if (!hit) return false;
  if (hit.name === goal.name && (goal.habit !== "folder and name" || hit.path === goal.path)) return true;
  // A class and its file lead to the same place.
  if (hit.path === goal.path && spelled(stemOf(hit.name)) === spelled(stemOf(goal.name))) return true;
  if (goal.habit === TYPO) return hit.name.toLowerCase() === goal.name.toLowerCase();
  return HABITS[goal.habit]?.(hit.name, hit.path ?? "")?.toLowerCase() === goal.typed.toLowerCase();
}
