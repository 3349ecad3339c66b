/** Objects of a JSON document or of JSON lines, from pieces of text. */
import { type ImportRecord, isRecord, MAX_RECORD_CHARS, UnreadableFile } from "./records.ts";

/** Characters of a document that is one object, at most: it has to be parsed as a whole. */
const MAX_OBJECT_CHARS = 64_000_000;
/** Levels of objects and lists in one another that become columns. */
const MAX_DEPTH = 4;
/** Names under which documents have their list; of others the longest list of objects is taken. */
const LIST_NAMES = ["cards", "issues", "bugs", "items", "data", "results", "nodes"];

/** Texts of an object by paths: `user.login`, and `labels[].name` for each object of a list. */
export function cellsOf(value: Readonly<Record<string, unknown>>): Map<string, string[]> {
  const cells = new Map<string, string[]>();
  const add = (path: string, inner: unknown, depth: number): void => {
    if (inner === null || inner === undefined) {
      if (!cells.has(path)) cells.set(path, []);
    } else if (Array.isArray(inner)) {
      if (depth > MAX_DEPTH) return;
      if (inner.length === 0 && !cells.has(path)) cells.set(path, []);
      for (const item of inner as unknown[])
        if (isRecord(item) && !Array.isArray(item)) addAll(`${path}[].`, item, depth + 1);
        else add(path, item, depth + 1);
    } else if (isRecord(inner)) {
      addAll(`${path}.`, inner, depth + 1);
    } else if (["string", "number", "boolean"].includes(typeof inner)) {
      const texts = cells.get(path) ?? [];
      const text = String(inner as string | number | boolean);
      if (text.trim() !== "") texts.push(text);
      cells.set(path, texts);
    }
  };
  const addAll = (before: string, object: Readonly<Record<string, unknown>>, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const [name, inner] of Object.entries(object)) add(before + name, inner, depth);
  };
  addAll("", value, 0);
  return cells;
}

const recordOf = (value: unknown, place: number): ImportRecord =>
  isRecord(value) && !Array.isArray(value)
    ? { place, cells: cellsOf(value), value }
    : { place, cells: new Map(), fault: "json" };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON lines: one object a line. @throws UnreadableFile */
export async function* jsonLineRecords(pieces: AsyncIterable<string>): AsyncGenerator<ImportRecord> {
  let rest = "";
  let line = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_RECORD_CHARS) throw new UnreadableFile("large_record", line + 1);
    for (const text of lines) {
      line += 1;
      if (text.trim() !== "") yield recordOf(parsed(text), line);
    }
  }
  if (rest.trim() !== "") yield recordOf(parsed(rest), line + 1);
}

/** The entries of a document that is a list, each parsed by itself. @throws UnreadableFile */
export async function* jsonListRecords(pieces: AsyncIterable<string>): AsyncGenerator<ImportRecord> {
  let [depth, place, entry] = [0, 0, ""];
  let [isInText, isEscaped] = [false, false];
  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const letter = piece[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (letter === "\\") isEscaped = true;
        else if (letter === '"') isInText = false;
        continue;
      }
      if (letter === '"') isInText = true;
      else if (letter === "[" || letter === "{") {
        depth += 1;
        if (depth === 1) from = at + 1;
      } else if (letter === "]" || letter === "}" || (letter === "," && depth === 1)) {
        if (letter !== ",") depth -= 1;
        if (depth > 1 || (depth === 1 && letter !== ",")) continue;
        entry += piece.slice(from, at);
        from = at + 1;
        if (entry.trim() !== "") {
          place += 1;
          yield recordOf(parsed(entry), place);
        }
        entry = "";
        if (depth === 0) return;
      }
    }
    if (depth > 0) entry += piece.slice(from);
    if (entry.length > MAX_RECORD_CHARS) throw new UnreadableFile("large_record", place + 1);
  }
  // The document ends within its list: what was begun is no entry.
  yield { place: place + 1, cells: new Map(), fault: "json" };
}

/** The list in a document that is one object, such as the cards of a Trello board. @throws UnreadableFile */
export async function* jsonObjectRecords(pieces: AsyncIterable<string>): AsyncGenerator<ImportRecord> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MAX_OBJECT_CHARS) throw new UnreadableFile("large_object");
  }
  const document = parsed(text);
  if (!isRecord(document)) throw new UnreadableFile("no_records");
  const list = listIn(document);
  if (list.length === 0) throw new UnreadableFile("no_records");
  for (const [at, value] of list.entries()) yield recordOf(value, at + 1);
}

function listIn(document: Readonly<Record<string, unknown>>): readonly unknown[] {
  const lists = Object.entries(document).flatMap(([name, value]) =>
    Array.isArray(value) && value.some((item) => isRecord(item)) ? [{ name, list: value as unknown[] }] : [],
  );
  const named = LIST_NAMES.map((name) => lists.find((item) => item.name === name)).find((item) => item !== undefined);
  return (named ?? lists.toSorted((a, b) => b.list.length - a.list.length)[0])?.list ?? [];
}
