import type { CodeOwnerRule, ExpertContext } from "../../../contract/experts.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { CODEOWNERS_PATHS, type OwnerRule, parseCodeOwners } from "../../engines/experts/codeOwners.ts";
import { type IndexCache, type OpenedCode, type OpenedIndex, textOfFile } from "../../index/indexCache.ts";
import type { Handler } from "../router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { presentPerson } from "./personAccounts.ts";
import { type ExpertRanking, expertRanking } from "./expertRanking.ts";

const MAX_FILES = 5;
const MAX_RULES = 20;
/** A ranking agrees with CODEOWNERS when one of the owners is so far up. */
const AGREES = 3;

/** GET projects/{id}/experts/context/ */
export function expertContext(db: Db, indexes: IndexCache): Handler<"expertContext"> {
  return async ({ user, params, query, log }): Promise<ExpertContext> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const ranking = await expertRanking(db, index, project, query);
    const { table, asked, optedOut, found } = ranking;
    const repositories = await db
      .selectFrom("sources")
      .select(["id", "name"])
      .where("project_id", "=", project.id)
      .where("kind", "=", "repository")
      .orderBy("created_at")
      .execute();
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

interface Deciding {
  readonly code: OpenedCode;
  readonly place: string;
  readonly rule: OwnerRule;
  files: number;
}

/** The lines of CODEOWNERS that decide for the files in question, those with the most files first. */
async function codeOwners(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  { table, asked, ranked }: ExpertRanking,
): Promise<CodeOwnerRule[]> {
  const deciding = new Map<string, Deciding>();
  index.code.forEach((code, member) => {
    const place = CODEOWNERS_PATHS.find((path) => code.files.find(path) >= 0);
    if (place === undefined) return;
    const { ownersOf } = parseCodeOwners(textOfFile(code, code.files.find(place)));
    for (const { file } of asked.files.filter((one) => one.member === member)) {
      const rule = ownersOf(code.files.path(file));
      if (!rule || rule.owners.length === 0) continue;
      const key = `${member}:${rule.line}`;
      const known = deciding.get(key);
      if (known) known.files++;
      else deciding.set(key, { code, place, rule, files: 1 });
    }
  });
  const shown = [...deciding.values()].sort((a, b) => b.files - a.files).slice(0, MAX_RULES);
  const accounts = await accountsByLogin(
    db,
    projectId,
    shown.flatMap(({ rule }) => rule.owners),
  );
  const rankOf = (person: number): number | null => {
    const at = ranked.findIndex((one) => one.person === person);
    return at < 0 ? null : at + 1;
  };
  return shown.map(({ code, place, rule, files }) => {
    const owners = rule.owners.map((text) => {
      const login = text.startsWith("@") && !text.includes("/") ? text.slice(1).toLowerCase() : null;
      const email = text.startsWith("@") ? null : text;
      const account = login === null ? undefined : accounts.get(login);
      const person =
        login === null && email === null ? -1 : table.find({ ...account, login, email: email ?? account?.email });
      return {
        text,
        person: person < 0 ? null : presentPerson(table, person),
        rank: person < 0 ? null : rankOf(person),
      };
    });
    const isKnown = owners.some(({ person }) => person !== null);
    const agrees = owners.some(({ rank }) => rank !== null && rank <= AGREES);
    return {
      repository: code.part.source,
      file: place,
      line: rule.line,
      pattern: rule.pattern,
      files,
      owners,
      verdict: agrees ? "agree" : isKnown ? "disagree" : "unknown",
    };
  });
}

/** A host's login says more when the tracker knows the name and address behind it. */
async function accountsByLogin(
  db: Db,
  projectId: string,
  owners: readonly string[],
): Promise<Map<string, { name: string; email: string | null }>> {
  const logins = owners.filter((text) => text.startsWith("@")).map((text) => text.slice(1).toLowerCase());
  if (logins.length === 0) return new Map();
  const rows = await db
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select(["people.login", "people.name", "people.email"])
    .where("sources.project_id", "=", projectId)
    .where((where) => where(where.fn<string>("lower", ["people.login"]), "in", logins))
    .execute();
  return new Map(rows.map(({ login, name, email }) => [login.toLowerCase(), { name, email }]));
}
