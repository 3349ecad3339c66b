/** Messages in the editor's language: the English one is the key, as in the editor's own localization. */
// The build takes only `reason` of these files (scripts/build.mjs).
import issuePageEn from "../../../src/i18n/locales/en/issuePage.json" with { type: "json" };
import expertsEn from "../../../src/i18n/locales/en/experts.json" with { type: "json" };
import issuePageTr from "../../../src/i18n/locales/tr/issuePage.json" with { type: "json" };
import expertsTr from "../../../src/i18n/locales/tr/experts.json" with { type: "json" };
import type { Expert } from "../../../contract/people/experts.ts";
import type { Reason } from "../../../contract/issues/localization.ts";
import type { ClientError } from "./ClewClient.ts";

export type Words = (message: string, ...values: (string | number)[]) => string;

/** The error and what to do about it. The server's own message is used where it is more specific. */
export function errorMessage(t: Words, { kind, message }: ClientError, address: string): string {
  switch (kind) {
    case "unreachable":
      return t("The Clew server at {0} does not answer.", address);
    case "notClew":
      return t("What answers at {0} is no Clew server, or one of another version.", address);
    case "signedOut":
      return message || t("Sign in to Clew again.");
    case "refused":
      return message || t("This token does not allow it.");
    case "notFound":
      return message || t("It is not there (any more).");
    case "limited":
      return message || t("Too many calls. Try again in a minute.");
    case "failed":
      return message || t("Something went wrong at the server.");
  }
}

/** The state of an issue or a request; one that is unknown here as it is. */
export function stateWord(t: Words, state: string): string {
  switch (state) {
    case "open":
      return t("open");
    case "closed":
      return t("closed");
    case "merged":
      return t("merged");
    default:
      return state;
  }
}

const CATALOGUES = {
  en: { files: issuePageEn.reason, people: expertsEn.reason },
  tr: { files: issuePageTr.reason, people: expertsTr.reason },
} satisfies Record<
  string,
  { files: Record<Reason["code"], string>; people: Record<Expert["reasons"][number]["code"], string> }
>;

/** The app's words for the codes of reasons: why a file is in the list, why a person is recommended. */
export interface ReasonWords {
  readonly files: Readonly<Record<string, string>>;
  readonly people: Readonly<Record<string, string>>;
}

/** @param language the editor's, such as `tr` or `pt-br`; English if the app does not have it */
export const reasonWords = (language: string): ReasonWords => CATALOGUES[/^tr\b/i.test(language) ? "tr" : "en"];

const UNITS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago a time of the server was, such as "3 months ago"; empty for one that is none. */
export function ageOf(language: string, at: string, now = Date.now()): string {
  const seconds = (now - Date.parse(at)) / 1000;
  if (Number.isNaN(seconds)) return "";
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? (["minute", 60] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
    -Math.max(0, Math.floor(seconds / length)),
    unit,
  );
}
