/** The estimate of a backtest of the model's order shows what it would send, and sends nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../../server/db/newId.ts";
import { estimatedTokens } from "../../../../server/features/ask/modelRequest.ts";
import { estimateModelOrder } from "../../../../server/features/modelOrder/estimateModelOrder.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import type { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type ModelHost, startModelHost } from "../../../providers/modelHost.ts";
import { projectIndex } from "../../engines/projectIndex.ts";
import { issueRow, READ_SOURCE } from "../../rows.ts";
import { commitTime, indexedIssue } from "../../support/indexedProject.ts";
import { onOneDatabase } from "../../testDb.ts";
import { startSearchServer, type SearchServer } from "../search/searchServer.ts";

const WORDS = ["treadle", "heddle", "bobbin", "selvage", "pirn"];
const titleOf = (issue: number): string => `case ${issue} weft ${WORDS[issue]} stop`;
const codeOf = (word: string, line: string): string => `def stop_${word}(weft):\n    ${line}\n`;

onOneDatabase("the estimate of the model's order", (engine) => {
  let stage: SearchServer;
  let host: ModelHost;
  let past: Awaited<ReturnType<typeof projectIndex>>;
  beforeAll(async () => {
    host = await startModelHost();
    stage = await startSearchServer(engine, { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.1" } });
    const { db } = stage.server;
    await stage.server.call("PUT", `companies/${stage.people.companyId}/model/`, {
      token: stage.people.admin.token,
      body: {
        is_enabled: true,
        address: host.address,
        model: "loom-7b",
        request_tokens: 8000,
        answer_tokens: 200,
        day_tokens: 1_000_000,
        price_sent: 0,
        price_received: 0,
        month_cost: null,
        api_key: "",
      },
    });
    const tracker = newId();
    await db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id: tracker,
        project_id: stage.projectId,
        kind: "tracker",
        provider: "github",
        url: "https://github.com/loom/loom",
        name: "loom/loom",
        sync_finished_at: new Date(),
      })
      .execute();
    const rows = WORDS.map((_, issue) => ({
      id: `issue-${issue + 1}`,
      source_id: tracker,
      project_id: stage.projectId,
      number: issue + 1,
      title: titleOf(issue),
      created_at: new Date(commitTime(issue + 1)),
      body: `What is stored of case ${issue}.`,
    }));
    await db.insertInto("issues").values(rows.map(issueRow)).execute();
    const filesWith = (line: string) => Object.fromEntries(WORDS.map((word) => [`src/${word}.py`, codeOf(word, line)]));
    const fixes = WORDS.map((word, issue) => ({
      message: `Change ${issue}`,
      files: { [`src/${word}.py`]: codeOf(word, `weft += ${issue}`) },
    }));
    past = await projectIndex([{ message: "First", files: filesWith("pass") }, ...fixes], (commits) =>
      fixes.map((_, issue) =>
        indexedIssue(issue + 1, {
          title: titleOf(issue),
          state: "closed",
          createdAt: commitTime(issue + 1) + 1000,
          closedAt: commitTime(issue + 2) + 1000,
          fixCommits: [commits[issue + 1] ?? ""],
        }),
      ),
    );
  }, 120_000);
  afterAll(async () => {
    past.remove();
    await stage.stop();
    await host.stop();
  });

  const estimate = () =>
    estimateModelOrder(
      { db: stage.server.db, indexes: { open: () => Promise.resolve(past.index) } as unknown as IndexCache },
      { id: stage.people.admin.id, companyId: stage.people.companyId, language: "EN" } as Principal,
      "loom",
      stage.server.app.log,
    );
  /** The text for the model that quotes the report and the files. */
  const contentOf = (body: string): string =>
    (JSON.parse(body) as { messages: { content: string }[] }).messages[1]?.content ?? "";

  test("has one of the requests as it would be sent", async () => {
    const { cases, sample } = await estimate();
    expect(cases).toBe(WORDS.length);
    const content = contentOf(sample?.body ?? "{}");
    expect(content).toContain("What is stored of case");
    expect(content).toMatch(/^File 1:\n<data-\w+>\nsrc\/\w+\.py/m);
    expect(sample?.tokens).toBe(estimatedTokens(sample?.body ?? ""));
    expect(host.calls).toHaveLength(0);
  });

  test("shows no issue that the project has no more, although the index has it", async () => {
    const { db } = stage.server;
    await db.deleteFrom("issues").where("id", "in", ["issue-4", "issue-5"]).execute();
    expect(contentOf((await estimate()).sample?.body ?? "{}")).toContain(titleOf(2));
    await db.deleteFrom("issues").execute();
    expect((await estimate()).sample).toBeNull();
  });
});
