import { join } from "node:path";
import { expect, vi } from "vitest";
import type { Project, Repository } from "../../../../contract/projects.ts";
import { SavedSearch } from "../../../../contract/search/savedSearches.ts";
import { type Heard, addPeople, listen, signedIn, startTestServer } from "../../http/testServer.ts";
import { addMember } from "../../rows.ts";
import { makeRepository } from "../../sources/gitFixture.ts";
import type { Engine } from "../../testDb.ts";

/** A server with a project over one repository, in which `people.admin` is the owner, `people.member` a Developer and `viewer` a Viewer. */
export async function startSearchServer(engine: Engine, options: Parameters<typeof startTestServer>[1] = {}) {
  const server = await startTestServer(engine, options);
  const people = await addPeople(server.db);
  const viewer = await signedIn(server.db, { companyId: people.companyId, email: "viewer@example.org" });
  const open: Heard[] = [];

  const repository = (name: string) => {
    const folder = join(server.dataDir, name);
    let head = "";
    const commit = (files: Record<string, string>): void => {
      head = makeRepository(folder, [{ message: "another change", files }], { from: head });
    };
    return { body: { provider: "git", url: folder }, commit };
  };
  const project = async (slug: string): Promise<Project> => {
    const { status, body } = await server.call("GET", `projects/${slug}/`, { token: people.admin.token });
    if (status !== 200) throw new Error(`The project could not be read: ${status} ${JSON.stringify(body)}`);
    return body as Project;
  };
  const lastSync = (state: Project): string =>
    [...state.repositories, ...state.trackers, ...state.wikis].map(({ sync }) => sync.finished_at ?? "").join();
  /** Waits until syncs have ended that are newer than these. */
  const synced = (after: string, slug = "loom"): Promise<void> =>
    vi.waitFor(
      async () => {
        const state = await project(slug);
        for (const { sync } of [...state.repositories, ...state.trackers, ...state.wikis])
          expect(sync.state).toBe("ready");
        expect(lastSync(state)).not.toBe(after);
      },
      { timeout: 30_000, interval: 100 },
    );
  const sync = async (slug = "loom"): Promise<void> => {
    const before = lastSync(await project(slug));
    await server.call("POST", `projects/${slug}/sync/`, { token: people.admin.token });
    await synced(before, slug);
  };
  const save = (token: string, body: object) => server.call("POST", "projects/loom/saved-searches/", { token, body });
  /** What is known of a search in a project, the first one if left out. */
  const storedOf = async (id: string, of = projectId) =>
    (await server.db
      .selectFrom("search_matches")
      .select(["seen", "compared", "compared_sources", "is_too_broad"])
      .where("search_id", "=", id)
      .where("project_id", "=", of)
      .executeTakeFirst()) ?? { seen: null, compared: null, compared_sources: null, is_too_broad: false };

  /** Makes a project of the admin's company over a repository with these files, of which only the admin is a member. */
  const addProject = async (name: string, files: Record<string, string>) => {
    const { commit, body } = repository(name.toLowerCase());
    commit(files);
    const made = await server.call("POST", "projects/", {
      token: people.admin.token,
      body: { name, repositories: [body], trackers: [], wikis: [], emails: [] },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const { id } = await server.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", name.toLowerCase())
      .executeTakeFirstOrThrow();
    return { id, commit };
  };
  const { id: projectId, commit } = await addProject("Loom", {
    "src/loom.ts": "export const warp = 1;\n",
    "README.md": "A loom.\n",
  });
  await addMember(server.db, projectId, people.member.id, "Developer");
  await addMember(server.db, projectId, viewer.id, "Viewer");
  await synced("");

  return {
    server,
    people,
    viewer,
    projectId,
    commit,
    sync,
    synced,
    addProject: async (name: string, files: Record<string, string>) => {
      const added = await addProject(name, files);
      await synced("", name.toLowerCase());
      return added;
    },
    /** Links another repository with these files, and waits for its first sync. */
    link: async (name: string, files: Record<string, string>) => {
      const { body, ...other } = repository(name);
      other.commit(files);
      const before = lastSync(await project("loom"));
      const answer = await server.call("POST", "projects/loom/repositories/", { token: people.admin.token, body });
      expect(answer.status).toBe(201);
      await synced(before);
      return { ...other, id: (answer.body as Repository).id };
    },
    save,
    saved: async (token: string, body: object): Promise<SavedSearch> => {
      const answer = await save(token, body);
      expect(answer.status).toBe(201);
      return SavedSearch.parse(answer.body);
    },
    list: async (token: string): Promise<SavedSearch[]> =>
      SavedSearch.array().parse((await server.call("GET", "saved-searches/?project=loom", { token })).body),
    hear: async (token: string): Promise<Heard> => {
      const heard = await listen(server, `token=${token}`);
      open.push(heard);
      return heard;
    },
    storedOf,
    seenOf: async (id: string, of?: string) => (await storedOf(id, of)).seen,
    /** Waits until the search was compared with the present index. */
    compared: async (id: string, of?: string): Promise<void> => {
      await expect.poll(async () => (await storedOf(id, of)).compared, { timeout: 20_000 }).not.toBeNull();
    },
    stop: async (): Promise<void> => {
      for (const { socket } of open) socket.close();
      await server.stop();
    },
  };
}

export type SearchServer = Awaited<ReturnType<typeof startSearchServer>>;

/** The notifications of matches that a socket has received. */
export const matchesHeard = ({ messages }: Heard) => messages.filter(({ type }) => type === "search.matched");
