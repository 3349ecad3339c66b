/** The parts of a document that people write for people: all of a text, and the comments of code. */

export interface TextPart {
  readonly from: number;
  readonly text: string;
}

/** UTF-16 units: a longer document has no parts. */
const MAX_LENGTH = 500_000;

const PROSE =
  /^(?:plaintext|text|markdown|mdx|git-?commit|git-?rebase|scminput|restructuredtext|rst|asciidoc|latex|tex|org)$/;

// A string is matched so that no comment begins inside it. Its bound, and the end of the text as the end of what may have many lines, keep
// the time linear in the text. The groups are the mark and the text of a comment, in two pairs.
const STRING = /"(?:\\.|[^"\\\n]){0,500}"|'(?:\\.|[^'\\\n]){0,500}'/.source;
const SLASHES = new RegExp(
  `${STRING}|${/`(?:\\[^]|[^`\\])*(?:`|\\?$)|(\/\/)([^\n]*)|(\/\*)([^]*?)(?:\*\/|$)/.source}`,
  "g",
);
const HASHES = new RegExp(
  `${/("""|''')([^]*?)(?:"""|'''|$)/.source}|${STRING}|${/(?<![^\s;])(#)([^\n]*)/.source}`,
  "g",
);
const DASHES = new RegExp(`${STRING}|${/(--)([^\n]*)|(\/\*|\{-)([^]*?)(?:\*\/|-\}|$)/.source}`, "g");
const TAGS = /(<!--)([^]*?)(?:-->|$)/g;

const PATTERNS: readonly (readonly [languages: RegExp, comments: RegExp])[] = [
  [
    /^(?:python|ruby|shellscript|sh|bash|zsh|fish|perl|ya?ml|toml|dockerfile|makefile|make|cmake|conf|r|elixir|powershell|julia|properties|ini|nix)$/,
    HASHES,
  ],
  [/^(?:sql|plsql|lua|haskell|ada)$/, DASHES],
  [/^(?:html|xml|vue|svelte)$/, TAGS],
];

/** @param languageId an editor's name of the language; an unknown one is read as one with the comments of C */
export function textParts(languageId: string, text: string): TextPart[] {
  if (text.length > MAX_LENGTH) return [];
  if (PROSE.test(languageId)) return [{ from: 0, text }];
  const comments = PATTERNS.find(([languages]) => languages.test(languageId))?.[1] ?? SLASHES;
  return [...text.matchAll(comments)].flatMap(({ index, 1: mark, 2: commentText, 3: otherMark, 4: other }) => {
    const comment = commentText ?? other;
    return comment ? [{ from: index + (mark ?? otherMark ?? "").length, text: comment }] : [];
  });
}
