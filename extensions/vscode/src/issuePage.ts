/** The page of an issue in the editor: HTML without scripts, in which texts of others are text or allowed elements. */
import type { Issue } from "../../../contract/issues/issues.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import { hasTexts, rowsWith } from "./fields.ts";
import { joined, localizedRows, plain, type Row, type Target } from "./rows.ts";
import { htmlText, safeHtml } from "./safeHtml.ts";
import { type ReasonWords, stateWord, type Words } from "./words.ts";

const MAX_TEXT = 50_000;
const MAX_COMMENTS = 200;
/** Places that are shown: the text of the issue is below them. */
const BEST_PLACES = 5;
const PERSON_TEXTS = ["id", "name"] as const;
const WEB_ADDRESS = /^https?:\/\//i;

/** What the page is made with. */
export interface PageTools {
  readonly t: Words;
  /** The editor's language, such as `tr`. */
  readonly language: string;
  readonly reasons: ReasonWords;
  readonly pageOf: (target: Target) => string | undefined;
  /** Markdown as HTML, which need not be safe; rejected or no text: the Markdown is shown as it is. */
  readonly render: (markdown: string) => PromiseLike<unknown>;
}

/** An issue with its places. Null: the places could not be read. */
export interface IssueWithPlaces {
  readonly issue: Issue;
  readonly places: Localization | null;
}

/** The command that a place of the page runs, alone of all commands. */
export const PLACE_COMMAND = "clew.open";

const STYLE = `
body { max-width: 52rem; margin: 0 auto; padding: 0 1.5rem 3rem; line-height: 1.5; overflow-wrap: break-word; }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; }
.quiet { color: var(--vscode-descriptionForeground); }
ol { padding-left: 1.5em; } .places .quiet { margin: 0 0 0.5em; } summary { cursor: pointer; }
article { border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); border-radius: 4px; padding: 0 1em; margin: 1em 0; }
article h1, article h2 { font-size: 1.1em; margin-top: 1em; }
pre { overflow-x: auto; padding: 0.7em; background: var(--vscode-textCodeBlock-background); white-space: pre-wrap; }
pre code { background: none; padding: 0; }
blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid var(--vscode-textBlockQuote-border); }
table { border-collapse: collapse; } th, td { border: 1px solid var(--vscode-panel-border); padding: 0.2em 0.6em; }
`;

/** @param nonce of the page's own style, the only one that its policy allows */
export async function issuePage(tools: PageTools, { issue, places }: IssueWithPlaces, nonce: string): Promise<string> {
  const { t, language } = tools;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const comments = rowsWith(issue.comment_list, ["body"]);
  const shown = await Promise.all(
    comments
      .slice(0, MAX_COMMENTS)
      .map(async ({ author, created_at, body }) => textOf(by(tools, author, created_at), await rendered(tools, body))),
  );
  const more = comments.length - shown.length;
  const body = typeof issue.body === "string" && issue.body.trim() !== "" ? await rendered(tools, issue.body) : "";
  return `<!DOCTYPE html>
<html lang="${htmlText(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1>${htmlText(plain(issue.key))} ${htmlText(plain(issue.title))}</h1>
${facts(tools, issue)}
<h2>${htmlText(t("Likely places"))}</h2>
${placeList(tools, places)}
<h2>${htmlText(t("Text"))}</h2>
${textOf(by(tools, issue.author, issue.created_at), body || quiet(t("The issue has no text.")))}
${comments.length === 0 ? "" : `<h2>${htmlText(t("Comments"))}</h2>\n${shown.join("\n")}`}
${more > 0 ? quiet(t("and {0} more", more)) : ""}
</body>
</html>`;
}

const quiet = (text: string): string => (text === "" ? "" : `<p class="quiet">${htmlText(text)}</p>`);
const textOf = (heading: string, html: string): string => `<article>${heading}\n${html}</article>`;
const link = (text: string, address: string | undefined): string =>
  address === undefined ? htmlText(text) : `<a href="${htmlText(address)}">${htmlText(text)}</a>`;

async function rendered({ render }: PageTools, markdown: string): Promise<string> {
  const text = markdown.length > MAX_TEXT ? `${markdown.slice(0, MAX_TEXT)}…` : markdown;
  try {
    const html = await render(text);
    if (typeof html === "string") return safeHtml(html);
  } catch {
    // The editor's own Markdown extension is turned off.
  }
  return `<pre>${htmlText(text)}</pre>`;
}

function personLink({ pageOf }: PageTools, person: unknown): string {
  if (!hasTexts(person, PERSON_TEXTS)) return "";
  const { id, name } = person;
  return link(plain(name), pageOf({ kind: "person", id, name }));
}

function by(tools: PageTools, author: unknown, at: unknown): string {
  const time = typeof at === "string" ? Date.parse(at) : Number.NaN;
  const format = new Intl.DateTimeFormat(tools.language, { dateStyle: "medium", timeStyle: "short" });
  const parts = [personLink(tools, author), Number.isNaN(time) ? "" : htmlText(format.format(time))];
  return `<p class="quiet">${joined(parts)}</p>`;
}

function facts(tools: PageTools, { id, key, state, assignees, labels, url }: Issue): string {
  const { t, pageOf } = tools;
  const people = rowsWith(assignees, PERSON_TEXTS).map((person) => personLink(tools, person));
  const names = Array.isArray(labels) ? labels.filter((label) => typeof label === "string").map(plain) : [];
  const page = pageOf({ kind: "issue", id, key });
  return `<p>${joined([
    htmlText(stateWord(t, state)),
    people.length > 0 ? t("Assigned to {0}", people.join(", ")) : htmlText(t("Not assigned")),
    htmlText(names.join(", ")),
  ])}</p>
<p>${joined([
    page === undefined ? "" : link(t("Open in Clew"), page),
    typeof url === "string" && WEB_ADDRESS.test(url) ? link(t("Open in the tracker"), url) : "",
  ])}</p>`;
}

function placeList({ t, reasons }: PageTools, places: Localization | null): string {
  if (places === null) return quiet(t("The places could not be read."));
  const rows = localizedRows(reasons, places);
  if (rows.length === 0) return quiet(t("No file of the code fits."));
  const doubt = places.confidence === "low" ? quiet(t("Not sure: little in the text points at code.")) : "";
  const list = (from: number, to?: number): string =>
    `<ol class="places" start="${from + 1}">\n${rows.slice(from, to).map(place).join("\n")}\n</ol>`;
  const more = rows.length - BEST_PLACES;
  const rest =
    more > 0 ? `<details><summary>${htmlText(t("and {0} more", more))}</summary>${list(BEST_PLACES)}</details>` : "";
  return doubt + list(0, BEST_PLACES) + rest;
}

function place({ label, description, detail, target }: Row): string {
  const address = `command:${PLACE_COMMAND}?${encodeURIComponent(JSON.stringify([target]))}`;
  // Without a title the editor shows the address of the command.
  const open = `<a href="${address}" title="${htmlText(label)}">${htmlText(label)}</a>`;
  return `<li>${open} ${htmlText(description)}${quiet(detail)}</li>`;
}
