/** Something before an @, and a dotted name after it. The server decides; this spares a round trip for a slip of the finger. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
