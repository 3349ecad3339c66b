import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Annotation } from "../../../../contract/insights/annotations.ts";
import type { AuditPage } from "../../../../contract/access/audit.ts";
import { ANNOTATION_LIMITS } from "../../../../contract/insights/metrics.ts";
import { insertRows } from "../../../../server/db/insertRows.ts";
import { newId } from "../../../../server/db/newId.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addCompany, addMember, addProject, READ_SOURCE } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const HOSTILE = `<img src=x onerror="alert(1)">{{n}} '; drop table users; --`;

onOneDatabase("annotations of Insights", (engine) => {
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
  const request = (caller: SignedInUser, query: string) =>
    server.call("GET", `insights/annotations/?${query}`, { token: caller.token });
  const list = async (caller: SignedInUser, slug = "work", span = "from=2026-11-01&to=2026-11-30") =>
    (await request(caller, `project=${slug}&${span}`)).body as Annotation[];
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
    // It does not exist in another project.
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

  test("each change is in the audit log, and the same content again or a refused one is none", async () => {
    const audited = async () =>
      (
        (await server.call("GET", `companies/${companyId}/audit/`, { token: owner.token })).body as AuditPage
      ).results.filter(({ action }) => action.startsWith("insights.annotation"));
    const first = (await audited()).length;
    const { id } = (await add(owner, { title: "Slow" })).body as Annotation;
    const path = `work/annotations/${id}/`;
    const content = { kind: "incident", title: "Slow", day: "2026-11-04" };
    expect((await call(developer, "PUT", path, { ...content, title: "Mine" })).status).toBe(403);
    expect((await call(developer, "DELETE", path)).status).toBe(403);
    expect((await add(viewer)).status).toBe(403);
    expect((await call(owner, "PUT", path, content)).status).toBe(200);
    expect((await call(owner, "PUT", path, { kind: "note", title: "Fast", day: "2026-11-05" })).status).toBe(200);
    expect((await call(owner, "DELETE", path)).status).toBe(204);
    expect((await call(owner, "DELETE", path)).status).toBe(404);
    const entries = await audited();
    expect(entries.slice(0, entries.length - first)).toMatchObject([
      {
        action: "insights.annotation_deleted",
        subject: { kind: "annotation", id, name: "Fast" },
        before: { project: "work", kind: "note", day: "2026-11-05" },
        after: null,
      },
      {
        action: "insights.annotation_changed",
        subject: { kind: "annotation", id, name: "Slow" },
        before: content,
        after: { project: "work", kind: "note", title: "Fast", day: "2026-11-05" },
      },
      {
        action: "insights.annotation_added",
        actor: { id: owner.id, email: "owner@example.org" },
        subject: { kind: "annotation", id, name: "Slow" },
        before: null,
        after: { project: "work", kind: "incident", day: "2026-11-04" },
        address: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
      },
    ]);
    expect(entries).toHaveLength(first + 3);
  });

  const addRepository = async (projectId: string, name: string): Promise<string> => {
    const id = newId();
    await server.db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id,
        project_id: projectId,
        kind: "repository",
        provider: "github",
        url: `https://github.com/${name}`,
        name,
        default_branch: "main",
      })
      .execute();
    return id;
  };
  const addTag = async (source_id: string, name: string, committed_at: string): Promise<void> => {
    const hash = createHash("sha1").update(name).digest("hex");
    const author = await server.db
      .insertInto("git_authors")
      .values({ source_id, name, email: "ada@example.org" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await insertRows(server.db, "git_commits", [
      {
        source_id,
        hash,
        author_id: author.id,
        authored_at: committed_at,
        committed_at,
        message: "Release",
        parents: 1,
      },
    ]);
    await insertRows(server.db, "git_tags", [{ source_id, name, hash }]);
  };
  const release = (
    [source_id, project_id]: readonly [source: string, project: string],
    tag: string,
    published_at: string | null,
    is_prerelease = false,
  ) => ({
    id: newId(),
    source_id,
    project_id,
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

  test("tags are releases until the host has some; days are those of the company", async () => {
    const project = await addProject(server.db, { companyId, ownerId: owner.id, slug: "tagged" });
    const source = await addRepository(project, "ariadne/loom");
    await addTag(source, HOSTILE, "2026-11-03T23:30:00Z");
    await addTag(source, "v0", "2025-01-01T00:00:00Z");
    await insertRows(server.db, "git_tags", [{ source_id: source, name: "unread", hash: "c".repeat(40) }]);
    await server.db
      .updateTable("companies")
      .set({ time_zone: "Europe/Istanbul" })
      .where("id", "=", companyId)
      .execute();
    expect((await request(viewer, "project=tagged&from=2026-11-01&to=2026-11-30")).status).toBe(404);
    expect(await list(owner, "tagged")).toMatchObject([
      {
        kind: "release",
        origin: "tag",
        title: HOSTILE,
        day: "2026-11-04",
        project: { slug: "tagged", name: "tagged" },
        repository: "ariadne/loom",
        can_change: false,
      },
    ]);
    await insertRows(server.db, "releases", [
      release([source, project], "v1", "2026-11-09T10:00:00Z"),
      release([source, project], "v2-rc", "2026-11-10T10:00:00Z", true),
      release([source, project], "draft", null),
    ]);
    expect(await list(owner, "tagged")).toMatchObject([
      { origin: "host", title: "v1", day: "2026-11-09", url: "https://github.com/ariadne/loom/releases/v1" },
    ]);
  });

  test("a filter of repositories leaves their releases or tags, and what members add", async () => {
    const span = "from=2026-11-01&to=2026-11-30";
    const released = await addProject(server.db, { companyId, ownerId: owner.id, slug: "released" });
    const [app, site] = [await addRepository(released, "ariadne/app"), await addRepository(released, "ariadne/site")];
    await insertRows(server.db, "releases", [
      release([app, released], "app-1", "2026-11-09T10:00:00Z"),
      release([site, released], "site-1", "2026-11-10T10:00:00Z"),
    ]);
    await addTag(app, "app-tag", "2026-11-09T10:00:00Z");
    const docs = await addRepository(released, "ariadne/docs");
    await addTag(docs, "docs-1", "2026-11-11T10:00:00Z");
    const body = { kind: "note", title: "Two people joined", day: "2026-11-12" };
    expect((await call(owner, "POST", "released/annotations/", body)).status).toBe(201);
    const titles = async (query: string, project = "released") =>
      ((await request(owner, `project=${project}&${span}&${query}`)).body as Annotation[])
        .map(({ title }) => title)
        .toSorted();
    expect(await titles("")).toEqual(["Two people joined", "app-1", "site-1"]);
    expect(await titles(`repository=${app}`)).toEqual(["Two people joined", "app-1"]);
    expect(await titles(`repository=${app}&repository=${site}`)).toEqual(["Two people joined", "app-1", "site-1"]);
    // Its host has no releases, and a narrower filter does not show what a wider one hides.
    expect(await titles(`repository=${docs}`)).toEqual(["Two people joined"]);
    expect(await titles("repository=none")).toEqual(["Two people joined"]);
    const plain = await addProject(server.db, { companyId, ownerId: owner.id, slug: "plain" });
    const [first, second] = [await addRepository(plain, "ariadne/one"), await addRepository(plain, "ariadne/two")];
    await addTag(first, "one-1", "2026-11-09T10:00:00Z");
    await addTag(second, "two-1", "2026-11-09T10:00:00Z");
    expect(await titles("", "plain")).toEqual(["one-1", "two-1"]);
    expect(await titles(`repository=${second}`, "plain")).toEqual(["two-1"]);
  });

  test("of several projects, each has its own releases or tags, and a reader sees those of theirs alone", async () => {
    const [left, right] = [
      await addProject(server.db, { companyId, ownerId: owner.id, slug: "left" }),
      await addProject(server.db, { companyId, ownerId: owner.id, slug: "right" }),
    ];
    await addMember(server.db, left, developer.id, "Maintainer");
    const [a, b] = [await addRepository(left, "ariadne/left"), await addRepository(right, "ariadne/right")];
    await insertRows(server.db, "releases", [release([a, left], "left-1", "2026-03-09T10:00:00Z")]);
    await addTag(a, "left-tag", "2026-03-09T10:00:00Z");
    await addTag(b, "right-1", "2026-03-10T10:00:00Z");
    for (const slug of ["left", "right"]) {
      const body = { kind: "incident", title: `${slug} was down`, day: "2026-03-04" };
      expect((await call(owner, "POST", `${slug}/annotations/`, body)).status).toBe(201);
    }
    const seen = async (caller: SignedInUser, query: string) =>
      ((await request(caller, `${query}from=2026-03-01&to=2026-03-31`)).body as Annotation[])
        .map(({ project, title, can_change }) => `${project.slug}: ${title}${can_change ? ", changeable" : ""}`)
        .toSorted();
    const ofLeft = ["left: left was down, changeable", "left: left-1"];
    const ofBoth = [...ofLeft, "right: right was down, changeable", "right: right-1"];
    expect(await seen(owner, "project=left&project=right&")).toEqual(ofBoth);
    expect(await seen(owner, "")).toEqual(ofBoth);
    expect(await seen(developer, "")).toEqual(ofLeft);
    expect(await seen(viewer, "")).toEqual([]);
    expect((await request(developer, "project=left&project=right&from=2026-03-01&to=2026-03-31")).status).toBe(404);
  });
});
