import { foundCompany } from "../access/foundCompany.ts";
import { hashPassword } from "../access/passwords/passwords.ts";
import { type Principal, endSession, findPrincipal, startSession } from "../access/sessions/sessions.ts";
import type { Db } from "../db/openDb.ts";
import { updateConnectionOrigins, upsertConnection } from "../db/tables/sources/connections.ts";
import { newId } from "../db/newId.ts";
import { updateWritingAt } from "../db/tables/sources/sourceAccess.ts";
import { updateSourceUrls } from "../db/tables/sources/sources.ts";
import { findUserByEmail, hasUsers } from "../db/tables/accounts/users.ts";
import { ProjectBody } from "../../contract/projects.ts";
import { createProject } from "../features/projects/createProject.ts";
import type { SourceDeps } from "../features/sources/projectSources.ts";
import { Invalid } from "../errors.ts";
import type { DemoHost } from "./demoHost.ts";
import { addDemoDashboard } from "./demoDashboard.ts";
import { DEMO_PEOPLE } from "./demoPeople.ts";

/**
 * Fills an empty database with the demo company, its people and its projects, through the same functions as the API. A database with accounts
 * is unchanged, except for the address of a tracker that has moved.
 * @returns what to print: how to sign in, and what could not be set up; empty for a database without the demo
 */
export async function seedDemo(deps: SourceDeps, hosts: readonly DemoHost[]): Promise<string[]> {
  const { db } = deps;
  if (await hasUsers(db)) {
    for (const host of hosts) await followMove(db, host);
    return (await hasDemo(db)) ? signInLines() : [];
  }
  const callers: Principal[] = [];
  for (const token of await addPeople(db)) {
    const caller = await findPrincipal(db, token);
    if (!caller) throw new Error("The demo's people could not be registered.");
    callers.push(caller);
  }
  const [admin, ...others] = callers;
  const problems: string[] = [];
  for (const host of hosts) {
    const problem = admin && (await linkProject(deps, admin, others, host));
    if (problem) problems.push(problem);
    await connectWriters(deps, callers, host);
  }
  if (admin) await addDemoDashboard(db, admin);
  for (const { sessionHash } of callers) await endSession(db, sessionHash);
  return [...signInLines(), ...problems];
}

/**
 * Makes the company and its people in one transaction, so that a start that is killed leaves all of them or none.
 * @returns the token of a session of each
 */
async function addPeople(db: Db): Promise<string[]> {
  const hashes = await Promise.all(DEMO_PEOPLE.map(({ password }) => hashPassword(password)));
  return db.transaction().execute(async (transaction) => {
    const founders = DEMO_PEOPLE.map(({ name, email, role }, at) => ({
      name,
      email,
      role,
      passwordHash: hashes[at] ?? "",
      language: "EN" as const,
    }));
    const { userIds } = await foundCompany(transaction, "Clew Demo", founders);
    const tokens: string[] = [];
    for (const userId of userIds) tokens.push(await startSession(transaction, userId));
    return tokens;
  });
}

/** Makes a project of the demo. Without a repository when there is none to link; the answer then has the reason. */
async function linkProject(
  deps: SourceDeps,
  admin: Principal,
  others: readonly Principal[],
  { projectName, repositoryPath, trackerUrl, wikiUrl }: DemoHost,
): Promise<string | undefined> {
  const body = (repositories: { provider: "git"; url: string }[]) =>
    ProjectBody.parse({
      name: projectName,
      repositories,
      trackers: [{ provider: "github", url: trackerUrl }],
      wikis: wikiUrl === null ? [] : [{ provider: "confluence", url: wikiUrl }],
      emails: others.map(({ email }) => email),
    });
  let reason = "there is no git history to read";
  if (repositoryPath !== null) {
    try {
      await createProject(deps, admin, body([{ provider: "git", url: repositoryPath }]));
      return undefined;
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      reason = `it could not be linked: ${JSON.stringify(error.fields)}`;
    }
  }
  await createProject(deps, admin, body([]));
  return `The demo project ${projectName} has its issues, but no repository: ${reason}.`;
}

/** Lets the people write to a tracker of the demo, each by an account of their own there. */
async function connectWriters(
  { db, secrets }: SourceDeps,
  callers: readonly Principal[],
  { writers, trackerUrl, origins: [origin] }: DemoHost,
): Promise<void> {
  const companyId = callers.find((caller) => caller.companyId)?.companyId;
  if (writers.length === 0 || !companyId) return;
  await db.transaction().execute(async (tx) => {
    for (const { email, login, token } of writers) {
      const caller = callers.find((candidate) => candidate.email === email);
      if (!caller?.companyId) continue;
      const secretId = await secrets.store(tx, caller.companyId, { token });
      const key = { id: newId(), user_id: caller.id, provider: "github" };
      await upsertConnection(tx, key, { origin, account: login, scopes: "", writes: true, secret_id: secretId });
    }
    await updateWritingAt(tx, companyId, trackerUrl);
  });
}

/** A port that another process has taken changes at the next start; the sources follow. */
async function followMove(db: Db, { movedFrom, trackerUrl, wikiUrl }: DemoHost): Promise<void> {
  if (movedFrom === null) return;
  for (const url of [trackerUrl, wikiUrl]) {
    if (url === null) continue;
    const before = movedFrom + new URL(url).pathname;
    await updateSourceUrls(db, before, url);
  }
  await updateConnectionOrigins(db, movedFrom, new URL(trackerUrl).origin);
}

const hasDemo = async (db: Db): Promise<boolean> => (await findUserByEmail(db, DEMO_PEOPLE[0].email)) !== undefined;

const signInLines = (): string[] => [
  "Sign in to the demo with one of these:",
  ...DEMO_PEOPLE.map(({ email, password, role }) => `  ${email.padEnd(20)} ${password.padEnd(20)} ${role}`),
];
