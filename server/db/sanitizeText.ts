/** A text that the database accepts: cut to a number of UTF-16 units at a whole character, without NUL. */
export const sanitizeText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).toWellFormed().replaceAll("\0", "");
