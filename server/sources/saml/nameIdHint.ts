/** How a provider has named a person, besides the name itself: a sign-out with other attributes finds no session. */
import { isRecord } from "../rest/restFailure.ts";
import { attributeOf, escapeXml } from "./xmlDocument.ts";

const QUALIFIERS = ["Format", "NameQualifier", "SPNameQualifier"] as const;
const MAX_HINT = 2048;

/** The attributes of a NameID; undefined where they are too long. */
export function hintOfNameId(nameId: Element): string | undefined {
  const qualifiers = QUALIFIERS.map((name) => [name, attributeOf(nameId, name)]).filter(
    ([, value]) => value !== undefined,
  );
  const hint = JSON.stringify(Object.fromEntries(qualifiers));
  return hint.length <= MAX_HINT ? hint : undefined;
}

/** The attributes as XML. @param hint of `hintOfNameId`; null without one */
export function attributesOfHint(hint: string | null): string {
  const stored: unknown = hint === null ? {} : JSON.parse(hint);
  return QUALIFIERS.flatMap((name) => {
    const value = isRecord(stored) ? stored[name] : undefined;
    return typeof value === "string" ? [` ${name}="${escapeXml(value)}"`] : [];
  }).join("");
}
