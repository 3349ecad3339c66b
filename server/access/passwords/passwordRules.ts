/** What a new password must fulfil: contract/access/passwords.ts, which the app shows as one types, and the long list of leaked ones. */
import { readFileSync } from "node:fs";
import { PASSWORD_MIN_LENGTH } from "../../../contract/constants.ts";
import { passwordFaults, type PasswordFault, type PasswordOwner } from "../../../contract/access/passwords.ts";
import { Invalid } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";
import { productFile } from "../../productFiles.ts";

const WORDS: Record<PasswordFault, Message> = {
  short: message("field.min_characters", { min: PASSWORD_MIN_LENGTH }),
  common: message("password.common"),
  personal: message("password.personal"),
};

let leaked: ReadonlySet<string> | undefined;

/** Read on first use: most processes never check a new password. */
function leakedPasswords(): ReadonlySet<string> {
  leaked ??= new Set(
    readFileSync(productFile("server/access/commonPasswords.txt"), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("# ")),
  );
  return leaked;
}

/** A password of the list, also with digits and signs before or after it. */
export function isLeaked(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const list = leakedPasswords();
  return list.has(lower) || list.has(lower.replaceAll(/\s+/g, "")) || (core.length >= 4 && list.has(core));
}

/**
 * Checks a new password: long enough, not one that many have, not the address or the name, and typed the same twice.
 * @param field under which name the form has it
 * @throws Invalid
 */
export function requireGoodPassword(
  field: string,
  { password, confirmation }: { readonly password: string; readonly confirmation: string },
  owner: PasswordOwner,
): void {
  const faults = new Set(passwordFaults(password, owner));
  if (isLeaked(password)) faults.add("common");
  // One sentence at a time: the first rule that is violated.
  const fault = (["short", "personal", "common"] as const).find((name) => faults.has(name));
  if (fault !== undefined) throw new Invalid({ [field]: [WORDS[fault]] });
  if (password !== confirmation) throw new Invalid({ confirm_password: [message("password.mismatch")] });
}
