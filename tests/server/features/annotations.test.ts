import { afterAll, beforeAll, expect, test } from "vitest";
import type { Annotation } from "../../../contract/annotations.ts";
import { ANNOTATION_LIMITS } from "../../../contract/metrics.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../http/testServer.ts";
import { addCompany, addMember, addProject, READ_SOURCE } from "../rows.ts";
import { onEachDatabase } from "../testDb.ts";

const HOSTILE = `<img src=x onerror="alert(1)">{{n}} '; drop table users; --`;

onEachDatabase("annotations of Insights", (engine) => {
  let server: TestServer;
  let companyId: string;
  let owner: SignedInUser;
  let developer: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer(engine);
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org", role: "Admin" });
    developer = await signedIn(server.db, { companyId, email: "developer@example.org" });
    viewer = await signedIn(server.db, { companyId, email: "viewer@example.org" });
    const projectId = await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" });
    await addMember(server.db, projectId, developer.id, "Developer");
    await addMember(server.db, projectId, viewer.id, "Viewer");
  });
  afterAll(() => server.stop());

  const call = (caller: SignedInUser, method: string, path: string, body?: unknown) =>
    server.call(method, `projects/${path}`, { token: caller.token, ...(body !== undefined && { body }) });
  const list = async (caller: SignedInUser, slug = "work", span = "from=2026-11-01&to=2026-11-30") =>
    (await call(caller, "GET", `${slug}/annotations/?${span}`)).body as Annotation[];
  const add = async (caller: SignedInUser, body: object = {}) =>
    call(caller, "POST", "work/annotations/", { kind: "incident", title: "Down", day: "2026-11-04", ...body });

  test("a title is kept to the letter, and each reader sees what they may change", async () => {
    const { status, body } = await add(developer, { title: HOSTILE });
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: HOSTILE, kind: "incident", day: "2026-11-04", origin: "member" });
    const { id } = body as Annotation;
    const seen = async (caller: SignedInUser) => (await list(caller)).find((one) => one.id === id);
    expect(await seen(developer)).toMatchObject({ title: HOSTILE, author: "developer", can_change: true });
    expect(await seen(owner)).toMatchObject({ can_change: true });
    expect(await seen(viewer)).toMatchObject({ can_change: false });
    expect(await list(owner, "work", "from=2026-11-05&to=2026-11-30")).toEqual([]);
    expect(await list(owner, "work", "from=2026-11-04&to=2026-11-04")).toHaveLength(1);
    await call(developer, "DELETE", `work/annotations/${id}/`);
    expect(await seen(owner)).toBeUndefined();
  });

  test("its author and those above change and delete it, others do not", async () => {
    const { id } = (await add(owner)).body as Annotation;
    const change = { kind: "note", title: "Migration", day: "2026-11-05" };
    expect(await call(developer, "PUT", `work/annotations/${id}/`, change)).toMatchObject({
      status: 403,
      body: { detail: "Only its author, a Maintainer or an Owner may change this annotation." },
    });
    expect((await call(developer, "DELETE", `work/annotations/${id}/`)).status).toBe(403);
    expect((await call(owner, "PUT", `work/annotations/${id}/`, change)).body).toMatchObject(change);
    expect((await add(viewer)).status).toBe(403);
    await addProject(server.db, { companyId, ownerId: owner.id, slug: "other" });
    // Of another project, it does not exist.
    expect((await call(owner, "DELETE", `other/annotations/${id}/`)).status).toBe(404);
    expect((await call(owner, "DELETE", `work/annotations/${id}/`)).status).toBe(204);
    expect((await call(owner, "DELETE", `work/annotations/${id}/`)).status).toBe(404);
  });

  test.each([
    [{ title: " " }, { title: ["This field is required"] }],
    [{ title: "x".repeat(101) }, { title: ["Must be at most 100 characters"] }],
    [{ day: "0000-01-01" }, { day: ["Must be at least 1970-01-01"] }],
    [{ day: "2100-01-01" }, { day: ["Must be at most 2099-12-31"] }],
  ])("%o is refused", async (body, errors) => {
    expect(await add(owner, body)).toMatchObject({ status: 400, body: errors });
  });

  test("a project has a limit", async () => {
    const full = await addProject(server.db, { companyId, ownerId: owner.id, slug: "full" });
    const rows = Array.from({ length: ANNOTATION_LIMITS.stored }, () => ({
      id: newId(),
      project_id: full,
      kind: "note" as const,
      title: "Note",
      day: "2026-11-04",
      author_id: owner.id,
    }));
    await insertRows(server.db, "insight_annotations", rows);
    const body = { kind: "note", title: "One more", day: "2026-11-04" };
    expect((await call(owner, "POST", "full/annotations/", body)).status).toBe(409);
  });

  test("tags are releases until the host has some; days are those of the company", async () => {
    const project = await addProject(server.db, { companyId, ownerId: owner.id, slug: "tagged" });
    const source = newId();
    await server.db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id: source,
        project_id: project,
        kind: "repository",
        provider: "github",
        url: "https://github.com/ariadne/loom",
        name: "ariadne/loom",
        default_branch: "main",
      })
      .execute();
    const author = await server.db
      .insertInto("git_authors")
      .values({ source_id: source, name: "Ada", email: "ada@example.org" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const commit = (hash: string, at: string) => ({
      source_id: source,
      hash,
      author_id: author.id,
      authored_at: at,
      committed_at: at,
      message: "Release",
      parents: 1,
    });
    await insertRows(server.db, "git_commits", [
      commit("a".repeat(40), "2026-11-03T23:30:00Z"),
      commit("b".repeat(40), "2025-01-01T00:00:00Z"),
    ]);
    await insertRows(server.db, "git_tags", [
      { source_id: source, name: HOSTILE, hash: "a".repeat(40) },
      { source_id: source, name: "v0", hash: "b".repeat(40) },
      { source_id: source, name: "unread", hash: "c".repeat(40) },
    ]);
    await server.db
      .updateTable("companies")
      .set({ time_zone: "Europe/Istanbul" })
      .where("id", "=", companyId)
      .execute();
    expect((await call(viewer, "GET", "tagged/annotations/?from=2026-11-01&to=2026-11-30")).status).toBe(404);
    expect(await list(owner, "tagged")).toMatchObject([
      {
        kind: "release",
        origin: "tag",
        title: HOSTILE,
        day: "2026-11-04",
        repository: "ariadne/loom",
        can_change: false,
      },
    ]);
    const release = (tag: string, published_at: string | null, is_prerelease = false) => ({
      id: newId(),
      source_id: source,
      project_id: project,
      external_id: tag,
      tag,
      name: "",
      body: "",
      url: `https://github.com/ariadne/loom/releases/${tag}`,
      author_id: null,
      is_prerelease,
      created_at: "2026-11-01T00:00:00Z",
      published_at,
    });
    await insertRows(server.db, "releases", [
      release("v1", "2026-11-09T10:00:00Z"),
      release("v2-rc", "2026-11-10T10:00:00Z", true),
      release("draft", null),
    ]);
    expect(await list(owner, "tagged")).toMatchObject([
      { origin: "host", title: "v1", day: "2026-11-09", url: "https://github.com/ariadne/loom/releases/v1" },
    ]);
  });
});
