import { homedir, userInfo } from "node:os";
import { basename, join } from "node:path";
import { ProjectBody } from "../../contract/projects.ts";
import { acceptInvitation } from "../access/newUsers.ts";
import { invite, openInvitation } from "../access/invitations.ts";
import { hashPassword } from "../access/passwords.ts";
import { endSession, findPrincipal, startSession } from "../access/sessions.ts";
import { newToken } from "../access/tokens.ts";
import type { Db } from "../db/openDb.ts";
import { insertCompany } from "../db/tables/companies.ts";
import { newId } from "../db/newId.ts";
import { CannotStart, Invalid } from "../errors.ts";
import { createProject } from "../features/projects/createProject.ts";
import type { SourceDeps } from "../features/sources/projectSources.ts";
import { readOutput } from "../git/readOutput.ts";
import { englishText } from "../messages/messages.ts";

export interface PersonalUser {
  readonly userId: string;
  /** The page of the project. */
  readonly path: string;
}

/** Fills the empty database with a user, named as git names them, and a project of the repository. @throws CannotStart */
export async function seedPersonal(deps: SourceDeps, repository: string): Promise<PersonalUser> {
  const name = basename(repository);
  const userId = await addUser(deps.db, name, {
    name: (await gitSetting(repository, "user.name")) ?? userInfo().username,
    email: (await gitSetting(repository, "user.email")) ?? NO_EMAIL,
  });
  const token = await startSession(deps.db, userId);
  const caller = await findPrincipal(deps.db, token);
  if (!caller) throw new Error("The user could not be registered.");
  try {
    const body = ProjectBody.parse({
      name,
      repositories: [{ provider: "git", url: repository }],
      trackers: [],
      wikis: [],
      emails: [],
    });
    return { userId, path: `/projects/${await createProject(deps, caller, body)}` };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new CannotStart(`${repository} cannot be read: ${JSON.stringify(error.fields)}`, { cause: error });
  } finally {
    await endSession(deps.db, caller.sessionHash);
  }
}

function addUser(db: Db, company: string, { name, email }: { readonly name: string; readonly email: string }) {
  return db.transaction().execute(async (transaction) => {
    const companyId = newId();
    await insertCompany(transaction, {
      id: companyId,
      name: company,
      plan: "Enterprise",
      subscription_status: "active",
      trial_ends_at: null,
    });
    const link = await invite(transaction, { companyId, email, role: "Admin", invitedBy: null });
    const invitation = await openInvitation(transaction, link.token, "lock");
    if ("code" in invitation) throw new Error(englishText(invitation));
    // No one knows the password: the link signs in.
    const passwordHash = await hashPassword(newToken());
    const language = /^tr\b|^tr_/i.test(process.env["LANG"] ?? "") ? ("TR" as const) : ("EN" as const);
    return acceptInvitation(transaction, invitation, { email, name, passwordHash, language });
  });
}

const NO_EMAIL = "you@example.invalid";
const LIMITS = { maxBytes: 4096, timeoutMs: 10_000 };

/** A setting of the repository or of the user; undefined where it is not set. The user's files are named, because git runs without them. */
async function gitSetting(repository: string, name: string): Promise<string | undefined> {
  const files = [join(homedir(), ".gitconfig"), join(homedir(), ".config", "git", "config")];
  for (const from of [["--local"], ...files.map((file) => ["--file", file])]) {
    const value = await readOutput(repository, ["config", ...from, "--get", name], LIMITS, AbortSignal.timeout(10_000))
      .then(({ bytes }) => bytes.toString("utf8").trim())
      .catch(() => "");
    if (value !== "") return value;
  }
  return undefined;
}
