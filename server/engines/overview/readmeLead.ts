/** Maximum characters of a README that are read, of a paragraph, and of the result. */
const MAX_README_LENGTH = 20_000;
const MAX_PARAGRAPH = 2_000;
const MAX_LEAD = 400;
/** A paragraph of fewer words is a slogan of badges or a link list. */
const MIN_WORDS = 4;

/**
 * The first paragraph of a README in Markdown, reStructuredText or AsciiDoc as plain text: without headings, badges, code, lists, tables,
 * links and markup. Null where there is none.
 */
export function readmeLead(readme: string): string | null {
  const text = withoutComments(
    readme
      .slice(0, MAX_README_LENGTH)
      .replace(/^\uFEFF/, "")
      .replaceAll(/\r\n?/g, "\n"),
  );
  for (const paragraph of paragraphsOf(text.replace(/^---\n[\s\S]*?\n---\n/, ""))) {
    const plain = plainText(paragraph.slice(0, MAX_PARAGRAPH));
    if ((plain.match(/\p{L}{2,}/gu) ?? []).length >= MIN_WORDS) return clip(plain);
  }
  return null;
}

function withoutComments(text: string): string {
  let rest = text;
  let visible = "";
  for (;;) {
    const start = rest.indexOf("<!--");
    if (start < 0) return visible + rest;
    visible += rest.slice(0, start);
    const end = rest.indexOf("-->", start);
    if (end < 0) return visible;
    rest = rest.slice(end + 3);
  }
}

const FENCE = /^\s{0,3}(```|~~~|----$|\.\.\.\.$)/;
const UNDERLINE = /^\s{0,3}([=\-~^"'#*+])\1{2,}\s*$/;
/** Headings, lists, quotes, tables, directives and attributes. */
const NO_PROSE =
  /^\s{0,3}(#{1,6}\s|={1,5}\s|[-*+]\s|\d{1,3}[.)]\s|>|\||\.\.(\s|$)|:[\w-]{1,40}:|\[[\w=,." -]{1,80}\]\s*$|\[[^\]]{1,100}\]:)/;

/** Blocks of consecutive lines of prose. */
function* paragraphsOf(text: string): Generator<string> {
  let lines: string[] = [];
  let fence: string | null = null;
  let isSkipped = false;
  for (const line of [...text.split("\n"), ""]) {
    const marker = FENCE.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (marker === fence) fence = null;
      continue;
    }
    if (line.trim() === "") {
      if (lines.length > 0 && !isSkipped) yield lines.join(" ");
      lines = [];
      isSkipped = false;
    } else if (UNDERLINE.test(line)) {
      // The line above, or the one between two such lines, is a heading.
      lines = [];
    } else if (marker !== null) {
      if (lines.length > 0 && !isSkipped) yield lines.join(" ");
      lines = [];
      fence = marker;
    } else if (lines.length === 0 && (NO_PROSE.test(line) || /^( {4}|\t)/.test(line))) {
      // A heading in one line ends with it; lists and directives end with an empty line.
      isSkipped = !/^\s{0,3}(#|=)/.test(line);
    } else if (!isSkipped) {
      lines.push(line.trim());
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  mdash: "—",
  ndash: "–",
};

/** Text of a paragraph without markup. Quantifiers are bounded, so that the time is linear. */
const plainText = (paragraph: string): string =>
  paragraph
    .replaceAll(/!\[[^\]]{0,300}\](\([^)]{0,500}\)|\[[^\]]{0,100}\])/g, "")
    .replaceAll(/<(https?:[^>\s]{1,500}|mailto:[^>\s]{1,300})>/g, "")
    .replaceAll(/<\/?[a-zA-Z][^<>]{0,500}>/g, " ")
    .replaceAll(/\[([^\]]{0,300})\](\([^)]{0,500}\)|\[[^\]]{0,100}\])/g, "$1")
    .replaceAll(/`([^`<]{1,200}) <[^>`]{1,500}>`_{1,2}/g, "$1")
    .replaceAll(/:[\w-]{1,40}:`([^`]{1,200})`/g, "$1")
    .replaceAll(/https?:\/\/[^\s[]{1,300}\[([^\]]{1,200})\]/g, "$1")
    .replaceAll(/`{1,2}([^`]{1,300})`{1,2}_{0,2}/g, "$1")
    .replaceAll(/(\*\*|__)([^*_]{1,500})\1/g, "$2")
    .replaceAll(/(?<![\p{L}\p{N}*_])([*_])([^*_]{1,500})\1(?![\p{L}\p{N}])/gu, "$2")
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp|copy|mdash|ndash);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/\\([\\`*_{}[\]()#+.!-])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

/** At the end of a sentence where one ends in the second half, otherwise of a word. */
function clip(text: string): string {
  if (text.length <= MAX_LEAD) return text;
  const head = text.slice(0, MAX_LEAD);
  const sentence = head.lastIndexOf(". ");
  if (sentence > MAX_LEAD / 2) return head.slice(0, sentence + 1);
  return `${head.slice(0, Math.max(1, head.lastIndexOf(" ")))}…`;
}
