import { afterAll, beforeAll, expect, test } from "vitest";
import { searchPlaces } from "../../../server/engines/search/searchPlaces.ts";
import { search } from "../../../server/engines/search/search.ts";
import { projectIndex } from "./projectIndex.ts";

/** Two files whose own words say equally much; a caller says of one of them what it is for. */
const files = {
  "src/alpha.ts": "// For callers.\nexport function alphaBrake(load: number): number {\n  return load / 2;\n}\n",
  "src/omega.ts": "// For callers.\nexport function omegaBrake(load: number): number {\n  return load / 2;\n}\n",
  "tests/brakes.test.ts":
    'import { omegaBrake } from "../src/omega.ts";\n\ntest("slows down callers that ask too often", () => {\n  expect(omegaBrake(4)).toBe(2);\n});\n',
  "src/Wheel.java":
    'class Wheel {\n  @Override\n  @SuppressWarnings("wheelTurner")\n  public void wheelTurn() {\n    spin();\n  }\n}\n',
  "src/other.ts": "export function otherThings(): string {\n  return 'nothing of the kind';\n}\n",
};

let sample: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  sample = await projectIndex([{ message: "Brakes", files }], () => []);
});
afterAll(() => {
  sample.remove();
});

test("the words of its callers raise a definition with callers only", () => {
  const places = searchPlaces(sample.index, "slows down callers that ask too often", 10);
  const scoreOf = (path: string): number => places.find((place) => place.path === path)?.score ?? 0;
  expect(scoreOf("src/omega.ts")).toBeGreaterThan(scoreOf("src/alpha.ts"));
  expect(scoreOf("src/alpha.ts")).toBeGreaterThan(0);
  // The file with the words itself still ranks first.
  expect(places[0]?.path).toBe("tests/brakes.test.ts");
});

test("shows the line of a symbol that names it, not the lines above", () => {
  const [hit] = search(sample.index, { q: "wheelTurn kind:symbol" }).results;
  expect(hit).toMatchObject({ kind: "symbol", line: 4 });
  expect(hit?.snippet.map(({ text }) => text).join("")).toBe("public void wheelTurn() {");
});

test("asked again, the answer is the same", () => {
  const ask = () => searchPlaces(sample.index, "slows down callers", 10);
  expect(ask()).toEqual(ask());
});
