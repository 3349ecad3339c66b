/** Lists of linked groups: nothing that a host or a proxy does makes a part of a list look like all of it. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ListedRepository } from "../../../server/sources/connector/groupTypes.ts";
import { idAtHost } from "../../../server/sources/connector/listedFields.ts";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { FolderGroup } from "../../../server/sources/git/FolderGroup.ts";
import { groupOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { type GroupData, startGroupHost } from "../../providers/groupHost.ts";
import { CONTEXT, startBitbucketDataCenterHost } from "../../providers/bitbucketDataCenterHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { makeWork } from "../../providers/work.ts";

const TOKEN = "a-token";
const egress = createEgress({ allowed: ["127.0.0.0/8"] });

let data: GroupData;
let host: RestHost;

beforeEach(async () => {
  data = { path: "acme", repositories: [] };
  host = await startGroupHost(data);
});
afterEach(() => host.stop());

async function listed(provider: string, hasToken = false, path = "/acme"): Promise<ListedRepository[]> {
  const credential = hasToken ? new Credential({ token: TOKEN, origin: host.url }) : null;
  const opened = groupOf(provider, { url: `${host.url}${path}`, credential, egress, retries: 0, retryDelayMs: 1 });
  const all: ListedRepository[] = [];
  for await (const { repositories } of opened.open().list(AbortSignal.timeout(20_000))) all.push(...repositories);
  return all;
}

test("a full page of GitHub without a link is not the end of the list", async () => {
  data.repositories = Array.from({ length: 230 }, (_, at) => ({ id: at + 1, name: `r${at + 1}` }));
  data.hasNoLinks = true;
  expect(await listed("github")).toHaveLength(230);
  data.repositories.length = 100;
  expect(await listed("github")).toHaveLength(100);
});

describe("of a person at GitHub", () => {
  beforeEach(() => {
    Object.assign(data, { isUser: true, token: TOKEN });
    data.repositories = [
      { id: 1, name: "one" },
      { id: 2, name: "two", private: true },
    ];
  });

  test("has all repositories for the person's own token, and is an error when the host does not show whose it is", async () => {
    expect(await listed("github", true)).toHaveLength(2);
    for (const status of [500, 429]) {
      host.fault = ({ path }) => (path.endsWith("/user") ? { status, body: {} } : undefined);
      await expect(listed("github", true)).rejects.toMatchObject({ name: "SourceError" });
    }
  });

  test.each([401, 403, 404, 410])("has the public ones where the token is no user's: %i", async (status) => {
    host.fault = ({ path }) =>
      path.endsWith("/user") ? { status, body: { message: "Resource not accessible by integration" } } : undefined;
    expect((await listed("github", true)).length).toBeGreaterThan(0);
  });
});

test.each(["gitlab", "bitbucket"])("a page of %s without a readable row is a failure in words", async (provider) => {
  data.repositories = [{ id: 1, name: "one" }];
  host.fault = ({ path, query }) =>
    path.endsWith("/projects") || query.has("pagelen")
      ? { status: 200, body: provider === "gitlab" ? ["text", {}] : { values: ["text", {}] } }
      : undefined;
  await expect(listed(provider)).rejects.toMatchObject({ name: "SourceError", code: "bad_answer" });
});

test.each(["github", "gitlab", "bitbucket"])(
  "topics and branches that %s lists are kept within bounds",
  async (provider) => {
    const topics = ["web", "x".repeat(5000), ...Array.from({ length: 500 }, (_, at) => `t${at}`)];
    data.repositories = [{ id: 1, name: "one", topics }];
    data.branch = "b".repeat(256);
    const [repository] = await listed(provider);
    expect(repository).toMatchObject({ default_branch: null, is_empty: false });
    expect(repository?.topics.length).toBe(provider === "bitbucket" ? 0 : 50);
    expect(repository?.topics.some((topic) => topic.length > 60)).toBe(false);
    data.branch = "b".repeat(255);
    expect((await listed(provider))[0]?.default_branch).toBe(data.branch);
  },
);

test("installations behind prefixes of one origin have different ids", async () => {
  expect(idAtHost("https://host.example", 5)).toBe("5");
  expect(idAtHost("https://host.example/", 5)).toBe("5");
  expect(idAtHost("https://host.example/one", 5)).not.toBe(idAtHost("https://host.example/two", 5));
  data.repositories = [{ id: 1, name: "api" }];
  expect((await listed("gitlab")).map(({ externalId }) => externalId)).toEqual(["1"]);
  expect((await listed("github")).map(({ externalId }) => externalId)).toEqual(["1"]);
});

test("a project of Bitbucket Data Center has all repositories once, under the linked address", async () => {
  const row = (id: number, more = {}) => ({
    id,
    slug: `r${id}`,
    name: `R ${id}`,
    project: { key: "ACME" },
    public: id === 1,
    archived: id === 2,
    links: { self: [{ href: "https://elsewhere.example/r" }] },
    ...(id === 3 && { origin: { id: 9 } }),
    ...(id === 4 && { defaultBranch: "trunk" }),
    ...more,
  });
  const rows: unknown[] = [1, 2, 3, 4, 5, 6, 7].map((id) => row(id));
  const center = await startBitbucketDataCenterHost({ ...makeWork(0), token: TOKEN }, { repositories: rows });
  const list = async (path = `${CONTEXT}/projects/acme`, token = TOKEN) => {
    const credential = new Credential({ token, origin: center.url });
    const url = `${center.url}${path}`;
    const group = groupOf("bitbucket", { url, credential, egress, retries: 0, retryDelayMs: 1 });
    const all: ListedRepository[] = [];
    for await (const { repositories } of group.open().list(AbortSignal.timeout(20_000))) all.push(...repositories);
    return { group, all: [...new Map(all.map((found) => [found.externalId, found])).values()] };
  };
  const { group, all } = await list();
  expect([group.url, group.name]).toEqual([`${center.url}${CONTEXT}/projects/ACME`, "ACME"]);
  expect(all.map(({ name }) => name)).toEqual(["r1", "r2", "r3", "r4", "r5", "r6", "r7"]);
  expect(all[0]).toMatchObject({
    externalId: `${CONTEXT} 1`,
    full_name: "ACME/r1",
    url: `${center.url}${CONTEXT}/projects/ACME/repos/r1`,
    visibility: "public",
    has_issues: false,
  });
  expect(all.map(({ is_archived: isArchived, is_fork: isFork }) => [isArchived, isFork]).slice(1, 3)).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(all[3]?.default_branch).toBe("trunk");
  await expect(list(`${CONTEXT}/projects/OTHER`)).rejects.toMatchObject({ code: "not_found" });
  await expect(list(`${CONTEXT}/projects/ACME`, "wrong")).rejects.toMatchObject({ code: "unauthorized" });
  center.fault = ({ query }) => (query.get("start") === "3" ? { status: 500, body: {} } : undefined);
  await expect(list()).rejects.toMatchObject({ name: "SourceError" });
  center.fault = ({ path }) => (path.endsWith("/application-properties") ? { status: 404, body: "" } : undefined);
  await expect(list()).rejects.toMatchObject({ code: "unsupported" });
  await center.stop();
});

describe("of a folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "group-list-"));
    for (let at = 0; at < 30; at += 1) await mkdir(join(folder, `f${String(at).padStart(2, "0")}`));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const address = () => ({ kind: "path", path: folder, allowed: [folder] }) as const;

  test("ends at the bound of folders within one folder, and reports that it is not whole", async () => {
    let unreadable = 0;
    for await (const page of new FolderGroup(address(), 10).list(new AbortController().signal))
      unreadable += page.unreadable;
    expect(unreadable).toBeGreaterThan(0);
  });

  test("ends within one folder when it is cancelled", async () => {
    let asked = 0;
    const controller = new AbortController();
    const signal = new Proxy(controller.signal, {
      get: (target, name) => {
        if (name !== "throwIfAborted") return Reflect.get(target, name, target) as unknown;
        return () => {
          asked += 1;
          if (asked === 5) controller.abort();
          target.throwIfAborted();
        };
      },
    });
    await expect(new FolderGroup(address()).list(signal).next()).rejects.toThrow("abort");
    expect(asked).toBe(5);
  });
});
