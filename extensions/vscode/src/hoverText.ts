/** Texts of hovers, with links to the pages of the app. A malformed row is left out. */
import * as vscode from "vscode";
import type { BlameCommit } from "../../../contract/code/code.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { Definitions } from "../../../contract/code/references.ts";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { codeBlock } from "../../../contract/texts/codeBlock.ts";
import { hasTexts, rowsWith } from "./fields.ts";
import { escaped, linkTo, markdownOf } from "./markdown.ts";
import type { NamedTarget } from "./NamedKeys.ts";
import { READ_COMMAND, readCommand } from "./readCommand.ts";
import { joined } from "./rows.ts";
import type { Session } from "./Session.ts";
import { stateWord } from "./words.ts";

type Pages = Pick<Session, "pageOf">;
interface Person {
  readonly id: string;
  readonly name: string;
}
const PERSON_TEXTS = ["id", "name"] as const;
const REF_TEXTS = ["key", "address", "title", "state"] as const;

const personLink = (pages: Pages, { id, name }: Person): string =>
  linkTo(name, pages.pageOf({ kind: "person", id, name }));

const titled = (link: string, { title, state }: { readonly title: string; readonly state: string }): string =>
  `${link} ${escaped(title)} · ${escaped(stateWord(vscode.l10n.t, state))}`;

/** An issue or a request that a text names: title, state, and who is assigned or, of a request, the author. */
export function cardText(
  pages: Pages,
  target: NamedTarget,
  row: Issue | ChangeRequest,
): vscode.MarkdownString | undefined {
  const { t } = vscode.l10n;
  if (!hasTexts(row, ["title", "state"])) return undefined;
  const persons = target.kind === "issue" ? row.assignees : [row.author];
  const links = rowsWith(persons, PERSON_TEXTS)
    .map((person) => personLink(pages, person))
    .join(", ");
  const card = titled(linkTo(target.key, pages.pageOf(target)), row);
  if (target.kind === "request") return markdownOf([card, links]);
  const read = linkTo(t("Read the issue"), readCommand(target));
  return markdownOf([card, links ? t("Assigned to {0}", links) : t("Not assigned"), read], READ_COMMAND);
}

/** A name of the code: signature, the first line of its comment, how it was found, and who knows it best. */
export function symbolText(
  pages: Pages,
  languageId: string,
  { definitions, precision, owner }: Definitions,
): vscode.MarkdownString | undefined {
  const { t } = vscode.l10n;
  const [first] = rowsWith(definitions, ["source", "path", "signature", "doc"]);
  if (!first) return undefined;
  const { source, path, signature, doc, line } = first;
  const page = pages.pageOf({ kind: "file", source, path, line: Number.isInteger(line) ? line : null });
  return markdownOf([
    signature && codeBlock(languageId, signature),
    escaped(doc.trim().split("\n", 1)[0] ?? ""),
    joined([
      page === undefined ? "" : linkTo(t("Definition in Clew"), page),
      definitions.length > 1 ? t("and {0} more", definitions.length - 1) : "",
      precision === "precise" ? t("precise") : t("by name"),
    ]),
    hasTexts(owner, PERSON_TEXTS) ? t("Knows it best: {0}", personLink(pages, owner)) : "",
  ]);
}

/** The commit that a line is from, its author, and the issues and requests behind it. */
export function commitText(pages: Pages, source: string, commit: BlameCommit): vscode.MarkdownString {
  const { hash, title, author, person, at, issues, requests } = commit;
  const page = pages.pageOf({ kind: "commit", hash, source });
  const time = Date.parse(at);
  const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
  return markdownOf([
    `${linkTo(shortHash(hash), page)} ${escaped(title)}`,
    joined([
      hasTexts(person, PERSON_TEXTS) ? personLink(pages, person) : escaped(author),
      Number.isNaN(time) ? "" : escaped(format.format(time)),
    ]),
    ...rowsWith(issues, REF_TEXTS).map((one) =>
      titled(linkTo(one.key, pages.pageOf({ kind: "issue", id: one.address, key: one.key })), one),
    ),
    ...rowsWith(requests, REF_TEXTS).map((one) =>
      titled(linkTo(one.key, pages.pageOf({ kind: "request", id: one.address })), one),
    ),
  ]);
}

/** The first issue behind a commit. */
export const issueOf = ({ issues }: BlameCommit): string => rowsWith(issues, REF_TEXTS)[0]?.key ?? "";
export const authorOf = ({ person, author }: BlameCommit): string =>
  hasTexts(person, PERSON_TEXTS) ? person.name : author;
