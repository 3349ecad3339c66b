import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTernHost } from "../../../server/demo/demoHost.ts";
import { loadTernData, readMerges, shiftTimes, ternHistory, ternStart } from "../../../server/demo/data/ternData.ts";

const NOW = Date.UTC(2027, 1, 3, 15, 30);

describe("a history with its times moved", () => {
  test("moves authors and committers, and nothing that only looks like them", () => {
    const text = "author Eve <eve@x.example> 100 +0000\n";
    const stream = `blob\ndata ${text.length}\n${text}\ncommit refs/heads/main\nauthor Ada <a@x.example> 100 +0300\ncommitter Ada <a@x.example> 160 -0500\ndata 5\nhello\n`;
    expect(shiftTimes(Buffer.from(stream), 1000)).toBe(
      stream
        .replace("author Ada <a@x.example> 100", "author Ada <a@x.example> 1100")
        .replace("committer Ada <a@x.example> 160", "committer Ada <a@x.example> 1160"),
    );
  });

  test("counts bytes and not letters", () => {
    const word = "ışık";
    const stream = `data ${Buffer.byteLength(word)}\n${word}\nauthor Işıl <i@x.example> 1 +0300\n`;
    expect(shiftTimes(Buffer.from(stream), 5)).toContain("<i@x.example> 6 +0300");
  });
});

describe("the sample project", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-tern-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const git = (repository: string, ...args: string[]): string =>
    execFileSync("git", ["-C", repository, ...args], { encoding: "utf8" });

  test("each link of the tracker's answers leads a person to a page, and a wrong one to a page that reports it", async () => {
    const host = await startTernHost(folder, NOW);
    try {
      const { origin, pathname } = new URL(host.trackerUrl);
      const links = new Set([host.trackerUrl]);
      const collect = (value: unknown): void => {
        if (typeof value !== "object" || value === null) return;
        for (const [name, inner] of Object.entries(value)) {
          if (name === "html_url" && typeof inner === "string") links.add(inner.replace(/#.*$/, ""));
          else collect(inner);
        }
      };
      for (const list of ["issues?state=all", "pulls?state=all", "issues/comments", "releases", "issues/events"]) {
        collect(
          await (await fetch(`${origin}/repos${pathname}/${list}${list.includes("?") ? "&" : "?"}per_page=30`)).json(),
        );
      }
      const visit = async (link: string) => {
        const { status, headers } = await fetch(link, { headers: { accept: "text/html" } });
        return `${status} ${headers.get("content-type")}`;
      };
      const broken: string[] = [];
      for (const link of links) if ((await visit(link)) !== "200 text/html; charset=utf-8") broken.push(link);
      expect(broken).toEqual([]);
      expect(links.size).toBeGreaterThan(30);
      expect(await visit(`${host.trackerUrl}/blob/main/nothing.ts`)).toBe("404 text/html; charset=utf-8");
    } finally {
      await host.stop();
    }
  });

  test("has a whole repository whose story ends just before the demo was set up, and keeps its dates", async () => {
    const host = await startTernHost(folder, NOW);
    await host.stop();
    const repository = host.repositoryPath ?? "";
    expect(git(repository, "fsck", "--strict")).not.toMatch(/error|dangling commit/);
    const times = git(repository, "log", "--format=%ct", "main").trim().split("\n").map(Number);
    expect(times.length).toBeGreaterThan(70);
    expect(Math.max(...times) * 1000).toBeLessThan(NOW);
    expect(Math.max(...times) * 1000).toBeGreaterThan(NOW - 14 * 24 * 60 * 60 * 1000);
    const head = git(repository, "rev-parse", "main");
    const again = await startTernHost(folder, NOW + 90 * 24 * 60 * 60 * 1000);
    await again.stop();
    expect(git(again.repositoryPath ?? "", "rev-parse", "main")).toBe(head);
    expect([again.trackerUrl, again.movedFrom]).toEqual([host.trackerUrl, null]);
  });

  test("its pull requests name commits that are there, with the files that they change", async () => {
    const host = await startTernHost(folder, NOW);
    await host.stop();
    const repository = host.repositoryPath ?? "";
    const { issues } = loadTernData(ternStart(NOW), await readMerges(repository));
    const merged = issues.flatMap(({ number, pull }) => (pull?.mergedAt ? [{ number, pull }] : []));
    expect(merged.length).toBeGreaterThan(20);
    const wrong = merged.filter(({ pull: { mergeSha, headSha, files } }) => {
      const changedPaths = git(repository, "diff", "--no-renames", "--name-only", `${mergeSha}^1`, headSha)
        .trim()
        .split("\n");
      return (
        changedPaths.toSorted().join() !==
        files
          .map(({ path }) => path)
          .toSorted()
          .join()
      );
    });
    expect(wrong).toEqual([]);
  });

  test("rebuilds an unfinished repository", async () => {
    const part = join(folder, "demo", "tern.git.part");
    mkdirSync(join(folder, "demo"));
    writeFileSync(part, "");
    const host = await startTernHost(folder, NOW);
    await host.stop();
    expect([existsSync(part), existsSync(host.repositoryPath ?? "")]).toEqual([false, true]);
  });

  test("its commits and its tracker tell one story", () => {
    const start = ternStart(NOW);
    const { issues } = loadTernData(start);
    const byNumber = new Map(issues.map((issue) => [issue.number, issue]));
    expect([...byNumber.keys()]).toEqual(issues.map((_, index) => index + 1));
    const history = ternHistory(start);
    const closing = [...history.matchAll(/^(?:Fixes|Closes) #(\d+)$/gm)].map(([, number]) => Number(number));
    expect(closing.length).toBeGreaterThan(20);
    expect(closing.filter((number) => byNumber.get(number)?.stateReason !== "completed")).toEqual([]);
    const merged = [...history.matchAll(/^Merge pull request #(\d+) /gm)].map(([, number]) => Number(number));
    const requests = issues.filter(({ isPullRequest, closedAt }) => isPullRequest && closedAt);
    expect(requests.map(({ number }) => number)).toEqual(merged);
    const disorderly = issues.filter(({ createdAt, closedAt, comments, updatedAt }) => {
      const times = [createdAt, ...comments.map((comment) => comment.createdAt), updatedAt];
      return times.join() !== times.toSorted().join() || (closedAt ?? "z") <= createdAt || Date.parse(updatedAt) >= NOW;
    });
    expect(disorderly).toEqual([]);
  });
});
