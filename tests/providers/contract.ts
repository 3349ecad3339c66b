import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ContractServer, ContractStage } from "./ContractStage.ts";
import type { ContractProvider } from "./contractProviders.ts";
import { at, workIssue, workPage, workRequest } from "./work.ts";

/**
 * The contract of all providers: the same cases for each row of the table. Each case ends with the check that the stored
 * rows equal the host's data. kill.test.ts covers servers that are killed.
 */
export function describeContract(row: ContractProvider, server: () => ContractServer): void {
  describe(`the contract: ${row.name}`, () => {
    let stage: ContractStage;
    beforeEach(async () => {
      stage = await ContractStage.open(row, server());
    });
    afterEach(() => stage.close());

    const isReady = { sync_state: "ready", sync_error: null };
    const isBeside = row.troubles !== "sync";

    test("all pages arrive and equal what the host holds; nothing new stores nothing and asks little", async () => {
      expect(await stage.sync()).toMatchObject(isReady);
      expect(await stage.stored()).toEqual(stage.held());
      const [ids, manifest, requestCount] = [await stage.ids(), await stage.manifest(), stage.host.requests.length];
      expect(ids.length).toBeGreaterThan(6);
      expect(await stage.sync()).toMatchObject(isReady);
      expect(await stage.ids()).toEqual(ids);
      expect(await stage.manifest()).toEqual(manifest);
      expect(stage.host.requests.slice(requestCount).length).toBeLessThanOrEqual(row.quiet);
    });

    test("what changed and what is new is followed", async () => {
      await stage.sync();
      const ids = await stage.ids();
      const { work } = stage;
      Object.assign(work.issues[3] ?? {}, { title: "Changed", isClosed: false, updatedAt: at(5000) });
      Object.assign(work.issues[2] ?? {}, { comments: work.issues[2]?.comments.slice(0, 1), updatedAt: at(5001) });
      if (work.issues.length > 0) work.issues.push(workIssue(231, { updatedAt: at(5002) }));
      const merged = { title: "Renamed", isMerged: true, mergeHash: "c".repeat(40), updatedAt: at(5003) };
      Object.assign(work.requests[2] ?? {}, merged, { files: ["src/moved.ts"] });
      work.requests.push(workRequest(8, { updatedAt: at(5004) }));
      Object.assign(work.pages[1] ?? {}, { title: "Renamed", version: 3, body: "<p>New</p>", updatedAt: at(5000) });
      Object.assign(work.pages[4] ?? {}, { parent: 2 });
      work.pages.push(workPage(200));
      expect(await stage.sync()).toMatchObject(isReady);
      expect(await stage.stored()).toEqual(stage.held());
      // One comment is deleted; the other rows are unchanged.
      const now = new Set(await stage.ids());
      expect(ids.filter((id) => !now.has(id))).toHaveLength(row.forms.issues ? 1 : 0);
    });

    if (row.forms.pages) {
      test("labels and files that change without a new version of the page are followed", async () => {
        await stage.sync();
        const [ids, { work }] = [await stage.ids(), stage];
        Object.assign(work.pages[0] ?? {}, { labels: ["new", "howto"] });
        Object.assign(work.pages[1] ?? {}, { labels: [] });
        Object.assign(work.pages[8] ?? {}, { attachments: ["plan.pdf", "new.png"] });
        Object.assign(work.pages[9] ?? {}, { attachments: [] });
        const requestCount = stage.host.requests.length;
        expect(await stage.syncWhole()).toMatchObject(isReady);
        expect(await stage.stored()).toEqual(stage.held());
        expect(await stage.ids()).toEqual(ids);
        // Only differing pages are read again, and the next check finds nothing to read.
        const { path: whole } = row.brings;
        const read = () => stage.host.requests.slice(requestCount).filter((path) => whole.test(path)).length;
        expect(read()).toBe(4);
        expect(await stage.syncWhole()).toMatchObject(isReady);
        expect(read()).toBe(4);
      });
    }

    const { rename } = row;
    if ("path" in rename) {
      test("another name is no other place", async () => {
        await stage.sync();
        const ids = await stage.ids();
        const { work } = stage;
        work.path = rename.path;
        if (work.issues.length > 0) work.issues.push(workIssue(232, { updatedAt: at(6000) }));
        work.requests.push(workRequest(9, { updatedAt: at(6001) }));
        expect(await stage.sync()).toMatchObject(isReady);
        expect(await stage.stored()).toEqual(stage.held());
        const now = new Set(await stage.ids());
        expect(ids.filter((id) => !now.has(id))).toEqual([]);
      });
    }

    const { sweep } = row;
    if (typeof sweep === "function") {
      test("what is deleted goes, and only after a list that came to its end", async () => {
        await stage.sync();
        const before = await stage.stored();
        stage.work.issues.splice(100, 3);
        stage.work.pages.splice(7, 1);
        let broken = 0;
        stage.host.fault = (request) => {
          if (!sweep(request)) return undefined;
          broken += 1;
          return { status: 500, body: {} };
        };
        expect(await stage.sync()).toMatchObject({ sync_state: "failed" });
        expect(broken).toBeGreaterThan(0);
        expect(await stage.stored()).toEqual(before);
        stage.host.fault = undefined;
        expect(await stage.sync()).toMatchObject(isReady);
        expect(await stage.stored()).toEqual(stage.held());
        const { issues, pages } = await stage.manifest();
        expect(issues?.issues ?? pages?.pages).toBe(stage.work.issues.length + (issues ? 0 : stage.work.pages.length));
      });
    }

    if (row.forms.issues) {
      test("many deleted issues are believed after a second list, and may come back", async () => {
        await stage.sync();
        const gone = stage.work.issues.splice(0, 70);
        expect(await stage.sync()).toMatchObject(isReady);
        expect(await stage.stored()).toEqual(stage.held());
        stage.work.issues.unshift(...gone);
        for (const issue of gone) issue.updatedAt = at(6000);
        expect(await stage.sync()).toMatchObject(isReady);
        expect(await stage.stored()).toEqual(stage.held());
      });
    }

    test("waits for a host that limits requests, and reports the wait", async () => {
      const faults = stage.inTheMiddle(row.quota);
      await stage.begin();
      const said = new Set<string>();
      for (;;) {
        const { sync_state: state, sync_step: step, sync_error: error } = await stage.source();
        if (step === "waiting") said.add(error ?? "");
        if (state === "ready" || state === "failed") break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(faults.met).toBe(isBeside ? 1 : row.quota.length);
      expect(isBeside ? await stage.notes() : [...said].join("\n")).toMatch(
        isBeside
          ? /receives too many requests|request limit/
          : /Waiting for the rate limit of the host until \d\d:\d\d UTC/,
      );
      stage.host.fault = undefined;
      if (isBeside) await stage.sync();
      expect(await stage.notes()).toBe("");
      expect(await stage.source()).toMatchObject(isReady);
      expect(await stage.stored()).toEqual(stage.held());
    });

    test("troubles of the host, a cut connection and an answer that breaks off are tried again", async () => {
      const trouble = { status: 503, body: { message: "busy" } };
      const faults = stage.inTheMiddle([trouble, { drop: true }, { breakOffAfter: 300 }]);
      expect(await stage.sync()).toMatchObject(isReady);
      expect(faults.met).toBe(3);
      expect(await stage.notes()).toBe("");
      expect(await stage.stored()).toEqual(stage.held());
    });

    test("keeps all rows and names a token that expires in the middle; a new token continues", async () => {
      await stage.sync();
      const ids = await stage.ids();
      const { issues, requests, pages } = stage.work;
      for (const [index, one] of [...issues, ...requests, ...pages].entries()) {
        Object.assign(one, { title: `Later ${index}`, updatedAt: at(7000 + index) });
        if ("version" in one) one.version += 1;
      }
      stage.expireInTheMiddle();
      const failed = await stage.sync();
      expect(failed).toMatchObject(isBeside ? isReady : { sync_state: "failed", sync_error_code: "unauthorized" });
      expect(isBeside ? await stage.notes() : failed.sync_error).toMatch(/reconnect with a new one/);
      expect(await stage.ids()).toEqual(ids);
      const kept = await stage.stored();
      const titles = [...kept.issues, ...kept.pages, ...(row.forms.issues ? [] : kept.requests)].map(({ title }) =>
        title.startsWith("Later"),
      );
      expect(new Set(titles)).toEqual(new Set([true, false]));
      stage.reconnect();
      expect(await stage.sync()).toMatchObject(isReady);
      expect(await stage.notes()).toBe("");
      expect(await stage.stored()).toEqual(stage.held());
      expect(await stage.ids()).toEqual(ids);
    });

    test("continues where the server ended in the middle, without a lost or duplicate row", async () => {
      const hanging = stage.inTheMiddle([{ delayMs: 60_000 }]);
      await stage.begin();
      await expect.poll(() => hanging.met, { interval: 10 }).toBe(1);
      await stage.restart();
      const kept = await stage.ids();
      expect(kept.length).toBeGreaterThan(0);
      expect(await stage.settled()).toMatchObject(isReady);
      expect(await stage.stored()).toEqual(stage.held());
      const now = new Set(await stage.ids());
      expect(now.size).toBeGreaterThan(kept.length);
      expect(kept.filter((id) => !now.has(id))).toEqual([]);
    });
  });
}
