/** What an answer or a refusal says of sources that are not read, or not read to their end. */
import { toolRefusal, type ToolRefusal } from "./toolErrors.ts";
import { singleLine } from "./untrusted.ts";
import type { SourceRef } from "./namedSources.ts";

/** Notes about sources that an answer has: they precede its parts, for which there has to be room. */
const MAX_NOTES = 5;

/** The first of the notes about sources, and how many there are besides. */
export function firstNotes(notes: readonly string[]): string[] {
  const rest = notes.length - MAX_NOTES;
  return rest > 0 ? [...notes.slice(0, MAX_NOTES), `And ${rest} more, see project_info.`] : [...notes];
}

/** What an answer lacks of a source. */
export const staleNote = (name: string, reason: string): string => `Stale source: ${singleLine(name)}: ${reason}`;

/** A sentence with its name for each source whose copy is not whole: an answer without it is not the whole answer. */
export const staleNotes = (sources: readonly Pick<SourceRef, "name" | "sync">[]): string[] =>
  sources.flatMap(({ name, sync }) => {
    const last = sync.finished_at === null ? "never read yet" : `last read ${sync.finished_at}`;
    if (sync.state === "failed") return [staleNote(name, `its last sync failed (${last}).`)];
    if (sync.finished_at === null) return [staleNote(name, `${last}; its first sync is ${sync.state}.`)];
    return [];
  });

/** The first stale notes of these sources, and how many there are besides. */
export const staleness = (sources: readonly Pick<SourceRef, "name" | "sync">[]): string[] =>
  firstNotes(staleNotes(sources));

/** @throws ToolRefusal while one of the sources was never read: it may have what was not found */
export function requireRead(sources: readonly Pick<SourceRef, "name" | "sync">[]): void {
  const unread = sources.filter(({ sync }) => sync.finished_at === null);
  if (unread.length > 0)
    throw toolRefusal(
      "stale_source",
      "It may exist: these sources have not been read yet. Ask again later.",
      staleness(unread),
    );
}

/** Why there is no code. A project without a repository is not stale: its code will not be there later. */
export function noCode(repositories: readonly SourceRef[]): ToolRefusal {
  if (repositories.length === 0) return toolRefusal("not_found", "The project has no repository, so there is no code.");
  const notes = staleness(repositories);
  return toolRefusal(
    "stale_source",
    "No repository of the project is indexed yet. Ask again after its first sync.",
    notes,
  );
}
