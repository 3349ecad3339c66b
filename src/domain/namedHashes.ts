/** Seven and more digits of a hash on their own: not a part of a word, of a path or of an address. */
const HASH = /(?<![\w/#.-])[0-9a-f]{7,40}(?![\w/-])/g;
/** Hashes of one page that are looked up. */
const MOST = 60;

/** A number is no hash, and neither is a word such as `defaced`. */
const isHash = (text: string): boolean => /\d/.test(text) && /[a-f]/.test(text);

/** What in these texts may be the hash of a commit, each once. */
export function namedHashes(texts: readonly string[]): string[] {
  const found = new Set(texts.flatMap((text) => (text.match(HASH) ?? []).filter(isHash)));
  return [...found].slice(0, MOST);
}

/**
 * Rendered text with links on the hashes that are known, outside of links and of blocks of code.
 * @param hrefs the page of each commit, by the hash as it is written
 */
export function linkHashes(html: string, hrefs: ReadonlyMap<string, string>): string {
  if (hrefs.size === 0) return html;
  let closed = 0;
  return html.replaceAll(/<[^>]*>|[^<]+/g, (piece) => {
    if (/^<(?:a|pre)[\s>]/i.test(piece)) closed++;
    else if (/^<\/(?:a|pre)>/i.test(piece)) closed--;
    if (piece.startsWith("<") || closed > 0) return piece;
    return piece.replaceAll(HASH, (hash) => {
      const href = hrefs.get(hash);
      return href === undefined
        ? hash
        : `<a href="${href.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${hash}</a>`;
    });
  });
}
