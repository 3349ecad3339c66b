import type { FastifyBaseLogger } from "fastify";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { FilterValues } from "../../../contract/search/filterValues.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { CompanySearcher } from "./manyTasks.ts";
import { overProjects } from "./overProjects.ts";
import { type ReadableProject, readableProjects } from "./readableProjects.ts";

/** Milliseconds after which no further list of projects is begun: the next key press comes soon. */
const DEADLINE_MS = 250;
/** Values that are added up of each project: of a rarer value the sum may be lower than the number of its documents. */
const PER_PROJECT = 50;

/**
 * The values of a filter over all projects of the caller, or those named; a named project that the caller may not read is ignored. Projects
 * whose indexes are open are asked first, then the others until the time is up.
 */
export async function filterValuesOfAll(
  db: Db,
  searcher: CompanySearcher,
  user: Principal,
  { project, filter, text, limit }: QueryOf<"filterValuesOfAll">,
  options: { readonly signal: AbortSignal; readonly log: FastifyBaseLogger },
): Promise<FilterValues> {
  const startedAt = performance.now();
  const projects = await readableProjects(db, user, project, undefined);
  const run = overProjects(searcher, { ...options, user, isLate: () => performance.now() - startedAt > DEADLINE_MS });
  const counts = new Map<string, number>();
  const answered = new Set<ReadableProject>();
  const ask = (list: readonly ReadableProject[], mayOpen: readonly string[] | null): Promise<void> =>
    run(
      "valuesInProjects",
      list,
      { mayOpen, filter, text, limit: Math.max(limit, PER_PROJECT) },
      (searched, values) => {
        answered.add(searched);
        for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
      },
    );
  await ask(projects, []);
  await ask(
    projects.filter((candidate) => !answered.has(candidate)),
    null,
  );
  const query = normalizeProse(text.trim());
  const isInside = (value: string): number => Number(!normalizeProse(value).startsWith(query));
  const values = [...counts].map(([value, count]) => ({ value, count, isInside: isInside(value) }));
  values.sort((a, b) => a.isInside - b.isInside || b.count - a.count || (a.value < b.value ? -1 : 1));
  return { filter, values: values.slice(0, limit).map(({ value, count }) => ({ value, count })) };
}
