import { webHref } from "./webAddress.ts";

/** What a new issue says of a pasted report: the report, and what was found out about it. */
export interface ReportFindings {
  readonly text: string;
  readonly files: readonly { readonly path: string; readonly line: number | null }[];
  readonly people: readonly string[];
  readonly similar: readonly { readonly title: string; readonly url: string | null }[];
}

export interface FindingWords {
  readonly files: string;
  readonly people: string;
  readonly similar: string;
}

const MAX_LISTED = 5;

/** Names and titles of others stay text: none of their characters is markup, names a person or another issue. */
const plainMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~!]/g, String.raw`\$&`)
    .replaceAll("@", "@\u2060");

const code = (text: string): string => `\`${text.replaceAll(/[`\s]+/g, " ")}\``;

/** The report as Markdown, with the likely files, the people and the similar issues below it. Its author can change all of it before it is sent. */
export function newIssueText({ text, files, people, similar }: ReportFindings, words: FindingWords): string {
  const section = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`**${heading}**\n\n${lines.map((line) => `- ${line}`).join("\n")}`];
  const sections = [
    ...section(
      words.files,
      files.slice(0, MAX_LISTED).map(({ path, line }) => code(line === null ? path : `${path}:${line}`)),
    ),
    ...section(words.people, people.slice(0, MAX_LISTED).map(plainMarkdown)),
    ...section(
      words.similar,
      similar.slice(0, MAX_LISTED).map(({ title, url }) => {
        const href = webHref(url) ?? "";
        return URL.canParse(href) ? `[${plainMarkdown(title)}](<${new URL(href).href}>)` : plainMarkdown(title);
      }),
    ),
  ];
  return [text.trim(), ...(sections.length > 0 ? ["---", ...sections] : [])].filter(Boolean).join("\n\n");
}

/** The words of a text as a search without any syntax. */
export const plainQuery = (text: string): string => (text.match(/[\p{L}\p{N}_]{3,}/gu) ?? []).slice(0, 12).join(" ");
