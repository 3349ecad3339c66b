import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const LOCALES = "src/i18n/locales";

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

/** Every sentence of a language's catalogues with the address of its key. */
const sentencesOf = (language: "en" | "tr"): readonly { readonly key: string; readonly text: string }[] =>
  readdirSync(`${LOCALES}/${language}`).flatMap((file) => {
    const walk = (value: unknown, key: string): { key: string; text: string }[] =>
      typeof value === "string"
        ? [{ key, text: value }]
        : Object.entries(value as object).flatMap(([name, inner]) => walk(inner, `${key}.${name}`));
    return walk(JSON.parse(readFileSync(`${LOCALES}/${language}/${file}`, "utf8")), file.replace(".json", ""));
  });
const sentences = sentencesOf("tr");

/**
 * English texts with several Turkish ones, and how many: in Turkish an imperative differs from a noun or a participle, an object gets its
 * kind, and a few English words name two things.
 */
const SEVERAL_IN_TURKISH: Readonly<Record<string, number>> = {
  // An imperative, and a noun, an adjective or a participle.
  Actions: 2,
  Changed: 2,
  Closed: 3,
  Comment: 3,
  Done: 3,
  Merged: 3,
  Open: 2,
  Opened: 2,
  Preview: 2,
  Refused: 2,
  Search: 2,
  "Set up": 2,
  Shared: 2,
  Show: 2,
  Test: 2,
  "Waiting for a review": 2,
  changed: 2,
  closed: 2,
  merged: 2,
  reviewed: 2,
  // Singular as a column or a kind, plural as a title.
  Files: 2,
  Issues: 2,
  Owner: 2,
  Pages: 2,
  Requests: 2,
  Rows: 2,
  "What it does": 2,
  issues: 2,
  // With the kind of the object.
  "Change {{name}}": 3,
  "Compare now: {{name}}": 2,
  "Delete {{name}}": 3,
  "Edit {{name}}": 4,
  "Remove {{name}}": 5,
  "Remove {{name}}?": 2,
  "Test {{name}}": 3,
  "by {{name}}": 3,
  // Two things.
  Compared: 2,
  Discard: 2,
  Due: 2,
  English: 2,
  Home: 2,
  Key: 2,
  "Left out": 2,
  More: 2,
  Never: 2,
  Next: 2,
  None: 2,
  Number: 3,
  Related: 2,
  Remove: 3,
  Revoke: 2,
  Source: 2,
  Status: 2,
  Time: 2,
  To: 2,
  Type: 2,
  "With a token": 2,
  "Your account": 2,
  done: 2,
  running: 2,
  "until {{date}}": 2,
};

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

/** The English texts that have several Turkish ones, with their number. */
function severalInTurkish(
  english: readonly { readonly key: string; readonly text: string }[],
  turkish: readonly { readonly key: string; readonly text: string }[],
): Record<string, number> {
  const byKey = new Map(turkish.map(({ key, text }) => [key, text]));
  const byText = Map.groupBy(english, ({ text }) => text);
  return Object.fromEntries(
    [...byText].flatMap(([text, same]) => {
      const count = new Set(same.map(({ key }) => byKey.get(key))).size;
      return count > 1 ? [[text, count] as const] : [];
    }),
  );
}

test("an English text has one Turkish text, unless it is another part of speech or another thing", () => {
  expect(severalInTurkish(sentencesOf("en"), sentences)).toEqual(SEVERAL_IN_TURKISH);
  const english = ["a.save", "b.save", "c.save", "d.open"].map((key) => ({ key, text: key.slice(2) }));
  const turkish = ["Kaydet", "Sakla", "Kaydet", "Aç"].map((text, at) => ({ key: english[at]?.key ?? "", text }));
  expect(severalInTurkish(english, turkish)).toEqual({ save: 2 });
});
