import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { letterMask, nameLetters } from "../../contract/matching/nameLetters.ts";
import { TypedName } from "../../contract/matching/nameMatch.ts";

const WORDS = [
  "router", "Group", "http", "HTTP", "session", "Keyring", "index", "mod", "test", "Çağrı", "ışık", "sha256", "x", "Parse", "v2", "main",
]; // prettier-ignore
const ENDINGS = [".ts", ".go", "", ".test.ts"];
const SEPARATORS = ["", "_", "-", "."];

/** Paths and typed texts that are the same in each run. */
function corpus(): { readonly paths: readonly string[]; readonly texts: readonly string[] } {
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? "";
  const nameOf = (words: number): string =>
    Array.from({ length: words }, (_, at) => (at === 0 ? "" : pick(SEPARATORS)) + pick(WORDS)).join("");
  const pathOf = (): string =>
    [...Array.from({ length: below(4) }, () => nameOf(1 + below(2))), nameOf(1 + below(4)) + pick(ENDINGS)].join("/");
  const paths = Array.from({ length: 300 }, pathOf);
  const texts = paths.slice(0, 120).map((path) => {
    const base = path.slice(path.lastIndexOf("/") + 1);
    const at = below(base.length);
    const forms = [
      base,
      base.slice(0, at + 1),
      base.toLowerCase().replaceAll(/[^a-z0-9]/g, ""),
      base.slice(0, at) + base.slice(at + 1),
      path.slice(at),
      base.replaceAll(/[a-z]/g, (letter) => (below(5) < 2 ? "" : letter)),
    ];
    return forms[below(forms.length)] ?? base;
  });
  return { paths, texts };
}

/** A hash of the paths that match each text, best first, with their scores; and how many pairs match. */
function ranking(floor: number): { readonly matches: number; readonly hash: string } {
  const { paths, texts } = corpus();
  const columns = paths.map((path) => {
    const letters = nameLetters(path);
    const base = nameLetters(path.slice(0, path.lastIndexOf("/") + 1)).length;
    const masks = { name: letterMask(letters, base, letters.length), path: letterMask(letters, 0, letters.length) };
    return { path, letters, masks };
  });
  const hash = createHash("sha256");
  let matches = 0;
  for (const text of texts) {
    const typed = new TypedName(text);
    typed.floor = floor;
    const ranked = columns
      .map(({ path, letters, masks }) => ({
        path,
        ofPath: typed.scorePath(letters, 0, letters.length, masks),
        ofName: typed.scoreName(letters, 0, letters.length, masks.path),
      }))
      .filter(({ ofPath, ofName }) => ofPath > 0 || ofName > 0)
      .toSorted((a, b) => b.ofPath - a.ofPath || b.ofName - a.ofName);
    matches += ranked.length;
    hash.update(JSON.stringify([text, ranked]));
  }
  return { matches, hash: hash.digest("hex").slice(0, 16) };
}

// The values are those of the one module that the matching was before it was divided; a change of a score changes them.
test.each([
  [0, 2402, "fdfcbc2f124d9568"],
  [600, 1668, "cb5020c3bde4285f"],
])("names above the floor %s have the ranking that they had", (floor, matches, hash) => {
  expect(ranking(floor)).toEqual({ matches, hash });
});
