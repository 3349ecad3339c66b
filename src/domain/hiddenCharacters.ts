/** A piece of a text: as it is, or a character without a shape and its number. */
export interface TextPiece {
  readonly text: string;
  readonly isHidden: boolean;
}

/**
 * Controls, and format characters: without a shape, or changing the direction of the text. Joiners between letters or signs that need them
 * (Persian, emoji) and line breaks are part of a text.
 */
const HIDDEN = /(?![\t\n\r])(?<![^\0-\x7f])[\u200c\u200d]|(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** The number of a character: U+202E. */
export const characterName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A text of another person within a sentence of the app: hidden characters by their numbers. */
export const visibleText = (text: string): string => text.replaceAll(HIDDEN, characterName);

/** Controls, and characters that turn the direction of those behind them; marks and joiners that languages need are not among them. */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text of another person with lines and paragraphs: characters that change what is read around them by their numbers. */
export const visibleProse = (text: string): string => text.replaceAll(MISLEADING, characterName);

/** A text of another person in pieces, with hidden characters by their numbers. */
export function markHidden(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isHidden: false });
    pieces.push({ text: characterName(character), isHidden: true });
    at = index + character.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isHidden: false });
  return pieces;
}
