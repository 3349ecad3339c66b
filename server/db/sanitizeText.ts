/** A text as the database takes it: cut to so many UTF-16 units, whole characters alone, without NUL. */
export const sanitizeText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).toWellFormed().replaceAll("\0", "");
