import { message } from "../../../server/messages/messages.ts";
import type { EmailFacts, EmailKind } from "../../../server/mail/emailTemplates.ts";

type Variant = { readonly [K in EmailKind]: { readonly kind: K; readonly facts: EmailFacts<K> } }[EmailKind];

/** A name with the marks of the messages' syntax. */
const NAME = "Zoë O'Neil '{x}' {count, plural";
const LINK = "https://clew.example/a?b=1&c=2";
const AT = new Date("2026-11-28T09:30:00Z");

const notices: EmailFacts<"notices"> = {
  name: NAME,
  isDigest: false,
  opening: { sentences: [], model: null },
  count: 3,
  first: "#12 is closed",
  sections: [{ title: "Tern", lines: [{ text: "#12 is closed", url: LINK }] }],
  others: 2,
  all: LINK,
  settings: `${LINK}#settings`,
};

const invoice: EmailFacts<"invoiceIssued"> = {
  name: NAME,
  company: "Ariadne",
  number: "S-000001",
  isCredit: false,
  amount: "EUR 120.00",
  days: "1 November 2026 to 30 November 2026",
  due: "15 December 2026",
  link: LINK,
};

/** Facts for each text of each mail. */
export const MAILS: Readonly<Record<string, Variant>> = {
  verification: {
    kind: "verification",
    facts: { name: NAME, company: "Ariadne & Co", code: "012345", minutes: 30 },
  },
  accountExists: { kind: "accountExists", facts: { signIn: LINK, forgot: `${LINK}#forgot` } },
  passwordReset: { kind: "passwordReset", facts: { name: NAME, link: LINK, minutes: 1440 } },
  passwordChanged: { kind: "passwordChanged", facts: { name: NAME, at: AT, forgot: LINK } },
  "secondFactorChanged by its owner": {
    kind: "secondFactorChanged",
    facts: { name: NAME, at: AT, change: "passkey_added", by: NAME, settings: LINK },
  },
  "secondFactorChanged by an Admin": {
    kind: "secondFactorChanged",
    facts: { name: NAME, at: AT, change: "reset", by: "Ada", settings: LINK },
  },
  newDevice: {
    kind: "newDevice",
    facts: {
      name: NAME,
      device: message("device.on", { browser: "Firefox", system: "Linux" }),
      network: "203.0.113.0/24",
      at: AT,
      link: LINK,
    },
  },
  "newDevice without an address": {
    kind: "newDevice",
    facts: { name: NAME, device: message("device.unknown"), network: "", at: AT, link: LINK },
  },
  tokenCreated: { kind: "tokenCreated", facts: { name: NAME, token: "Nightly", at: AT, expires: AT, link: LINK } },
  tokenExpiring: { kind: "tokenExpiring", facts: { name: NAME, token: "Nightly", expires: AT, link: LINK } },
  "companyInvitation by a person": {
    kind: "companyInvitation",
    facts: { by: NAME, company: "Ariadne", link: LINK, expires: AT },
  },
  "companyInvitation by the operator": {
    kind: "companyInvitation",
    facts: { by: null, company: "Ariadne", link: LINK, expires: AT },
  },
  projectInvitation: {
    kind: "projectInvitation",
    facts: { by: NAME, company: "Ariadne", project: "Tern", link: LINK, expires: AT },
  },
  projectAdded: { kind: "projectAdded", facts: { name: NAME, by: "Ada", project: "Tern", link: LINK } },
  setupTest: { kind: "setupTest", facts: { name: NAME, link: LINK } },
  "notices, several": { kind: "notices", facts: notices },
  "notices, one": { kind: "notices", facts: { ...notices, count: 1, others: 0 } },
  "notices, a day": { kind: "notices", facts: { ...notices, isDigest: true, count: 1234 } },
  "trialEnding with a plan before": {
    kind: "trialEnding",
    facts: {
      name: NAME,
      company: "Ariadne",
      plan: "Enterprise",
      ends: AT,
      before: "Standard",
      losses: ["Insights are hidden."],
      link: LINK,
    },
  },
  "trialEnding without one": {
    kind: "trialEnding",
    facts: { name: NAME, company: "Ariadne", plan: "Premium", ends: AT, before: null, losses: [], link: LINK },
  },
  invoiceIssued: { kind: "invoiceIssued", facts: invoice },
  "invoiceIssued, a credit note to an address": {
    kind: "invoiceIssued",
    facts: { ...invoice, name: "", isCredit: true, due: null },
  },
  weekly: {
    kind: "weekly",
    facts: { name: NAME, opening: notices.opening, sections: notices.sections, home: LINK, settings: LINK },
  },
};
