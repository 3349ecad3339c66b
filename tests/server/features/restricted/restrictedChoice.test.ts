/** The role for the restricted items of a source, changed at a linked source. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../../../../contract/projects.ts";
import type { RestrictedPage } from "../../../../contract/issues/restricted.ts";
import { startGitlabHost } from "../../../providers/gitlabHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { type Work, at, makeWork, workIssue } from "../../../providers/work.ts";
import { addMember, addSecret } from "../../rows.ts";
import { addPeople, signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";

let server: TestServer;
let work: Work;
let host: RestHost;
let owner: SignedInUser;
let maintainer: SignedInUser;
let viewer: SignedInUser;
let slug: string;
let id: string;
beforeAll(async () => {
  work = makeWork(4);
  const comments = [{ id: 400, author: "ada", body: "Said", at: at(40) }];
  work.issues.push(workIssue(40, { title: "Zebraquartz", isHidden: true, updatedAt: at(1000), comments }));
  host = await startGitlabHost(work);
  server = await startTestServer("pglite", { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
  const people = await addPeople(server.db, { plan: "Enterprise" });
  owner = people.admin;
  const credential = { username: "ada@example.org", token: "right" };
  const trackers = [{ provider: "gitlab", url: `${host.url}/acme/rocket`, credential }];
  const { body } = await server.call("POST", "projects/", { token: owner.token, body: { name: "Atlas", trackers } });
  const project = body as Project;
  ({ slug } = project);
  id = project.trackers[0]?.id ?? "";
  const { id: projectId } = await server.db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
  maintainer = await signedIn(server.db, { companyId: people.companyId, email: "maintainer@example.org" });
  viewer = await signedIn(server.db, { companyId: people.companyId, email: "viewer@example.org" });
  await addMember(server.db, projectId, maintainer.id, "Maintainer");
  await addMember(server.db, projectId, viewer.id, "Viewer");
});
afterAll(async () => {
  await server.stop();
  await host.stop();
});

const settled = async (): Promise<void> => {
  const states = () => server.db.selectFrom("sources").select(["sync_state", "sync_error"]).execute();
  await expect.poll(states, { timeout: 30_000 }).toEqual([{ sync_state: "ready", sync_error: null }]);
};
const choose = (caller: SignedInUser, role: string | null) =>
  server.call("PUT", `sources/${id}/restricted/`, { token: caller.token, body: { role } });
const titles = async (caller: SignedInUser): Promise<string[]> => {
  const { body } = await server.call("GET", `restricted/?project=${slug}`, { token: caller.token });
  return (body as RestrictedPage).results.map(({ title }) => title);
};
const stored = () => server.db.selectFrom("restricted_items").select("title").execute();

test("what was left out until now is read once a role is chosen, for that role, although nothing changed at the host", async () => {
  await settled();
  expect([await titles(owner), await stored()]).toEqual([[], []]);
  expect((await choose(viewer, "Viewer")).status).toBe(403);
  expect((await choose(maintainer, "Maintainer")).status).toBe(403);
  expect((await choose(owner, "Maintainer")).body).toMatchObject({ restricted_role: "Maintainer" });
  await settled();
  expect(await titles(owner)).toEqual(["Zebraquartz"]);
  expect(await titles(maintainer)).toEqual(["Zebraquartz"]);
  expect(await titles(viewer)).toEqual([]);
});

test("a narrower role counts at once; who is not an Owner may take away and not open what a token reads", async () => {
  expect((await choose(maintainer, "Owner")).status).toBe(200);
  expect([await titles(owner), await titles(maintainer)]).toEqual([["Zebraquartz"], []]);
  const refused = await choose(maintainer, "Maintainer");
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining("Only an Owner")]);
  expect((await choose(owner, "Viewer")).status).toBe(200);
  expect(await titles(viewer)).toEqual(["Zebraquartz"]);
});

test("turned off, the texts are gone at once, stay away at the next sync, and it is in the audit log", async () => {
  expect((await choose(maintainer, null)).body).toMatchObject({ restricted_role: null });
  expect(await stored()).toEqual([]);
  await server.call("POST", `projects/${slug}/sync/`, { token: owner.token, body: {} });
  await settled();
  expect(await stored()).toEqual([]);
  const noted = await server.db
    .selectFrom("audit_log")
    .select(["actor_email", "before", "after"])
    .where("action", "=", "source.restricted_changed")
    .orderBy("id")
    .execute();
  expect(noted.map(({ actor_email, after }) => [actor_email, (after as { role: string | null }).role])).toEqual([
    [owner.email, "Maintainer"],
    [maintainer.email, "Owner"],
    [owner.email, "Viewer"],
    [maintainer.email, null],
  ]);
});

/** Starts a sync under the role and stops it at the request for the restricted issue. Its list has been read by then. */
const heldSync = async (role: string): Promise<{ release: () => Promise<void> }> => {
  const reached = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<void>();
  host.fault = ({ path }) => {
    if (!path.includes("/issues/40/")) return undefined;
    reached.resolve(undefined);
    return { until: gate.promise };
  };
  expect((await choose(owner, role)).status).toBe(200);
  await reached.promise;
  return {
    release: async () => {
      host.fault = undefined;
      gate.resolve();
      await settled();
    },
  };
};

