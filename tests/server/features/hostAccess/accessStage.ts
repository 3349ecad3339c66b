/** A server whose members have accounts at a host with private repositories. */
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import { newId } from "../../../../server/db/newId.ts";
import type { Db } from "../../../../server/db/openDb.ts";
import { type PrivateRepositories, startPrivateRepositories } from "../../../providers/privateRepositories.ts";
import { addMember, addProject, READ_SOURCE } from "../../rows.ts";
import type { Engine } from "../../testDb.ts";
import { addPeople, signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";

const KEY = "a key of this test, which is long enough";
export const REPOSITORY = "ariadne/labyrinth";

export interface AccessStage {
  readonly server: TestServer;
  readonly db: Db;
  readonly host: PrivateRepositories;
  readonly companyId: string;
  readonly admin: SignedInUser;
  readonly stranger: SignedInUser;
  /** A user of the company, who has connected an account that sees these repositories; without an account for null. */
  addUser(name: string, sees: readonly string[] | null): Promise<SignedInUser>;
  connect(user: SignedInUser, sees: readonly string[]): Promise<void>;
  /** Changes what the account of a user sees at the host. */
  see(user: SignedInUser, ...repositories: string[]): void;
  /** The host does not know the token of the user any more. */
  revoke(user: SignedInUser): void;
  /** A project with these members, the first one its Owner, and one source for each repository. */
  addProject(
    slug: string,
    members: readonly SignedInUser[],
    repositories?: readonly string[],
  ): Promise<{ readonly id: string; readonly sources: readonly string[] }>;
  mirror(by: SignedInUser, sourceId: string, mirrored?: boolean): Promise<{ status: number; body: unknown }>;
  /** The status with which a user gets a project. */
  sees(user: SignedInUser, slug: string): Promise<number>;
  closed(user: SignedInUser): Promise<unknown>;
  /** Makes answers older. */
  age(sourceId: string, hours: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startAccessStage(engine: Engine, environment: Record<string, string> = {}): Promise<AccessStage> {
  const host = await startPrivateRepositories();
  const server = await startTestServer(engine, {
    environment: {
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_MASTER_KEY: KEY,
      CLEW_GITHUB_CLIENT_ID: "id",
      CLEW_GITHUB_CLIENT_SECRET: "secret",
      CLEW_GITHUB_URL: host.url,
      ...environment,
    },
  });
  const { db } = server;
  const { companyId, admin, stranger } = await addPeople(db, { plan: "Enterprise" });
  const secrets = createSecrets(Buffer.from(KEY));
  const tokenOf = ({ id }: SignedInUser): string => `token-${id}`;
  const stage: AccessStage = {
    server,
    db,
    host,
    companyId,
    admin,
    stranger,
    async addUser(name, sees) {
      const user = await signedIn(db, { companyId, email: `${name}@example.org` });
      if (sees) await stage.connect(user, sees);
      return user;
    },
    async connect(user, sees) {
      stage.see(user, ...sees);
      const secretId = await secrets.store(db, companyId, { token: tokenOf(user) });
      const key = { id: newId(), user_id: user.id, provider: "github" };
      const values = { origin: host.url, account: user.email, scopes: "repo", secret_id: secretId };
      await db
        .insertInto("connections")
        .values({ ...key, ...values, expires_at: null, failed_at: null })
        .execute();
    },
    see: (user, ...repositories) => void host.seenBy.set(tokenOf(user), new Set(repositories)),
    revoke: (user) => void host.seenBy.delete(tokenOf(user)),
    async addProject(slug, [owner, ...others], repositories = [REPOSITORY]) {
      if (!owner) throw new Error("A project has an Owner.");
      const id = await addProject(db, { companyId, ownerId: owner.id, slug });
      for (const member of others) await addMember(db, id, member.id, "Developer");
      const sources: string[] = [];
      for (const name of repositories) {
        const row = { id: newId(), project_id: id, kind: "repository", provider: "github", name } as const;
        await db
          .insertInto("sources")
          .values({ ...READ_SOURCE, ...row, url: `${host.url}/${name}`, sync_finished_at: new Date() })
          .execute();
        sources.push(row.id);
      }
      return { id, sources };
    },
    mirror: (by, sourceId, mirrored = true) =>
      server.call("PUT", `sources/${sourceId}/host-access/`, { token: by.token, body: { mirrored } }),
    sees: async (user, slug) => (await server.call("GET", `projects/${slug}/`, { token: user.token })).status,
    closed: async (user) => (await server.call("GET", "closed-projects/", { token: user.token })).body,
    async age(sourceId, hours) {
      const at = new Date(Date.now() - hours * 3_600_000);
      await db
        .updateTable("source_access_checks")
        .set({ checked_at: at, allowed_at: at, due_at: new Date() })
        .where("source_id", "=", sourceId)
        .where("state", "=", "allowed")
        .execute();
    },
    stop: async () => {
      await server.stop();
      await host.stop();
    },
  };
  return stage;
}
