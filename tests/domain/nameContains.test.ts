import { expect, test } from "vitest";
import { nameContains } from "../../src/domain/nameContains.ts";

test.for([
  ["Atlas", "ATL"],
  ["İstanbul", "istanbul"],
  ["istanbul", "İSTANBUL"],
  ["ISPARTA", "ısparta"],
  ["ISPARTA", "isparta"],
  ["GIT İstanbul", "git istanbul"],
  ["INIT", "init"],
  ["IŞIK", "ışık"],
  ["ŞELALE", "şelale"],
  ["i\u0307zmir", "İZMİR"],
  ["Atlas", "  atlas "],
  ["Atlas", ""],
  ["a.b[c]/d-e", ".B[C]/D-"],
] as const)("%s contains %s", ([name, text]) => {
  expect(nameContains(name, text)).toBe(true);
});

test.for([
  ["Kıl", "kil"],
  ["Kil", "kıl"],
  ["axb", "a.b"],
  ["Atlas", "atlast"],
] as const)("%s does not contain %s", ([name, text]) => {
  expect(nameContains(name, text)).toBe(false);
});
