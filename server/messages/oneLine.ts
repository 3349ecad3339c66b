/** Line breaks and other control characters as spaces: in a log, a header or a subject they would begin something new. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

/** A text of at most this many characters. */
export function truncate(text: string, length: number): string {
  const signs = Array.from(text);
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join("")}…`;
}

/** A text as one line of at most this many characters. */
export const truncateLine = (text: string, length: number): string => truncate(oneLine(text).trim(), length);
