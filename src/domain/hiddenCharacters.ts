import { characterName } from "../../contract/texts/hiddenCharacters.ts";

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

/** A text of another person within a sentence of the app: hidden characters by their numbers. */
export const visibleText = (text: string): string => text.replaceAll(HIDDEN, characterName);

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
