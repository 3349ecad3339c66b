/** The item that a record is by a mapping, or what is wrong with it. */
import { IMPORT_LIMITS, type ImportField, isWebAddress } from "../sources/importRules.ts";
import type { ImportComment, ImportItem, ImportMapping, ImportPerson } from "../sources/imports.ts";
import { dateBy, readDate } from "./parseDate.ts";
import { type ImportRecord, isOwnItem } from "./records.ts";

export type FaultCode =
  | "missing"
  | "no_time"
  | "date"
  | "order"
  | "state"
  | "number"
  | "url"
  | "long"
  | "control"
  | "quotes"
  | "cells"
  | "json"
  | "repeated"
  | "server";

/** What is wrong with a record, and where. */
export interface ImportFault {
  readonly place: number;
  /** Null for the record as a whole. */
  readonly column: string | null;
  readonly code: FaultCode;
  /** The value, cut; of `server` the reason in the language of the user. */
  readonly value: string;
}

export type ReadItem =
  | { readonly item: ImportItem; readonly faults: readonly [] }
  | { readonly item: null; readonly faults: readonly ImportFault[] };

const MAX_SHOWN = 80;
/** No item of the format of imports has more. */
const MAX_LEVELS = 10;
const TITLE_CHARS = 2000;
const LABEL_CHARS = 200;
const LABELS = 100;
const PEOPLE = 50;
const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/u;
/** `3/Sep/26 9:05 AM;712020:abc;The text`, as Jira writes a comment. */
const DATED_COMMENT = /^([^;\n]{6,40});([^;\n]{0,200});([\s\S]*)$/;
const MAIL = /^(?:(.*?)\s*<)?([^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>?$/;
const PLAIN_STATE = /^(?:open(?:ed)?|closed?|merged|true|false|0|1)$/i;

const oneLine = (text: string, max: number): string =>
  text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();

/** A person by a name, an address or both. */
function personOf(text: string): ImportPerson | null {
  const name = oneLine(text, IMPORT_LIMITS.idChars);
  if (name === "") return null;
  const [, called = "", email] = MAIL.exec(name) ?? [];
  if (email === undefined) return { id: name, name };
  return { id: email.toLowerCase(), name: called || email, email };
}

/** Whether a value has no more levels of objects and lists: one of ten thousand cannot be written as JSON again. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1));
}

/** @param record with its columns. A record in the format of imports is taken as it is. */
export function itemOfRecord(record: ImportRecord, mapping: ImportMapping, isOwnFormat: boolean): ReadItem {
  const { place } = record;
  if (record.fault) return { item: null, faults: [{ place, column: null, code: record.fault, value: "" }] };
  if (isOwnFormat)
    return isOwnItem(record.value) && isWithin(record.value, MAX_LEVELS)
      ? { item: record.value as ImportItem, faults: [] }
      : { item: null, faults: [{ place, column: null, code: "json", value: "" }] };
  return new RecordReader(record, mapping).read();
}

class RecordReader {
  readonly #record: ImportRecord;
  readonly #mapping: ImportMapping;
  readonly #faults: ImportFault[] = [];

  constructor(record: ImportRecord, mapping: ImportMapping) {
    this.#record = record;
    this.#mapping = mapping;
  }

  read(): ReadItem {
    const id = this.#id();
    const title = oneLine(this.#text("title") ?? "", TITLE_CHARS);
    if (title === "") this.#refuse("title", "missing");
    const created = this.#time("created_at") ?? this.#time("updated_at");
    if (created === null && this.#text("created_at") === undefined && this.#text("updated_at") === undefined)
      this.#refuse("created_at", "no_time");
    const updated = this.#time("updated_at") ?? created;
    const at = { created_at: created ?? "", updated_at: updated ?? "" };
    const [author] = this.#people("author");
    const url = this.#url();
    const body = this.#body();
    const common = {
      id,
      title,
      ...at,
      ...(body !== undefined && { body }),
      ...(author && { author }),
      ...list("labels", this.#names("labels")),
      ...(url !== undefined && { url }),
    };
    const item = this.#ofKind(common, at);
    return this.#faults.length > 0 || item === null ? { item: null, faults: this.#faults } : { item, faults: [] };
  }

  #ofKind(common: Common, at: { readonly created_at: string; readonly updated_at: string }): ImportItem | null {
    const { kind } = this.#mapping;
    if (kind === "page") {
      const parent = this.#text("parent_id");
      return { kind, ...common, ...(parent !== undefined && { parent_id: oneLine(parent, IMPORT_LIMITS.idChars) }) };
    }
    const state = this.#state();
    const closed = this.#time("closed_at");
    const shared = {
      ...common,
      ...list("assignees", this.#people("assignees").slice(0, PEOPLE)),
      ...list("comments", this.#comments(common.id, at)),
      ...(closed !== null && { closed_at: closed }),
    };
    if (kind === "request") return this.#request(shared, state);
    const status = oneLine(this.#text("state") ?? "", LABEL_CHARS);
    const due = this.#time("due_on");
    return {
      kind,
      ...shared,
      state: state === "open" ? "open" : "closed",
      ...(status !== "" && !PLAIN_STATE.test(status) && { status: { name: status } }),
      ...named("key", this.#text("key"), 100),
      ...named("type", this.#text("type"), LABEL_CHARS),
      ...named("priority", this.#text("priority"), LABEL_CHARS),
      ...named("resolution", this.#text("resolution"), LABEL_CHARS),
      ...list("milestones", this.#names("milestones")),
      ...list("components", this.#names("components")),
      ...(due !== null && { due_on: due.slice(0, 10) }),
    };
  }

  #request(shared: Common, state: "open" | "closed" | "merged"): ImportItem | null {
    const text = this.#text("number") ?? shared.id;
    const number = Number(/^[#!]?(\d{1,9})$/.exec(text.trim())?.[1] ?? 0);
    if (number === 0) {
      this.#refuse("number", "number", text);
      return null;
    }
    const merged = this.#time("merged_at");
    return {
      kind: "request",
      ...shared,
      number,
      state,
      ...named("source_branch", this.#text("source_branch"), 500),
      ...named("target_branch", this.#text("target_branch"), 500),
      ...(merged !== null && { merged_at: merged }),
    };
  }

  #values(field: ImportField): { readonly column: string; readonly text: string }[] {
    return this.#mapping.columns
      .filter((entry) => entry.field === field)
      .flatMap(({ column }) => (this.#record.cells.get(column) ?? []).map((text) => ({ column, text })));
  }

  #text(field: ImportField): string | undefined {
    return this.#values(field)[0]?.text;
  }

  #refuse(field: ImportField, code: FaultCode, value = "", column = this.#columnOf(field)): void {
    if (this.#faults.some((entry) => entry.code === code && entry.column === column)) return;
    this.#faults.push({ place: this.#record.place, column, code, value: oneLine(value, MAX_SHOWN) });
  }

  #columnOf(field: ImportField): string | null {
    return this.#mapping.columns.find((entry) => entry.field === field)?.column ?? null;
  }

  #id(): string {
    const id = (this.#text("id") ?? "").trim();
    if (id === "") this.#refuse("id", "missing");
    else if (CONTROL.test(id)) this.#refuse("id", "control", id);
    else if (id.length > IMPORT_LIMITS.idChars) this.#refuse("id", "long", id);
    return id;
  }

  #body(): string | undefined {
    const body = this.#text("body");
    if (body !== undefined && body.length > IMPORT_LIMITS.bodyChars) this.#refuse("body", "long", body);
    return body?.toWellFormed().replaceAll("\0", "");
  }

  #url(): string | undefined {
    const url = this.#text("url")?.trim();
    if (url === undefined || isWebAddress(url)) return url;
    this.#refuse("url", "url", url);
    return undefined;
  }

  #time(field: ImportField): string | null {
    const text = this.#text(field);
    if (text === undefined) return null;
    const { day_order: order } = this.#mapping;
    const time = dateBy(order, text);
    if (time === null) this.#refuse(field, order === null && readDate(text).kind === "either" ? "order" : "date", text);
    return time;
  }

  /** Several values of one cell are between commas or semicolons. */
  #names(field: ImportField): string[] {
    const values = this.#values(field);
    const texts = values.length === 1 ? (values[0]?.text ?? "").split(/[,;\n]/) : values.map(({ text }) => text);
    return [...new Set(texts.map((text) => oneLine(text, LABEL_CHARS)).filter((text) => text !== ""))].slice(0, LABELS);
  }

  #people(field: ImportField): ImportPerson[] {
    return this.#values(field)
      .flatMap(({ text }) => text.split(/[;\n]/))
      .flatMap((text) => personOf(text) ?? []);
  }

  #state(): "open" | "closed" | "merged" {
    const text = this.#text("state");
    if (text === undefined) return "open";
    const stateRow = this.#mapping.states.find(({ value }) => value === text.trim());
    if (!stateRow) this.#refuse("state", "state", text);
    return stateRow?.state ?? "open";
  }

  #comments(id: string, { updated_at: updated }: { readonly updated_at: string }): ImportComment[] {
    const all = this.#values("comments").slice(0, IMPORT_LIMITS.comments);
    return all.map(({ text }, at) => {
      const [, date = "", who = "", rest] = DATED_COMMENT.exec(text) ?? [];
      const time = rest === undefined ? null : dateBy(this.#mapping.day_order, date);
      const author = time === null ? null : personOf(who);
      return {
        id: `${id.slice(0, IMPORT_LIMITS.idChars - 10)}-${at + 1}`,
        body: (time === null ? text : (rest ?? ""))
          .slice(0, IMPORT_LIMITS.bodyChars)
          .toWellFormed()
          .replaceAll("\0", ""),
        created_at: time ?? updated,
        ...(author && { author }),
      };
    });
  }
}

type Common = Pick<ImportItem, "id" | "title" | "created_at" | "updated_at" | "body" | "author" | "labels" | "url">;

const list = <N extends string, T>(name: N, values: readonly T[]): { [K in N]?: T[] } =>
  (values.length > 0 ? { [name]: [...values] } : {}) as { [K in N]?: T[] };

const named = <N extends string>(name: N, text: string | undefined, max: number): { [K in N]?: string } => {
  const line = oneLine(text ?? "", max);
  return (line === "" ? {} : { [name]: line }) as { [K in N]?: string };
};