test("turned off while a sync reads the texts, that sync stores none of them", async () => {
  const { release } = await heldSync("Maintainer");
  expect((await choose(owner, null)).status).toBe(200);
  await release();
  expect(await stored()).toEqual([]);
});

test("turned off and on again meanwhile, what was read for the first choice is not stored for the second", async () => {
  const { release } = await heldSync("Maintainer");
  await choose(owner, null);
  await choose(owner, "Owner");
  Object.assign(work.issues.at(-1) ?? {}, { title: "Read for the second choice" });
  await release();
  expect(await stored()).not.toContainEqual({ title: "Zebraquartz" });
  await server.call("POST", `projects/${slug}/sync/`, { token: owner.token, body: {} });
  await settled();
  expect(await titles(owner)).toEqual(["Read for the second choice"]);
  await choose(owner, null);
});

test("a new access of the same person keeps the choice, and one of another user leaves the items out again", async () => {
  expect((await choose(owner, "Maintainer")).status).toBe(200);
  await settled();
  const renew = (caller: SignedInUser, body: unknown) =>
    server.call("PUT", `sources/${id}/access/`, { token: caller.token, body });
  const credential = { username: "ada@example.org", token: "right" };
  expect((await renew(owner, { credential })).body).toMatchObject({ restricted_role: "Maintainer" });
  await settled();
  expect((await stored()).length).toBe(1);
  expect((await renew(maintainer, { credential })).body).toMatchObject({ restricted_role: null });
  expect(await stored()).toEqual([]);
  await settled();
  expect([await stored(), await titles(owner)]).toEqual([[], []]);
  const noted = await server.db
    .selectFrom("audit_log")
    .select(["actor_email", "before", "after"])
    .where("action", "=", "source.restricted_changed")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(noted).toMatchObject({ actor_email: maintainer.email, before: { role: "Maintainer" }, after: { role: null } });
  // Without a credential no restricted item can be read.
  await choose(owner, "Owner");
  await renew(maintainer, {});
  expect(await server.db.selectFrom("sources").select(["access_by", "restricted_role"]).execute()).toEqual([
    { access_by: null, restricted_role: null },
  ]);
});

test("only the owner of an account opens what the account reads", async () => {
  const { company_id: companyId } = await server.db
    .selectFrom("projects")
    .select("company_id")
    .executeTakeFirstOrThrow();
  await addSecret(server.db, companyId, "tokens");
  const account = { provider: "gitlab", account: "ada", scopes: "api", secret_id: "tokens" };
  await server.db
    .insertInto("connections")
    .values({ id: "c1", user_id: maintainer.id, ...account })
    .execute();
  await server.db.updateTable("sources").set({ connection_id: "c1", secret_id: null }).execute();
  const refused = await choose(owner, "Owner");
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining("another user")]);
  expect((await choose(maintainer, "Maintainer")).status).toBe(200);
});
