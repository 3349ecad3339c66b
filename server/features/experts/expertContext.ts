import type { CodeOwnerRule, ExpertContext } from "../../../contract/experts.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listPeopleByLogins } from "../../db/tables/people.ts";
import { listRepositoryNames } from "../../db/tables/sources.ts";
import { decidingRules, loginsOfOwners, ownerVerdict } from "../../engines/experts/ownerVerdicts.ts";
import type { IndexCache, OpenedIndex } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { presentPerson } from "./personAccounts.ts";
import { type ExpertRanking, expertRanking } from "./expertRanking.ts";

const MAX_FILES = 5;

/** GET projects/{id}/experts/context/ */
export function expertContext(db: Db, indexes: IndexCache): Handler<"expertContext"> {
  return async ({ user, params, query, log }): Promise<ExpertContext> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const ranking = await expertRanking(db, index, project, query);
    const { table, asked, optedOut, found } = ranking;
    const repositories = await listRepositoryNames(db, project.id);
    const read = new Set(index.commits.map(({ part }) => part.source));
    return {
      files: asked.files.slice(0, MAX_FILES).flatMap(({ member, file }) => {
        const code = index.code[member];
        return code ? [{ repository: code.part.source, path: code.files.path(file) }] : [];
      }),
      found,
      code_owners: await codeOwners(db, project.id, index, ranking),
      opted_out: optedOut,
      as_of: table.now > 0 ? new Date(table.now * 1000).toISOString() : null,
      missing: repositories.filter(({ id }) => !read.has(id)).map(({ name }) => name),
    };
  };
}

/** The lines of CODEOWNERS that decide for the files in question, and whether the ranking agrees with them. */
async function codeOwners(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  { table, asked, ranked }: ExpertRanking,
): Promise<CodeOwnerRule[]> {
  const rules = decidingRules(index, asked.files);
  const accounts = await accountsByLogin(db, projectId, loginsOfOwners(rules));
  return rules.map((deciding) => {
    const { code, place, rule, files } = deciding;
    const { owners, verdict } = ownerVerdict(deciding, table, ranked, accounts);
    return {
      repository: code.part.source,
      file: place,
      line: rule.line,
      pattern: rule.pattern,
      files,
      owners: owners.map(({ text, person, rank }) => ({
        text,
        person: person < 0 ? null : presentPerson(table, person),
        rank,
      })),
      verdict,
    };
  });
}

async function accountsByLogin(
  db: Db,
  projectId: string,
  logins: readonly string[],
): Promise<Map<string, { name: string; email: string | null }>> {
  if (logins.length === 0) return new Map();
  const rows = await listPeopleByLogins(db, projectId, logins);
  return new Map(rows.map(({ login, name, email }) => [login.toLowerCase(), { name, email }]));
}
