/** A text as the database takes it: cut to so many UTF-16 units, whole characters alone, without NUL. */
export const storable = (text: string, longest: number): string =>
  text.slice(0, longest).toWellFormed().replaceAll("\0", "");
