/**
 * Characters that a person does not see: zero width, marks of direction, the tags block, selectors of variants, soft hyphens, fillers and
 * controls, of which tab and line feed alone are kept.
 */
export const HIDDEN_CHARACTERS = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The number of a character: U+202E. */
export const characterName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Controls, and characters that turn the direction of those behind them; marks and joiners that languages need are not among them. */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text of another person with lines and paragraphs: characters that change what is read around them by their numbers. */
export const visibleProse = (text: string): string => text.replaceAll(MISLEADING, characterName);
