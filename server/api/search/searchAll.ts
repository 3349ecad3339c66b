import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Db } from "../../db/openDb.ts";
import { search } from "../../engines/search/search.ts";
import type { IndexStore } from "../../index/indexStore.ts";
import type { Caller } from "../../access/sessions.ts";
import type { Handler } from "../route.ts";
import { openForSearch } from "./openForSearch.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** Milliseconds after which no further project is opened; those left out are named in the answer. */
const BUDGET = 1500;
/** More projects than this are not asked at once: the most recently changed come first. */
const MOST_PROJECTS = 100;

/** GET search/: all projects of the caller, or those named; one that the caller may not read is as good as none. */
export function searchAll(db: Db, indexes: IndexStore): Handler<"searchAll"> {
  return async ({ user, query, signal, log }): Promise<SearchAllAnswer> => {
    const startedAt = performance.now();
    const projects = await readableProjects(db, user, query.project);
    const answer: SearchAllAnswer = {
      took_ms: 0,
      total: 0,
      total_capped: false,
      results: [],
      projects: [],
      mistakes: [],
    };
    for (const { id, slug, name } of projects) {
      signal.throwIfAborted();
      const isLate = performance.now() - startedAt > BUDGET;
      const opened = isLate ? null : await openForSearch(db, indexes, id, log);
      const { kind, limit } = query;
      const found = opened && search(opened.index, { q: query.q, kind, limit, budget: 150, people: opened.people });
      answer.projects.push({
        slug,
        name,
        total: found?.total ?? 0,
        total_capped: found?.total_capped ?? false,
        searched: found !== null,
      });
      if (!found) {
        answer.total_capped = true;
        continue;
      }
      answer.total += found.total;
      answer.total_capped ||= found.total_capped;
      for (const result of found.results) answer.results.push({ ...result, project: { slug, name } });
      for (const mistake of found.mistakes) if (!isKnown(answer.mistakes, mistake)) answer.mistakes.push(mistake);
    }
    // A value that one project lacks another may have: then it was no mistake.
    if (answer.results.length > 0) answer.mistakes = answer.mistakes.filter((one) => !isOfOneProject(one));
    answer.results = await withCommitPages(db, bestOf(answer.results, query.limit));
    answer.took_ms = performance.now() - startedAt;
    return answer;
  };
}

async function readableProjects(
  db: Db,
  user: Caller,
  slugs: readonly string[],
): Promise<{ id: string; slug: string; name: string }[]> {
  const mine = db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "projects.name"])
    .where("project_members.user_id", "=", user.id)
    .orderBy("projects.updated_at", "desc")
    .orderBy("projects.id")
    .limit(MOST_PROJECTS);
  return (slugs.length > 0 ? mine.where("projects.slug", "in", slugs) : mine).execute();
}

/** Scores are comparable within a project only: exact hits first, then the projects' hits by score, the more recent of equals. */
function bestOf<T extends Pick<SearchResult, "score" | "updated_at">>(results: readonly T[], limit: number): T[] {
  return results
    .toSorted((a, b) => b.score - a.score || (b.updated_at ?? "").localeCompare(a.updated_at ?? ""))
    .slice(0, limit);
}

const isOfOneProject = ({ code, found }: SearchAnswer["mistakes"][number]): boolean =>
  code === "unknownValue" && !/^(?:kind|type|state|status|is):/i.test(found);

const isKnown = (known: SearchAnswer["mistakes"], { code, at }: SearchAnswer["mistakes"][number]): boolean =>
  known.some((one) => one.code === code && one.at === at);
