/** A mapping while a person makes it: what follows from the file, what was chosen, and what is still needed. */
import {
  type DayOrder,
  FIELDS_OF_KIND,
  type ImportField,
  type ImportKindName,
  type MappedState,
} from "../sources/importRules.ts";
import type { ImportMapping } from "../sources/imports.ts";
import { guessColumns, guessState, storedColumns } from "./guessMapping.ts";
import { readDate } from "./parseDate.ts";
import type { PresetName } from "./presets.ts";
import { dayOrderOf, type FileSurvey } from "./surveyFile.ts";

export interface MappingDraft {
  readonly kind: ImportKindName;
  readonly columns: ImportMapping["columns"];
  /** What was chosen where the file does not show it. */
  readonly dayOrder: DayOrder | null;
  readonly states: Readonly<Record<string, MappedState>>;
  /** The export that the file is; null for another one. */
  readonly preset: PresetName | null;
  /** The columns are those of the last import. */
  readonly isStored: boolean;
}

export type MappingNeed = "id" | "title" | "date" | "order" | "states";

export interface DraftedMapping {
  readonly mapping: ImportMapping;
  readonly needs: readonly MappingNeed[];
  /** `ask`: a person has to say; null: no date of the file raises the question. */
  readonly order: DayOrder | "ask" | null;
  /** A date that can be read in two ways, with both of them; null without one. */
  readonly example: { readonly text: string; readonly meanings: Readonly<Record<DayOrder, string>> } | null;
}

const DATE_FIELDS: readonly ImportField[] = ["created_at", "updated_at", "closed_at", "merged_at", "due_on"];

/** The first draft: as the last import, where the file has its columns, else by the names of the columns. */
export function draftOf(
  survey: FileSurvey,
  kinds: readonly ImportKindName[],
  stored: ImportMapping | null,
): MappingDraft {
  const names = survey.columns.map(({ name }) => name);
  const [first = "issue"] = kinds;
  const reusedColumns = stored && kinds.includes(stored.kind) ? storedColumns(stored, names) : null;
  if (stored && reusedColumns) {
    const states = Object.fromEntries(stored.states.map(({ value, state }) => [value, state]));
    return { kind: stored.kind, columns: reusedColumns, dayOrder: null, states, preset: null, isStored: true };
  }
  const { columns, preset } = guessColumns(names, first);
  return { kind: first, columns, dayOrder: null, states: {}, preset, isStored: false };
}

/** The draft for items of another kind. */
export const draftOfKind = (survey: FileSurvey, kind: ImportKindName): MappingDraft => draftOf(survey, [kind], null);

export function mappingOf(survey: FileSurvey, draft: MappingDraft): DraftedMapping {
  const { kind, dayOrder, states: chosen } = draft;
  const columns = draft.columns.filter(({ field }) => FIELDS_OF_KIND[kind].includes(field));
  const surveyed = (fields: readonly ImportField[]) =>
    survey.columns.filter(({ name }) => columns.some(({ column, field }) => column === name && fields.includes(field)));
  const dates = surveyed(DATE_FIELDS);
  const order = dayOrderOf(dates);
  const [state] = surveyed(["state"]);
  const values = state?.values ?? [];
  const states = values.map((value) => ({
    value,
    state: (Object.hasOwn(chosen, value) ? chosen[value] : undefined) ?? guessState(value, kind),
  }));
  const has = (field: ImportField): boolean => columns.some((mapped) => mapped.field === field);
  const needs: MappingNeed[] = [];
  if (!survey.isOwnFormat) {
    if (!has("id")) needs.push("id");
    if (!has("title")) needs.push("title");
    if (!has("created_at") && !has("updated_at")) needs.push("date");
    if (order === "ask" && dayOrder === null) needs.push("order");
    if (state?.values === null) needs.push("states");
  }
  return {
    mapping: { kind, columns: [...columns], day_order: order === "ask" ? dayOrder : order, states },
    needs,
    order,
    example: exampleOf(dates.find(({ dates: { example } }) => example !== null)?.dates.example ?? null),
  };
}

function exampleOf(text: string | null): DraftedMapping["example"] {
  const read = text === null ? null : readDate(text);
  if (text === null || read?.kind !== "either") return null;
  // At noon the day is the same in most time zones.
  const noon = (at: string): string => `${at.slice(0, 10)}T12:00:00Z`;
  return { text, meanings: { day_first: noon(read.dayFirst), month_first: noon(read.monthFirst) } };
}
