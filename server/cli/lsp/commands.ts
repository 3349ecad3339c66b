import type { Range } from "vscode-languageserver/node";
import { message } from "../../messages/messages.ts";
import { shown } from "../terminal.ts";
import type { Clone } from "./Clones.ts";
import { EDITOR_COMMANDS } from "./commandNames.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { EditorWindow } from "./EditorWindow.ts";
import type { FoundPlace, CodeKnowledge } from "./CodeKnowledge.ts";
import { uriOfPlace } from "./places.ts";

const SHOWN_PLACES = 10;
const SHOWN_PEOPLE = 5;

/** The argument of each command. */
interface Argument {
  /** The document that it is about; its clone decides which project is asked. */
  readonly uri: string;
  readonly issue: string | undefined;
  readonly text: string | undefined;
  readonly range: Range | undefined;
  /** False: the caller shows the answer itself. */
  readonly isShown: boolean;
}

/** An answer of a command: what a client can use, and what is shown to the user. */
export interface CommandAnswer {
  readonly result: object | null;
  readonly show: (window: EditorWindow) => Promise<void> | void;
}

export interface CommandPlace {
  readonly clone: Clone;
  readonly knowledge: CodeKnowledge;
}

/** What `openPlace` found: the clone and what is known, or the sentence why there is nothing. */
type OpenPlace = (uri: string) => Promise<(CommandPlace & { readonly path: string }) | string>;

/** Runs a command of `workspace/executeCommand`. @returns undefined for one that is not known */
export async function runEditorCommand(
  context: EditorContext,
  { command, input }: { readonly command: string; readonly input: unknown },
  openPlace: OpenPlace,
  signal: AbortSignal,
): Promise<CommandAnswer | undefined> {
  if (!Object.values<string>(EDITOR_COMMANDS).includes(command)) return undefined;
  const argument = readArgument(input);
  const place = await openPlace(argument.uri);
  const answer =
    typeof place === "string" ? sentence(place) : await answerOf(context, command, argument, place, signal);
  return argument.isShown ? answer : { ...answer, show: () => undefined };
}

const sentence = (text: string): CommandAnswer => ({ result: null, show: (window) => window.warn(text) });

function answerOf(
  context: EditorContext,
  command: string,
  argument: Argument,
  place: CommandPlace & { readonly path: string },
  signal: AbortSignal,
): Promise<CommandAnswer> {
  if (command === EDITOR_COMMANDS.places) return findPlaces(context, argument, place, signal);
  return command === EDITOR_COMMANDS.people
    ? findPeople(context, place, signal)
    : linkToLines(context, argument, place, signal);
}

async function findPlaces(
  { words }: EditorContext,
  { issue, text }: Argument,
  { clone, knowledge }: CommandPlace,
  signal: AbortSignal,
): Promise<CommandAnswer> {
  if (issue !== undefined && !knowledge.hasIssues) return sentence(words(message("editor.needs_server")));
  const likelyPlaces = await knowledge.places(issue === undefined ? { text: text ?? "" } : { issue }, signal);
  if (!likelyPlaces) {
    const isMissing = issue !== undefined && !(await knowledge.keys([issue], signal)).has(issue);
    const why = isMissing ? message("editor.no_issue", { key: shown(issue) }) : message("editor.unavailable");
    return sentence(words(why));
  }
  const places = likelyPlaces.map((place) => presentPlace(place, clone, knowledge));
  return {
    result: { places },
    show: async (window) => {
      const listed = places.slice(0, SHOWN_PLACES).map((place) => ({
        ...place,
        title: `${shown(place.path)}:${place.line}${place.name === "" ? "" : ` ${shown(place.name)}`}`,
      }));
      const chosen = await window.choose(words(message("editor.places", { count: likelyPlaces.length })), listed);
      if (chosen) await window.open(chosen.uri, chosen.line);
    },
  };
}

function presentPlace(place: FoundPlace, clone: Clone, knowledge: CodeKnowledge) {
  const { path, line, name, score } = place;
  const uri = uriOfPlace(clone, knowledge, place) ?? knowledge.pageOf({ kind: "file", ...place }) ?? "";
  return { uri, path, line, name, score };
}

async function findPeople(
  { words }: EditorContext,
  { knowledge, path }: CommandPlace & { readonly path: string },
  signal: AbortSignal,
): Promise<CommandAnswer> {
  const experts = await knowledge.people(path, signal);
  if (!experts) return sentence(words(message("editor.unavailable")));
  const people = experts.map(({ id, name }) => ({
    name: shown(name),
    url: id === null ? null : (knowledge.pageOf({ kind: "person", id, name }) ?? null),
  }));
  const names = people
    .slice(0, SHOWN_PEOPLE)
    .map(({ name }) => name)
    .join(", ");
  const text =
    people.length === 0
      ? message("editor.no_people", { path: shown(path) })
      : message("editor.people", { path: shown(path), people: names });
  return { result: { people }, show: (window) => window.inform(words(text)) };
}

async function linkToLines(
  { files, words }: EditorContext,
  { uri, range }: Argument,
  { knowledge }: CommandPlace,
  signal: AbortSignal,
): Promise<CommandAnswer> {
  if (!knowledge.hasIssues) return sentence(words(message("editor.needs_server")));
  const file = await files.open(uri, signal);
  const synced = file && (await files.read(file, signal));
  const from = synced?.toKnown[range?.start.line ?? 0] ?? -1;
  const to = synced?.toKnown[range?.end.line ?? 0] ?? -1;
  if (!synced || from < 0) return sentence(words(message("editor.no_link")));
  const { source, path, revision } = synced.file;
  const lines = { line: from + 1, lastLine: Math.max(from, to) + 1 };
  const url = knowledge.pageOf({ kind: "file", source, path, revision, ...lines }) ?? "";
  return {
    result: { url },
    show: async (window) => {
      const chosen = await window.choose(words(message("editor.link", { url })), [
        { title: words(message("editor.open")) },
      ]);
      if (chosen) await window.open(url, null);
    },
  };
}

function readArgument(value: unknown): Argument {
  const { uri, issue, text, range, show } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const named = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return {
    uri: named(uri) ?? "",
    issue: named(issue),
    text: named(text),
    range: isRange(range) ? range : undefined,
    isShown: show !== false,
  };
}

function isRange(value: unknown): value is Range {
  const { start, end } = (value ?? {}) as Partial<Range>;
  return [start?.line, start?.character, end?.line, end?.character].every((bound) => Number.isInteger(bound));
}
