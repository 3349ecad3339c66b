/**
 * Messages to callers, in their language. They are written in English where they are thrown, and English speakers get that text unchanged;
 * the other languages are in a table keyed by the English sentence. `{}` in it marks a variable part.
 */
import type { Sync } from "../../../contract/projects.ts";
import type { FieldErrors } from "../../errors.ts";
import type { Language } from "../../mail/emailTemplates.ts";
import { TURKISH } from "./turkish.ts";

interface Template {
  readonly pattern: RegExp;
  readonly words: string;
}

const exact = new Map<string, string>();
const templates: Template[] = [];
for (const [english, words] of Object.entries(TURKISH)) {
  if (!english.includes("{}")) exact.set(english, words);
  else {
    const parts = english.split("{}").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    templates.push({ pattern: new RegExp(`^${parts.join("([^]+?)")}$`), words });
  }
}

/** A sentence in a language. One that the table does not have stays English: better than none. */
export function translate(sentence: string, language: Language): string {
  if (language === "EN") return sentence;
  const whole = exact.get(sentence);
  if (whole !== undefined) return whole;
  for (const { pattern, words } of templates) {
    const found = pattern.exec(sentence)?.slice(1);
    // `{1}`, `{2}`: the order may differ between the languages.
    if (found) {
      return words.replaceAll(/\{(\d)\}/g, (_, number: string) => {
        const value = found[Number(number) - 1] ?? "";
        // A sentence inside of a sentence, such as what a host said.
        return value.endsWith(".") && value.includes(" ") ? translate(value, language) : value;
      });
    }
  }
  return sentence;
}

/** Every message of a refusal, field by field. */
export function inLanguage(fields: FieldErrors, language: Language): FieldErrors {
  if (language === "EN") return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((sentence) => translate(sentence, language)) : inLanguage(value, language),
    ]),
  );
}

/** The sync status of a source, with the host's message in the reader's language. */
export const syncInLanguage = (sync: Sync, language: Language): Sync =>
  sync.error === null ? sync : { ...sync, error: translate(sync.error, language) };
