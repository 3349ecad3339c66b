import { homedir, userInfo } from "node:os";
import { basename, join } from "node:path";
import { ProjectBody } from "../../contract/projects.ts";
import { foundCompany } from "../access/foundCompany.ts";
import { hashPassword } from "../access/passwords/passwords.ts";
import { newToken } from "../access/tokens/tokens.ts";
import { CannotStart, Invalid } from "../errors.ts";
import { createProject } from "../features/projects/createProject.ts";
import type { SourceDeps } from "../features/sources/projectSources.ts";
import { readOutput } from "../git/readOutput.ts";

export interface PersonalUser {
  readonly userId: string;
  /** The page of the project. */
  readonly path: string;
}

/** Fills the empty database with a user, named as git names them, and a project of the repository. @throws CannotStart */
export async function seedPersonal(deps: SourceDeps, repository: string): Promise<PersonalUser> {
  const name = basename(repository);
  const user = {
    name: (await gitSetting(repository, "user.name")) ?? userInfo().username,
    email: (await gitSetting(repository, "user.email")) ?? NO_EMAIL,
    language: /^tr\b|^tr_/i.test(process.env["LANG"] ?? "") ? ("TR" as const) : ("EN" as const),
  };
  // No one knows the password: the link signs in.
  const founder = { ...user, role: "Admin" as const, passwordHash: await hashPassword(newToken()) };
  const { companyId, userIds } = await deps.db
    .transaction()
    .execute((transaction) => foundCompany(transaction, name, [founder]));
  const userId = userIds[0] ?? "";
  const body = ProjectBody.parse({
    name,
    repositories: [{ provider: "git", url: repository }],
    trackers: [],
    wikis: [],
    emails: [],
  });
  try {
    const slug = await createProject(deps, { ...user, id: userId, companyId, companyRole: "Admin" }, body);
    return { userId, path: `/projects/${slug}` };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new CannotStart(`${repository} cannot be read: ${JSON.stringify(error.fields)}`, { cause: error });
  }
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
