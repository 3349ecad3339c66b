/** The regular expression that matches a text literally, also between slashes. `RegExp.escape` encodes letters, so people could not read it. */
export const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
