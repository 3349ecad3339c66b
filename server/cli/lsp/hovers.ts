import type { Hover, Position } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { type KeyInText, keysIn } from "../../../contract/texts/names.ts";
import { textParts } from "../../../contract/texts/textParts.ts";
import { message } from "../../messages/messages.ts";
import { blameOfLines, type BlameOfLines } from "./blameOfLines.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { FoundDefinition, KeyTarget, EditorPerson, LineCommit, NamedSymbol } from "./CodeKnowledge.ts";
import { joined, type Markup } from "./markup.ts";
import { uriOfPlace } from "./places.ts";
import type { OpenFile, SyncedFile } from "./OpenFiles.ts";

const MAX_PEOPLE = 3;
const MAX_ISSUES = 5;
const WORD = /[\p{L}\p{Nd}_$]+/gu;

/** The key that a comment or a text has at a place; `isText`: the place is in one. */
export function keyAt(
  document: TextDocument,
  position: Position,
): { readonly isText: boolean; readonly key: KeyInText | undefined } {
  const at = document.offsetAt(position);
  const part = textParts(document.languageId, document.getText()).find(
    ({ from, text }) => from <= at && at <= from + text.length,
  );
  const key = part && keysIn(part).find(({ from, to }) => from <= at && at <= to);
  return { isText: part !== undefined, key };
}

/** What is at a place of a document: the issue or request that a text names, or a name of the code. */
export async function hoverAt(
  context: EditorContext,
  file: OpenFile,
  position: Position,
  signal: AbortSignal,
): Promise<Hover | null> {
  const { document, knowledge } = file;
  const { isText, key } = keyAt(document, position);
  if (key) {
    const target = (await knowledge.keys([key.name], signal)).get(key.name);
    const value = target && (await cardText(context, file, target, signal));
    const range = { start: document.positionAt(key.from), end: document.positionAt(key.to) };
    return value ? { contents: { kind: context.markup.kind, value }, range } : null;
  }
  // The words of a comment are no names of the code.
  const word = isText ? undefined : wordAt(document, position);
  const synced = word && (await context.files.read(file, signal));
  // A changed line has no place in the known version.
  const line = synced ? (synced.toKnown[position.line] ?? -1) : -1;
  if (!word || !synced || line < 0) return null;
  const { file: syncedFile } = synced;
  const symbol =
    (await knowledge.symbolAt(syncedFile, { line: line + 1, column: position.character + 1 }, signal)) ??
    (knowledge.hasIssues ? null : ownSymbol(synced, word.text));
  if (!symbol) return null;
  const value = await symbolText(context, file, symbol, syncedFile.revision, signal);
  return { contents: { kind: context.markup.kind, value }, range: word.range };
}

function wordAt(document: TextDocument, { line, character }: Position) {
  const start = { line, character: 0 };
  const text = document.getText({ start, end: { line: line + 1, character: 0 } });
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index > character || character > index + word.length) continue;
    const range = { start: { line, character: index }, end: { line, character: index + word.length } };
    return { text: word, range };
  }
  return undefined;
}

/** A definition of the file itself, while the index of a repository alone is built. */
function ownSymbol({ file: syncedFile }: SyncedFile, name: string): NamedSymbol | null {
  const symbol = syncedFile.symbols.find((candidate) => candidate.name === name);
  if (!symbol) return null;
  const { source, path, lines } = syncedFile;
  const { start_line: line, end_line: endLine } = symbol;
  const signature = (lines[line - 1] ?? "").trim();
  return {
    definitions: [{ source, path, line, endLine, signature, doc: "" }],
    precision: "by_name",
    owner: null,
  };
}

const personLink = ({ knowledge }: OpenFile, markup: Markup, { id, name }: EditorPerson): string =>
  markup.link(name, id === null ? undefined : knowledge.pageOf({ kind: "person", id, name }));

async function cardText(
  { markup, words }: EditorContext,
  file: OpenFile,
  target: KeyTarget,
  signal: AbortSignal,
): Promise<string | undefined> {
  const card = await file.knowledge.card(target, signal);
  if (!card) return undefined;
  const { kind, address: id, key } = target;
  const page = file.knowledge.pageOf(kind === "issue" ? { kind, id, key } : { kind, id });
  const people = card.people.map((person) => personLink(file, markup, person)).join(", ");
  const about =
    kind === "request"
      ? people && words(message("editor.by_author", { person: people }))
      : people
        ? words(message("editor.assigned", { people }))
        : words(message("editor.unassigned"));
  return [`${markup.link(key, page)} ${markup.text(card.title)} · ${words.state(card.state)}`, about]
    .filter((line) => line !== "")
    .join("\n\n");
}

async function symbolText(
  context: EditorContext,
  file: OpenFile,
  { definitions, precision, owner }: NamedSymbol,
  revision: string,
  signal: AbortSignal,
): Promise<string> {
  const { markup, words } = context;
  const [first] = definitions;
  const isOfClone = file.knowledge.pathInClone(first) !== null;
  const blame = await file.knowledge.blame({ ...first, revision: isOfClone ? revision : undefined }, signal);
  const lines = blame && blameOfLines(blame, first.line, first.endLine);
  return [
    first.signature && markup.code(file.document.languageId, first.signature),
    markup.text(first.doc.trim().split("\n", 1)[0] ?? ""),
    joined([
      words(message("editor.defined_in", { place: placeLink(file, markup, first) })),
      definitions.length > 1 ? words(message("editor.more", { count: definitions.length - 1 })) : "",
      words(message(precision === "precise" ? "editor.precise" : "editor.by_name")),
    ]),
    owner
      ? words(message("editor.knows_best", { people: personLink(file, markup, owner) }))
      : lines
        ? words(
            message("editor.wrote_it", {
              people: lines.people
                .slice(0, MAX_PEOPLE)
                .map((person) => personLink(file, markup, person))
                .join(", "),
            }),
          )
        : "",
    ...(lines ? blameText(context, file, lines, first.source) : []),
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

function placeLink({ clone, knowledge }: OpenFile, markup: Markup, { source, path, line }: FoundDefinition): string {
  const uri = uriOfPlace(clone, knowledge, { source, path });
  const url = knowledge.pageOf({ kind: "file", source, path, line }) ?? (uri === null ? undefined : `${uri}#L${line}`);
  return markup.link(`${path}:${line}`, url);
}

function blameText(
  { markup, words }: EditorContext,
  file: OpenFile,
  { issues, last }: BlameOfLines,
  source: string,
): string[] {
  const rows = issues
    .slice(0, MAX_ISSUES)
    .map(
      ({ key, address, title, state }) =>
        `${markup.link(key, file.knowledge.pageOf({ kind: "issue", id: address, key }))} ${markup.text(title)} (${words.state(state)})`,
    );
  return [
    rows.length === 0 ? "" : words(message("editor.issues", { issues: rows.join(", ") })),
    last ? words(message("editor.last_change", { commit: commitText({ markup, words }, file, last, source) })) : "",
  ];
}

function commitText(
  { markup, words }: Pick<EditorContext, "markup" | "words">,
  file: OpenFile,
  { hash, title, person, at }: LineCommit,
  source: string,
): string {
  const commit = markup.link(shortHash(hash), file.knowledge.pageOf({ kind: "commit", hash, source }));
  return joined([`${commit} ${markup.text(title)}`, personLink(file, markup, person), words.day(at)]);
}
