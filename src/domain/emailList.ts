import { TEXT_LIMITS } from "../../contract/constants.ts";

/** Lenient on purpose: the server decides. Something, an at sign, and a domain with a dot. */
const EMAIL = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@.,;<>()"]+$/;

export const isEmail = (text: string): boolean => text.length <= TEXT_LIMITS.email && EMAIL.test(text);

/** Splits typed or pasted text: commas, semicolons, white space and `Name <address>` as mail programs write it. */
export function readEmails(text: string): { emails: string[]; rest: string[] } {
  const words = text
    .replace(/[^,;<>\n]*<([^<>]*)>/g, "$1")
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
  const unique = [...new Set(words.map((word) => word.toLowerCase()))];
  return { emails: unique.filter(isEmail), rest: unique.filter((word) => !isEmail(word)) };
}
