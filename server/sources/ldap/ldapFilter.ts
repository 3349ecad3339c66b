/** Filters of RFC 4515 in which the address of a person is put. */
import { AndFilter, EqualityFilter, type Filter, FilterParser } from "ldapts";
import { LOGIN_PLACEHOLDER } from "../../../contract/constants.ts";

/** RFC 4515, section 3: what a value may not contain as it is. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** @throws Error for a filter that is none */
export const filterOf = (template: string, login: string): Filter =>
  FilterParser.parseString(template.replaceAll(LOGIN_PLACEHOLDER, () => escaped(login)));

/** Whether a template is a filter, also with any address in it. */
export function isFilter(template: string): boolean {
  try {
    filterOf(template, "ada@example.org");
    anyoneFilter(template);
    return true;
  } catch {
    return false;
  }
}

/** Matches the entries that the template matches for some address. */
const anyoneFilter = (template: string): Filter =>
  FilterParser.parseString(template.replaceAll(LOGIN_PLACEHOLDER, "*").replaceAll(/\*{2,}/g, "*"));

/** One entry by an attribute that stays the same, if the template could match it. */
export const identityFilter = (template: string, attribute: string, value: string | Buffer): Filter =>
  new AndFilter({ filters: [new EqualityFilter({ attribute, value }), anyoneFilter(template)] });

/** The template alone, for an entry that is named by its DN. */
export { anyoneFilter };
