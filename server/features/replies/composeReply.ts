/** The text of a reply in Markdown. What others have written is in it as code alone, in which hosts make no links, mentions or HTML. */
import type { ReplyList } from "../../../contract/issues/replyKinds.ts";
import { sectionsOf } from "./replyTemplate.ts";

export interface ReplyPlace {
  readonly path: string;
  /** The page of the lines at the indexed revision; null for a host without such pages. */
  readonly url: string | null;
  /** What the link is called, such as “lines 10–20”. */
  readonly label: string;
}
export interface ReplyPerson {
  readonly name: string;
  /** With the sign of the host, such as `@ada`; null: the name alone. */
  readonly mention: string | null;
}
export interface ReplyIssue {
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  /** In the words of the reply; null for one that is similar alone. */
  readonly note: string | null;
}
/** What a reply says. */
export interface ReplyFacts {
  readonly key: string;
  readonly places: readonly ReplyPlace[];
  readonly people: readonly ReplyPerson[];
  readonly similar: readonly ReplyIssue[];
  /** In the words of the reply. */
  readonly missing: readonly string[];
}

/** Characters of a title or a name that are shown. */
const MAX_TEXT = 120;

/**
 * A text of others as code. A space within `://` keeps Jira Data Center from making a link, which it does in code too.
 */
export function asCode(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .replaceAll("`", "'")
    .replaceAll("://", ": //")
    .trim();
  const cut = Array.from(plain).slice(0, MAX_TEXT).join("").trimEnd();
  if (cut === "") return "";
  return `\`${cut}${cut.length < plain.length ? "…" : ""}\``;
}

/** An address that ends nowhere within the brackets of a link; null for one that is none of the web. */
export function linkTarget(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "") return null;
  return href.replaceAll(
    /[^\w:/?#@&=+$,;.%~-]/g,
    (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** The key of an issue, as every tracker writes it; "" for another text. */
const plainKey = (key: string): string => (/^(?:#\d{1,19}|[A-Z][A-Z0-9_]{0,80}-\d{1,19})$/.test(key) ? key : "");
/** A login in a form that hosts have, with its sign. */
const MENTION = /^@[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/;

const lines: Readonly<Record<ReplyList, (facts: ReplyFacts) => string[]>> = {
  places: ({ places }) =>
    places.flatMap(({ path, url, label }) => {
      const code = asCode(path);
      const target = url === null ? null : linkTarget(url);
      return code === "" ? [] : [target === null ? code : `${code} ([${label}](${target}))`];
    }),
  people: ({ people }) =>
    people
      .map(({ name, mention }) => (mention !== null && MENTION.test(mention) ? mention : asCode(name)))
      .filter((text) => text !== ""),
  similar: ({ similar }) =>
    similar.flatMap(({ key, title, url, note }) => {
      const name = plainKey(key);
      const target = url === null ? null : linkTarget(url);
      if (name === "") return [];
      const link = target === null ? name : `[${name}](${target})`;
      return [`${link} ${asCode(title)}${note === null ? "" : ` ${note}`}`.trimEnd()];
    }),
  missing: ({ missing }) => [...missing],
};

/**
 * The text of a reply by its template; a section whose lists are empty is left out.
 * @returns null where no list has anything: then there is nothing to say
 */
export function composeReply(template: string, facts: ReplyFacts): string | null {
  let hasList = false;
  const sections = sectionsOf(template).flatMap((section) => {
    const blocks: string[] = [];
    let isEmpty = false;
    let text: string[] = [];
    for (const { list, text: line } of section) {
      if (list === null) {
        text.push(line.replaceAll("{issue}", plainKey(facts.key)));
        continue;
      }
      const items = lines[list](facts);
      isEmpty ||= items.length === 0;
      if (text.length > 0) blocks.push(text.join("\n"));
      blocks.push(items.map((item) => `- ${item}`).join("\n"));
      text = [];
      hasList ||= items.length > 0;
    }
    if (text.length > 0) blocks.push(text.join("\n"));
    return isEmpty ? [] : [blocks.join("\n\n")];
  });
  return hasList && sections.length > 0 ? sections.join("\n\n") : null;
}
