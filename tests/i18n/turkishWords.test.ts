import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "src/i18n/locales/tr";

/** One term per thing: the synonyms that were replaced, and the sentences in which the same letters mean something else. */
const ONE_WORD = [
  {
    chosen: "kayıt (issue)",
    other: /(?<!\p{L})sorun(?!ca)\p{L}*/iu,
    butAs: ["auth.forgotOutboxTitle", "experts.empty.noneText", "help.setup.ask", "plan.contacts.unknown"],
  },
  {
    chosen: "takip sistemi (tracker)",
    other: /(?<!\p{L})(takipçi|iş takip|izleyici)\p{L}*/iu,
    butAs: ["states.roles.Viewer"],
  },
  { chosen: "wiki", other: /(?<!\p{L})viki\p{L}*/iu, butAs: [] },
  { chosen: "puan (score)", other: /(?<!\p{L})skor\p{L}*/iu, butAs: [] },
  { chosen: "sembol (symbol)", other: /(?<!\p{L})simge\p{L}*/iu, butAs: [] },
  { chosen: "commit", other: /(?<!\p{L})işleme(ler)?(?!\p{L})/iu, butAs: [] },
  {
    chosen: "erişim anahtarı, jeton (token)",
    other: /(?<!\p{L})belirteç\p{L}*/iu,
    butAs: ["issuePage.localization.copyHint", "settings.mcp.usage_one", "settings.mcp.usage_other"],
  },
  { chosen: "işlev (function)", other: /(?<!\p{L})fonksiyon\p{L}*/iu, butAs: [] },
  // The same letters are in "klasörsüz" and "süzül", which are other words.
  { chosen: "filtre (filter)", other: /(?<!\p{L})süz(?!ül)\p{L}*/iu, butAs: [] },
  {
    chosen: "inceleme (review)",
    other: /gözden geçir\p{L}*/iu,
    butAs: ["palette.partWords.requests", "wizard.step.review"],
  },
  { chosen: "ön izleme (preview)", other: /(?<!\p{L})önizle\p{L}*/iu, butAs: [] },
  { chosen: "webhook", other: /web kanca\p{L}*/iu, butAs: [] },
  { chosen: "metot (method)", other: /(?<!\p{L})yöntem\p{L}*/iu, butAs: ["insights.method.share"] },
  { chosen: "desen (pattern)", other: /(?<!\p{L})örüntü\p{L}*/iu, butAs: [] },
  { chosen: "Bakımcı (Maintainer)", other: /(?<!\p{L})sorumlu\p{L}*/iu, butAs: [] },
  { chosen: "geriye dönük test (backtest)", other: /geçmişte sınama|dönük sınama/iu, butAs: [] },
  { chosen: "ortanca (median)", other: /(?<!\p{L})medyan\p{L}*/iu, butAs: [] },
  { chosen: "sıcak noktalar (hotspots)", other: /sık değişen dosya\p{L}*/iu, butAs: [] },
  { chosen: "barındırıcıda aç (open at the host)", other: /sunucusunda aç|sitesinde aç|yerde aç/iu, butAs: [] },
];

/** Every sentence of the catalogues with the address of its key. */
const sentences = readdirSync(FOLDER).flatMap((file) => {
  const walk = (value: unknown, key: string): { key: string; text: string }[] =>
    typeof value === "string"
      ? [{ key, text: value }]
      : Object.entries(value as object).flatMap(([name, inner]) => walk(inner, `${key}.${name}`));
  return walk(JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")), file.replace(".json", ""));
});

/** Words that no catalogue has, and no text of the server either, each with the one that is used for the same thing. */
const NOWHERE: readonly (readonly [unused: RegExp, used: string])[] = [
  [/giriş yap/iu, "oturum aç"],
  // The same stem is "encrypted": şifreli, şifresiz, şifrele.
  [/(?<!\p{L})şifre(?!l|siz)/iu, "parola"],
  [/(?<!\p{L})eposta/iu, "e-posta"],
];

test("one thing has one Turkish word, in the app and in the server", () => {
  // The palette finds its entries by other words too.
  const app = sentences.filter(({ key }) => !key.startsWith("palette."));
  const server = ["tr.ts", "emails.tr.ts", "sso.tr.ts"].flatMap((file) =>
    readFileSync(`server/messages/${file}`, "utf8")
      .split("\n")
      .map((text, at) => ({ key: `${file}:${at + 1}`, text })),
  );
  const others = [...app, ...server].flatMap(({ key, text }) =>
    NOWHERE.flatMap(([unused, used]) => (unused.test(text) ? [`${key} ${used}`] : [])),
  );
  expect(others).toEqual([]);
});

/** The right ending depends on the last vowel of a name, so that no text adds one to a placeholder. */
const ENDING = /\}['’]?\p{L}/u;

test("no Turkish text adds an ending to a placeholder", () => {
  expect(sentences.filter(({ text }) => ENDING.test(text)).map(({ key }) => key)).toEqual([]);
  // The arguments of a plural or of a select are not placeholders of names.
  const server = readFileSync("server/messages/tr.ts", "utf8").replaceAll(/\{\w+, (?:select|plural),/g, "");
  expect(server.match(/\{\w+\}['’]?\p{L}+/gu) ?? []).toEqual([]);
  for (const path of ["server/messages/emails.tr.ts", "server/messages/sso.tr.ts"])
    expect(readFileSync(path, "utf8").match(/\{\w+\}['’]?\p{L}+/gu) ?? []).toEqual([]);
  expect("{{name}}’nin projesi").toMatch(ENDING);
});

test.each(ONE_WORD)("Turkish has $chosen everywhere", ({ other, butAs }) => {
  // The case is folded as Turkish does: an İ is no I with a dot to a regular expression.
  const found = sentences.filter(({ text }) => other.test(text.toLocaleLowerCase("tr"))).map(({ key }) => key);
  expect(found.toSorted()).toEqual(butAs.toSorted());
});
