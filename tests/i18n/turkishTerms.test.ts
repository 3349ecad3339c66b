import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Turkish words that the product does not use, and the one that it uses for the same thing. */
const TERMS: readonly (readonly [unused: RegExp, used: string])[] = [
  [/giriş yap/iu, "oturum aç"],
  // The same stem is "encrypted": şifreli, şifresiz, şifrele.
  [/(?<!\p{L})şifre(?!l|siz)/iu, "parola"],
  [/(?<!\p{L})eposta/iu, "e-posta"],
];

const otherTerms = (path: string): string[] =>
  readFileSync(join(root, path), "utf8")
    .split("\n")
    .flatMap((line, at) => TERMS.flatMap(([unused, used]) => (unused.test(line) ? [`${path}:${at + 1} ${used}`] : [])));

test("one thing has one Turkish word, in the app and in the server", () => {
  // The palette finds its entries by other words too.
  const apps = globSync("src/i18n/locales/tr/*.json", { cwd: root }).filter((path) => !path.endsWith("palette.json"));
  const paths = [...apps, "server/messages/tr.ts", "server/messages/emails.tr.ts", "server/messages/sso.tr.ts"];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.flatMap(otherTerms)).toEqual([]);
});
