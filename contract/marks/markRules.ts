/** What a mark may be. Free of zod, so that the web app may import it. */
import { HIDDEN_CHARACTERS } from "../texts/hiddenCharacters.ts";

/** Characters of a mark. */
export const MAX_MARK_LENGTH = 40;
/** Marks of one issue, request or page. */
export const MAX_MARKS = 10;

/** The text of a mark as it is stored: one line, without characters that a person does not see. Empty where nothing is left. */
export const markText = (text: string): string =>
  text.normalize("NFC").replaceAll(HIDDEN_CHARACTERS, "").replaceAll(/\s+/g, " ").trim();

/** Code points, as the database counts them. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Half of a character, which the database does not store. `isWellFormed` is newer than the library that the editor's extension compiles with. */
const LONE_SURROGATE = /\p{Cs}/u;

/** Whether a text can be a mark: a character that is seen is in it, and it is not too long. */
export const isMark = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !LONE_SURROGATE.test(text) && lengthOf(text) <= MAX_MARK_LENGTH;
