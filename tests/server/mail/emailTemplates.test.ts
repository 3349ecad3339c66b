import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EmailFacts, EmailKind } from "../../../server/mail/emailTemplates.ts";
import { type Language, verbatim } from "../../../server/messages/messages.ts";
import { renderEmail } from "../../../server/mail/renderEmail.ts";
import { MAILS } from "./mailFacts.ts";

const NAME = "Zoë <b>&\r\nBcc: all@example.org";
const link = "https://clew.example/register?token=1&x=2";
const expires = new Date("2026-11-28T09:30:00Z");
const facts: { readonly [K in EmailKind]: EmailFacts<K> } = {
  verification: { name: NAME, company: NAME, code: "012345", minutes: 30 },
  accountExists: { signIn: link, forgot: link },
  passwordReset: { name: NAME, link, minutes: 60 },
  passwordChanged: { name: NAME, at: expires, forgot: link },
  secondFactorChanged: { name: NAME, at: expires, change: "app_added", by: NAME, settings: link },
  newDevice: { name: NAME, device: verbatim(NAME), network: "203.0.113.0/24", at: expires, link },
  tokenCreated: { name: NAME, token: NAME, at: expires, expires, link },
  tokenExpiring: { name: NAME, token: NAME, expires, link },
  companyInvitation: { by: NAME, company: NAME, link, expires },
  projectInvitation: { by: NAME, company: NAME, project: NAME, link, expires },
  projectAdded: { name: NAME, by: NAME, project: NAME, link },
  setupTest: { name: NAME, link },
  notices: {
    name: NAME,
    isDigest: false,
    opening: { sentences: [], model: null },
    count: 3,
    first: NAME,
    sections: [{ title: NAME, lines: [{ text: NAME, url: link }] }],
    others: 2,
    all: link,
    settings: link,
  },
  trialEnding: {
    name: NAME,
    company: NAME,
    plan: "Enterprise",
    ends: expires,
    before: "Standard",
    losses: [NAME],
    link,
  },
  invoiceIssued: {
    name: NAME,
    company: NAME,
    number: "S-000001",
    isCredit: false,
    amount: "EUR 120.00",
    days: NAME,
    due: "1 December 2026",
    link,
  },
  weekly: {
    name: NAME,
    opening: { sentences: [NAME, NAME], model: NAME },
    sections: [{ title: NAME, lines: [{ text: NAME, url: link }] }],
    home: link,
    settings: link,
  },
};
const all = (["EN", "TR"] as const).flatMap((language) =>
  (Object.keys(facts) as EmailKind[]).map((kind) => [kind, language] as const),
);
const written = (kind: EmailKind, language: Language) => renderEmail<EmailKind>(kind, language, facts[kind]);

describe("a letter", () => {
  test.each(all)(
    "%s in %s has the same contents as text and as HTML, and no name breaks out of its place",
    (kind, language) => {
      const { subject, text, html } = written(kind, language);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeGreaterThan(5);
      expect(html).toContain(`<html lang="${language.toLowerCase()}">`);
      expect(html).not.toContain("<b>");
      // Nothing is fetched when it is read.
      expect(html).not.toMatch(/<img|<link|<script|url\(/);
      expect(text).not.toContain("undefined");
      const given = Object.values(facts[kind]) as unknown[];
      const hasCode = given.includes("012345");
      expect([text.includes("    012345\n"), html.includes(">012345<")]).toEqual([hasCode, hasCode]);
      const hasLink = given.includes(link);
      expect([text.includes(link), html.includes("https://clew.example/register?token=1&amp;x=2")]).toEqual([
        hasLink,
        hasLink,
      ]);
    },
  );

  test("from the operator names no inviter", () => {
    const { text } = renderEmail("companyInvitation", "EN", { by: null, company: "Ariadne", link, expires });
    expect(text).toContain("you are invited to join Ariadne");
    expect(text).not.toContain("null");
  });
});

/** The subject and the lines of each mail as people receive it. No run writes this file. */
const texts = JSON.parse(readFileSync(join(import.meta.dirname, "mailTexts.json"), "utf8")) as Readonly<
  Record<Language, Readonly<Record<string, readonly string[]>>>
>;

describe("the words of a mail", () => {
  const mails = (["EN", "TR"] as const).flatMap((language) => Object.keys(MAILS).map((name) => ({ name, language })));

  test.each(mails)("$name in $language are those of its text", ({ name, language }) => {
    const mail = MAILS[name];
    if (!mail) throw new Error(`There are no facts for ${name}.`);
    const { subject, text } = renderEmail<EmailKind>(mail.kind, language, mail.facts);
    expect([subject, ...text.split("\n")]).toEqual(texts[language][name]);
  });

  test("are stored for every kind of mail", () => {
    expect(new Set(Object.values(MAILS).map(({ kind }) => kind))).toEqual(new Set(Object.keys(facts)));
    for (const language of ["EN", "TR"] as const) expect(Object.keys(texts[language])).toEqual(Object.keys(MAILS));
  });
});
