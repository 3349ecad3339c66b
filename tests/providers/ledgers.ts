import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StoredCount } from "../../server/db/schema/ledgerSchema.ts";
import type { Db } from "../../server/db/openDb.ts";
import { findLedger, listItemsToReread } from "../../server/db/tables/sources/sourceLedgers.ts";
import { MAX_COUNT_CALLS } from "../../server/sources/connector/ledgerTypes.ts";
import { type ContractServer, ContractStage } from "./ContractStage.ts";
import type { ContractProvider } from "./contractProviders.ts";
import { workIssue, workPage, workRequest } from "./work.ts";

/** The ledger of a source, once its comparison has ended. */
export async function ledgerOf({ database }: Pick<ContractServer, "database">, sourceId: string) {
  for (;;) {
    const row = await findLedger(database.db, sourceId);
    if (row && (row.state === "done" || row.state === "failed")) return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Stores a link of each issue of a source, as a sync does. @returns how many */
async function linkIssues(db: Db, sourceId: string): Promise<number> {
  const issues = await db.selectFrom("issues").select(["id", "project_id"]).where("source_id", "=", sourceId).execute();
  const rows = issues.map(({ id: issue_id, project_id }) => ({
    issue_id,
    project_id,
    origin: "issue" as const,
    position: 0,
    kind: "relates" as const,
    other_key: "#999",
  }));
  await db.insertInto("issue_links").values(rows).execute();
  return rows.length;
}

/** The promise of a ledger, for a provider: the ledger reports what its host has. */
export function describeLedger(row: ContractProvider, server: () => ContractServer): void {
  describe(`the ledger: ${row.name}`, () => {
    let stage: ContractStage;
    beforeEach(async () => {
      stage = await ContractStage.open(row, server());
    });
    afterEach(() => stage.close());

    const compare = async () => {
      const { id } = await stage.source();
      expect(await server().running.sync.compare(id)).toBe(true);
      return ledgerOf(server(), id);
    };
    const main = row.kind === "wiki" ? "pages" : row.kind === "tracker" ? "issues" : "requests";
    const isEstimate = row.name === "Jira";
    // The list of a Data Center has no archived pages.
    const archives = row.name === "Confluence";
    const items = () => stage.work[main];
    const countOf = (counts: readonly StoredCount[], kind: string = main) => counts.find((one) => one.kind === kind);
    /** What is not equal, by kind. */
    const gaps = (counts: readonly StoredCount[]) =>
      counts
        .filter(({ missing, extra, refused, unreadable }) => missing + extra + refused + unreadable.count > 0)
        .map(({ kind, missing, extra, refused }) => ({ kind, missing, extra, refused }));

    test("all is here after a sync: the counts are the host's, and no field of the sample differs", async () => {
      expect(await stage.sync()).toMatchObject({ sync_state: "ready" });
      const before = stage.host.requests.length;
      const ledger = await compare();
      expect(ledger).toMatchObject({ state: "done", error: null, differences: [], was_syncing: false });
      expect(ledger.sampled).toBe(
        Math.min(20, items().length + (row.kind === "tracker" && row.provider !== "jira" ? 7 : 0)),
      );
      expect(gaps(ledger.counts)).toEqual([]);
      expect(countOf(ledger.counts)).toMatchObject({
        host: items().length,
        held: items().length,
        precision: isEstimate ? "about" : "exact",
      });
      const comments = stage.work.issues.reduce((sum, issue) => sum + issue.comments.length, 0);
      const ofPages = stage.work.pages.reduce((sum, page) => sum + (page.comments?.length ?? 0), 0);
      const expected = {
        tracker: [{ kind: "comments", host: comments, held: comments, precision: "reported" }],
        wiki: [{ kind: "comments", host: ofPages, held: ofPages, precision: "exact" }],
        repository: [],
      };
      expect(ledger.counts.filter(({ kind }) => kind === "comments")).toMatchObject(expected[row.kind]);
      // A count and twenty items, one call each where the host has no list of them.
      expect(stage.host.requests.length - before).toBeLessThanOrEqual(row.kind === "wiki" ? MAX_COUNT_CALLS : 26);
    });

    test("what the host gained is missing and what it lost is too much, until the next sync", async () => {
      await stage.sync();
      const lost = Math.ceil(items().length / 20);
      const gained = lost + Math.ceil(items().length / 20);
      const gain = (at: number) => {
        if (main === "issues") stage.work.issues.push(workIssue(700 + at, { updatedAt: new Date().toISOString() }));
        if (main === "requests")
          stage.work.requests.push(workRequest(700 + at, { updatedAt: new Date().toISOString() }));
        if (main === "pages") stage.work.pages.push(workPage(700 + at));
      };
      for (let at = 0; at < gained; at += 1) gain(at);
      const more = await compare();
      expect(gaps(more.counts)).toEqual([{ kind: main, missing: gained, extra: 0, refused: 0 }]);
      await stage.sync();
      const equal = await afterFollowUp();
      expect(gaps(equal.counts)).toEqual([]);
      expect(countOf(equal.counts)?.held).toBe(items().length);

      items().splice(0, gained);
      const less = await compare();
      // What was on a lost page is too much as well.
      expect(gaps(less.counts).filter(({ kind }) => kind === main)).toEqual([
        { kind: main, missing: 0, extra: gained, refused: 0 },
      ]);
    });

    /** The comparison that follows a sync by itself. */
    const afterFollowUp = async () => {
      const { id } = await stage.source();
      for (;;) {
        const ledger = await ledgerOf(server(), id);
        if (!ledger.follows_up) return ledger;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };

    test("a text that changed without its time is found, and read again", async () => {
      // Fewer than a sample, so that each is in it.
      items().splice(6);
      if (main === "issues") stage.work.requests.splice(0);
      await stage.sync();
      const changed = items()[2];
      if (!changed) throw new Error("There is a third one.");
      const text = row.kind === "wiki" ? "<p>Written behind our back</p>" : "Written behind our back";
      changed.body = text;
      const links = main === "issues" ? await linkIssues(server().database.db, (await stage.source()).id) : 0;
      const ledger = await compare();
      expect(ledger.differences).toMatchObject([{ state: "same_time", fields: ["body"] }]);
      const equal = await afterFollowUp();
      expect(equal).toMatchObject({ sampled: 1, differences: [] });
      await stage.settled();
      expect(await stage.stored()).toEqual(stage.held());
      // What was read again came without its links, which stay.
      expect(await server().database.db.selectFrom("issue_links").selectAll().execute()).toHaveLength(links);
      for (const kind of ["issue", "request", "page"] as const)
        expect(await listItemsToReread(server().database.db, (await stage.source()).id, kind)).toEqual([]);
    });

    test("what is stored in another form than the host's does not differ", async () => {
      const odd = {
        title: `NUL \0 and half a pair \ud800, then ${"long ".repeat(500)}`,
        body: `NUL \0 in a text, and \ud83d alone`,
      };
      items().splice(6);
      Object.assign(items()[0] ?? {}, odd, { labels: ["twice", "twice", "é".repeat(300)] });
      await stage.sync();
      expect(await compare()).toMatchObject({ state: "done", differences: [] });
    });

    if (main !== "requests" && row.provider !== "github") {
      test("what the host restricts is left out with its reason, and nothing is missing", async () => {
        if (main === "issues") for (const issue of stage.work.issues.slice(0, 12)) issue.isHidden = true;
        const [, second, third] = stage.work.pages;
        // Pages below the second one have no other.
        if (main === "pages") Object.assign(second ?? {}, { readers: ["ada"] });
        if (archives) Object.assign(third ?? {}, { isArchived: true });
        await stage.sync();
        const ledger = await compare();
        expect(gaps(ledger.counts)).toEqual([]);
        const leftOut = countOf(ledger.counts)?.left_out ?? [];
        const kinds = { gitlab: ["confidential_issue"], jira: ["secured_issue"] }[row.provider] ?? [
          ...(archives ? ["archived_page"] : []),
          "restricted_page",
        ];
        expect(leftOut.map(({ kind }) => kind)).toEqual(kinds);
        const sum = leftOut.reduce((all, { count }) => all + count, 0);
        expect(sum).toBe(main === "issues" ? 12 : kinds.length);
        expect(countOf(ledger.counts)).toMatchObject({ host: items().length, held: items().length - sum });
      });
    }

    test("an item that the host hides or has lost is said to be absent", async () => {
      items().splice(6);
      if (main === "issues") stage.work.requests.splice(0);
      await stage.sync();
      if (main === "issues" && row.provider !== "github") Object.assign(stage.work.issues[1] ?? {}, { isHidden: true });
      else items().splice(1, 1);
      const ledger = await compare();
      expect(ledger.differences).toMatchObject([{ state: "absent", fields: [] }]);
    });

    test("a rate limit in the middle is waited for, with a reason, and the rest is compared", async () => {
      await stage.sync();
      let asked = 0;
      stage.host.fault = () => {
        asked += 1;
        return asked === 2 ? row.quota[0] : undefined;
      };
      const seen: (string | null)[] = [];
      const { id } = await stage.source();
      await server().running.sync.compare(id);
      for (let state = ""; state !== "done" && state !== "failed";) {
        const ledger = await findLedger(server().database.db, id);
        state = ledger?.state ?? "";
        if (state === "waiting") seen.push(ledger?.error ?? null);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      stage.host.fault = undefined;
      expect(seen[0]).toContain("sync.waiting_for_rate_limit");
      const ledger = await ledgerOf(server(), id);
      expect(ledger).toMatchObject({ state: "done", error: null, differences: [] });
      expect(gaps(ledger.counts)).toEqual([]);
    });

    test("a refused token ends the comparison with its reason, and the last result stays", async () => {
      await stage.sync();
      const good = await compare();
      stage.work.token = "another";
      const failed = await compare();
      expect(failed).toMatchObject({ state: "failed", error_code: "unauthorized", counted_at: good.counted_at });
      expect(failed.counts).toEqual(good.counts);
    });
  });
}
