/** Whether a name is in the IANA database, as the platform spells it (`Europe/Istanbul`), or is `UTC`. Offsets are rejected. */
export const isTimeZone = (name: string): boolean => {
  if (name === "UTC") return true;
  if (!/^[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
