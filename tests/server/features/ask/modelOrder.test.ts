import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ModelOrderRun, ModelOrderState, OrderedFiles } from "../../../../contract/issues/modelOrder.ts";
import type { Localization } from "../../../../contract/issues/localization.ts";
import { completion, type ModelHost, startModelHost } from "../../../providers/modelHost.ts";
import { compareOrders } from "../../../../server/engines/modelOrder/compareOrders.ts";
import { newId } from "../../../../server/db/newId.ts";
import {
  findModelOrderRun,
  insertModelOrderRun,
  listModelOrderCases,
} from "../../../../server/db/tables/insights/modelOrders.ts";
import {
  createModelOrderJobs,
  type ModelOrderJobsDeps,
} from "../../../../server/features/modelOrder/modelOrderJobs.ts";
import { PROMPT_VERSION } from "../../../../server/features/modelOrder/orderRequest.ts";
import type { RunModelOrderJob } from "../../../../server/jobs/jobNames.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { projectIndex } from "../../engines/projectIndex.ts";
import { issueRow, READ_SOURCE } from "../../rows.ts";
import { commitTime, indexedIssue } from "../../support/indexedProject.ts";
import { ONE_ENGINE, onOneDatabase } from "../../testDb.ts";
import { startSearchServer, type SearchServer } from "../search/searchServer.ts";

const WORDS = [
  "treadle",
  "heddle",
  "bobbin",
  "selvage",
  "warpbeam",
  "reedhook",
  "pirn",
  "lease",
  "raddle",
  "temple",
  "batten",
  "ratchet",
];
const ISSUES = 20;
const pathOf = (word: string): string => `src/${word}.py`;
const codeOf = (word: string, line: string): string =>
  `# Weft of the ${word}.\ndef stop_${word}(weft):\n    ${line}\n    return weft\n`;
const right = (issue: number): string => WORDS[issue % WORDS.length] ?? "";
/** The word that the report names and that is not in the fixed file: Clew's first file is another one. */
const named = (issue: number): string => WORDS[(issue + 1) % WORDS.length] ?? "";
const SECRET = "the vault opens at seven";

const SETTINGS = {
  is_enabled: true,
  model: "loom-7b",
  request_tokens: 8000,
  answer_tokens: 200,
  day_tokens: 10_000_000,
  price_sent: 2,
  price_received: 10,
  month_cost: null,
  api_key: "",
};

/** The files of a request, in their order, and the title of its report. */
function readRequest(body: string): { files: string[]; title: string } {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const content = messages[1]?.content ?? "";
  const files = [...content.matchAll(/^File \d+:\n<data-\w+>\n(\S+)/gm)].map(([, path]) => path ?? "");
  return { files, title: /^The report:\n<data-\w+>\n(.*)/.exec(content)?.[1] ?? "" };
}
/** The file that fixed the report first, the others as they were. */
function oracle(body: string): string {
  const { files, title } = readRequest(body);
  const issue = Number(/case (\d+)/.exec(title)?.[1]);
  const at = files.indexOf(pathOf(right(issue)));
  const numbers = files.map((_, place) => place + 1);
  return JSON.stringify(at < 0 ? numbers : [at + 1, ...numbers.filter((number) => number !== at + 1)]);
}
/** An order that has nothing to do with the report. */
const random = (body: string): string =>
  JSON.stringify(
    readRequest(body)
      .files.map((path, at) => ({
        number: at + 1,
        key: Array.from(path).reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 9973, 7),
      }))
      .sort((a, b) => a.key - b.key)
      .map(({ number }) => number),
  );

onOneDatabase("the order of the model", (engine) => {
  let stage: SearchServer;
  let host: ModelHost;
  let past: Awaited<ReturnType<typeof projectIndex>>;
  let admin: string;
  let rows: Parameters<typeof issueRow>[0][];
  let egress: ReturnType<typeof createEgress>;
  beforeAll(async () => {
    host = await startModelHost();
    stage = await startSearchServer(engine, { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.1" } });
    admin = stage.people.admin.token;
    stage.commit(Object.fromEntries(WORDS.map((word) => [pathOf(word), codeOf(word, "pass")])));
    await stage.sync();
    await stage.addProject("Vault", { "src/vault.py": `weft = "${SECRET}"\n` });
    const tracker = newId();
    await stage.server.db
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
    rows = Array.from({ length: ISSUES }, (_, issue) => ({
      id: `issue-${issue + 1}`,
      source_id: tracker,
      project_id: stage.projectId,
      number: issue + 1,
      title: `case ${issue} weft ${named(issue)} stop`,
      created_at: new Date(commitTime(issue + 1)),
    }));
    await stage.server.db.insertInto("issues").values(rows.map(issueRow)).execute();
    egress = createEgress({ allowed: ["127.0.0.1"] });
    const first = {
      message: "First",
      files: Object.fromEntries(WORDS.map((word) => [pathOf(word), codeOf(word, "pass")])),
    };
    const fixes = Array.from({ length: ISSUES }, (_, issue) => ({
      message: `Change ${issue}`,
      files: { [pathOf(right(issue))]: codeOf(right(issue), `weft += ${issue + 1}`) },
    }));
    past = await projectIndex([first, ...fixes], (commits) =>
      fixes.map((_, issue) =>
        indexedIssue(issue + 1, {
          title: `case ${issue} weft ${named(issue)} stop`,
          comments: SECRET,
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
    await egress.close();
    await stage.stop();
    await host.stop();
  });
  beforeEach(async () => {
    const { db } = stage.server;
    for (const table of [
      "model_order_switches",
      "model_order_runs",
      "model_answers",
      "model_usage",
      "company_models",
      "rate_limits",
      "notices",
    ] as const)
      await db.deleteFrom(table).execute();
    host.calls.length = 0;
    host.answer((call, response) => void response.end(JSON.stringify(completion(oracle(call.body)))));
    await setUp();
  });

  const setUp = (rest: object = {}) =>
    stage.server.call("PUT", `companies/${stage.people.companyId}/model/`, {
      token: admin,
      body: { ...SETTINGS, address: host.address, ...rest },
    });
  const stateOf = async (token = admin): Promise<ModelOrderState> =>
    (await stage.server.call("GET", "model-orders/?project=loom", { token })).body as ModelOrderState;
  const turn = (isOn: boolean, token = admin) =>
    stage.server.call("PUT", "model-orders/", { token, body: { project: "loom", is_on: isOn } });
  const order = async (token = admin, body: object = { title: "case 3 weft warpbeam stop" }) =>
    stage.server.call("POST", "model-orders/files/", { token, body: { project: "loom", ...body } });
  const addRun = async (of: object = {}): Promise<string> => {
    const id = newId();
    await insertModelOrderRun(stage.server.db, {
      id,
      project_id: stage.projectId,
      started_by: stage.people.admin.id,
      address: host.address,
      model: "loom-7b",
      prompt_version: PROMPT_VERSION,
      state: "queued",
      ...of,
    });
    return id;
  };
  /** Runs a backtest on the project with a past, as a worker does. */
  const work = async (runId: string, signal = new AbortController().signal): Promise<void> => {
    const handlers: ((
      job: RunModelOrderJob,
      context: { signal: AbortSignal; isLastAttempt: boolean },
    ) => Promise<void>)[] = [];
    createModelOrderJobs({
      db: stage.server.db,
      egress,
      now: () => new Date(),
      queue: { register: (_: string, handler: never) => handlers.push(handler) },
      blobs: { driver: "files", folder: past.folder },
      manifestOf: () => Promise.resolve(past.manifest),
      mirrorOf: () => Promise.resolve(past.gitDir),
      onError: (error: unknown) => {
        throw error;
      },
    } as unknown as ModelOrderJobsDeps).register();
    await handlers[0]?.({ runId }, { signal, isLastAttempt: false });
  };
  const finished = async (): Promise<ModelOrderRun> => {
    await work(await addRun());
    const { run } = await stateOf();
    if (!run) throw new Error("There is no run.");
    return run;
  };

  /** A backtest that has shown that the model is better. */
  const prove = (): Promise<string> => {
    const files = compareOrders(Array.from({ length: ISSUES }, () => ({ ours: 2, model: 1 })));
    const result = JSON.stringify({ files, functions: null, fallbacks: { invalid: 0, failed: 0 } });
    return addRun({ state: "done", result, finished_at: new Date() });
  };

  describe("a backtest", () => {
    test("of an oracle lets it be turned on, with what it cost, and the same again costs nothing", async () => {
      const run = await finished();
      expect(run).toMatchObject({ state: "done", done: ISSUES, total: ISSUES, requests: ISSUES, tokens: ISSUES * 940 });
      expect(run.cost).toBeCloseTo((ISSUES * (900 * 2 + 40 * 10)) / 1_000_000);
      expect(run.result?.files.model).toMatchObject({ hit_1: 1, mrr: 1 });
      expect(run.result?.files.ours.hit_1).toBeLessThan(0.5);
      expect(run.result?.files.difference.low).toBeGreaterThan(0);
      expect(run.result?.functions?.model.hit_1).toBe(1);
      expect(run.result?.fallbacks).toEqual({ invalid: 0, failed: 0 });
      for (const { body } of host.calls) expect(body).not.toContain(SECRET);
      expect((await stateOf()).refusal).toBeNull();
      expect(await turn(true)).toMatchObject({ status: 200, body: { is_on: true } });

      host.calls.length = 0;
      const again = await finished();
      expect(host.calls).toHaveLength(0);
      expect(again.result).toEqual(run.result);
      expect(again).toMatchObject({ requests: 0, tokens: 0, cost: null });
    });

    test("of a random order refuses it", async () => {
      host.answer((call, response) => void response.end(JSON.stringify(completion(random(call.body)))));
      const run = await finished();
      expect(run.result?.files.difference.low).toBeLessThanOrEqual(0);
      expect(await turn(true)).toMatchObject({ status: 409 });
      expect(await stateOf()).toMatchObject({ is_on: false, refusal: expect.stringMatching(/interval/) as string });
    });
  });

  // Its statements are those of the runs above.
  describe.runIf(engine === ONE_ENGINE)("a backtest that meets a failure, or is worse", () => {
    test("counts what is no order, in which Clew's stays", async () => {
      const bad = ["[1,1,2]", "no idea", "[1]", '{"order":[1,2]}'];
      host.answer(
        (_, response) => void response.end(JSON.stringify(completion(bad[host.calls.length % bad.length] ?? ""))),
      );
      const run = await finished();
      expect(run.result?.fallbacks).toEqual({ invalid: ISSUES, failed: 0 });
      expect(run.result?.files.model).toEqual(run.result?.files.ours);
      expect(run.result?.files.difference).toEqual({ mean: 0, low: 0, high: 0 });
    });

    test("that a worker left continues behind the stored cases", async () => {
      const id = await addRun();
      const dies = new AbortController();
      host.answer((call, response) => {
        if (host.calls.length === 6) dies.abort(new Error("The process ends."));
        else response.end(JSON.stringify(completion(oracle(call.body))));
      });
      await expect(work(id, dies.signal)).rejects.toThrow();
      expect(await findModelOrderRun(stage.server.db, id)).toMatchObject({ state: "running" });
      expect(await listModelOrderCases(stage.server.db, id)).toHaveLength(5);
      host.answer((call, response) => void response.end(JSON.stringify(completion(oracle(call.body)))));
      host.calls.length = 0;
      await work(id);
      expect(host.calls).toHaveLength(ISSUES - 5);
      const { run } = await stateOf();
      expect(run).toMatchObject({ state: "done", done: ISSUES });
      expect(run?.result?.files).toMatchObject({ cases: ISSUES, model: { hit_1: 1 } });
    });

    test("ends when it is cancelled, when a limit is reached, and when the model is another one", async () => {
      host.answer((call, response) => {
        const answer = () => response.end(JSON.stringify(completion(oracle(call.body))));
        if (host.calls.length !== 3) return void answer();
        void stage.server
          .call("POST", "model-orders/runs/cancel/", { token: admin, body: { project: "loom" } })
          .then(answer);
      });
      expect(await finished()).toMatchObject({ state: "cancelled", done: 3, result: null });

      await stage.server.db.deleteFrom("model_usage").execute();
      await setUp({ day_tokens: 8000 });
      const limited = await finished();
      expect(limited).toMatchObject({ state: "failed", error: expect.stringMatching(/8,?000/) as string });
      expect(limited.done).toBeGreaterThan(3);
      expect(limited.done).toBeLessThan(ISSUES);

      const id = await addRun();
      await setUp({ model: "loom-13b" });
      host.calls.length = 0;
      await work(id);
      expect((await stateOf()).run).toMatchObject({
        state: "failed",
        error: expect.stringMatching(/changed/) as string,
      });
      expect(host.calls).toHaveLength(0);
    });

    test("waits for a busy server, and gives up one that never answers", async () => {
      host.answer((call, response) => {
        if (host.calls.length === 1) response.writeHead(429, { "retry-after": "1" }).end("{}");
        else response.end(JSON.stringify(completion(oracle(call.body))));
      });
      expect((await finished()).result?.fallbacks.failed).toBe(0);
      await stage.server.db.deleteFrom("model_answers").execute();
      host.answerWith(500, { error: { message: "out of memory" } });
      host.calls.length = 0;
      expect(await finished()).toMatchObject({ state: "failed", error: expect.stringMatching(/status 500/) as string });
      expect(host.calls).toHaveLength(3);
    });

    test("sends nothing more while it waits for a busy server, after the model was turned off", async () => {
      host.answer((call, response) => {
        const isFirst = host.calls.length === 1;
        void setUp({ is_enabled: false }).then(() =>
          isFirst
            ? response.writeHead(429, { "retry-after": "1" }).end("{}")
            : response.end(JSON.stringify(completion(oracle(call.body)))),
        );
      });
      expect(await finished()).toMatchObject({ state: "failed", error: expect.stringMatching(/changed/) as string });
      expect(host.calls).toHaveLength(1);
    });

    test("sends no report that its host has restricted or deleted since the index was made", async () => {
      const { db } = stage.server;
      const hidden = rows.slice(5, 6);
      host.answer((call, response) => {
        // The first question is about another report.
        const answer = () => response.end(JSON.stringify(completion(oracle(call.body))));
        void db.deleteFrom("issues").where("id", "=", "issue-6").execute().then(answer);
      });
      const run = await finished();
      await db.insertInto("issues").values(hidden.map(issueRow)).execute();
      expect(run).toMatchObject({ state: "done", done: ISSUES - 1, result: { files: { cases: ISSUES - 1 } } });
      for (const { body } of host.calls) expect(readRequest(body).title).not.toBe(hidden[0]?.title);
    });

    test("turns the switch off, which one that shows a gain leaves on", async () => {
      await prove();
      await turn(true);
      await finished();
      expect((await stateOf()).is_on).toBe(true);
      host.answer((call, response) => void response.end(JSON.stringify(completion(random(call.body)))));
      await stage.server.db.deleteFrom("model_answers").execute();
      await finished();
      expect(await stateOf()).toMatchObject({ is_on: false, off_reason: expect.stringMatching(/interval/) as string });
      expect(await stage.server.db.selectFrom("notices").select("kind").execute()).toEqual([
        { kind: "model_order_off" },
      ]);
    });
  });

  describe("the switch", () => {
    test("needs a backtest of the model that is set up now, and a role", async () => {
      expect(await turn(true)).toMatchObject({ status: 409 });
      await prove();
      expect((await turn(true, stage.viewer.token)).status).toBe(403);
      await setUp({ address: `${host.address}/other` });
      expect(await turn(true)).toMatchObject({ status: 409 });
      await setUp();
      await stage.server.db
        .updateTable("model_order_runs")
        .set({ finished_at: new Date(Date.now() - 181 * 86_400_000) })
        .execute();
      expect(await turn(true)).toMatchObject({ status: 409 });
    });

    test("turns off by itself with another model, in words and with a notice to who may turn it on", async () => {
      await prove();
      await turn(true);
      await setUp({ day_tokens: 5_000_000 });
      expect((await stateOf()).is_on).toBe(true);
      await setUp({ model: "loom-13b" });
      expect(await stateOf()).toMatchObject({
        is_on: false,
        off_reason: expect.stringMatching(/has changed/) as string,
      });
      const notices = await stage.server.db.selectFrom("notices").select(["kind", "user_id"]).execute();
      expect(notices).toEqual([{ kind: "model_order_off", user_id: stage.people.admin.id }]);
      await setUp();
      expect((await stateOf()).is_on).toBe(false);
    });
  });

  describe("an answer", () => {
    beforeEach(async () => {
      await prove();
      host.calls.length = 0;
    });

    test("sends nothing while it is off", async () => {
      expect((await order()).body).toEqual({ model: null, files: null, note: null });
      await turn(true);
      await setUp({ is_enabled: false });
      expect((await order()).body).toEqual({ model: null, files: null, note: null });
      expect(host.calls).toHaveLength(0);
    });

    test("has the first files in the order of the model with their ranks, and is bought once", async () => {
      await turn(true);
      const body = { title: "case 3 weft warpbeam stop", text: "" };
      const { body: ours } = await stage.server.call("POST", "projects/loom/localize/", { token: admin, body });
      const paths = (ours as Localization).files.map(({ path }) => path);
      const answer = (await order(admin, body)).body as OrderedFiles;
      expect(answer).toMatchObject({ model: "loom-7b", note: null });
      expect(answer.files?.[0]?.path).toBe("src/selvage.py");
      for (const { path, rank } of answer.files ?? []) expect(paths[rank - 1]).toBe(path);
      expect(answer.files?.map(({ path }) => path).toSorted()).toEqual(paths.slice(0, 20).toSorted());
      // Another reader of the same files: the same answer.
      expect((await order(stage.viewer.token, body)).body).toEqual(answer);
      expect(host.calls).toHaveLength(1);
      expect(host.calls[0]?.body).not.toContain(SECRET);
      const [usage] = await stage.server.db
        .selectFrom("model_usage")
        .selectAll()
        .where("day", "=", new Date().toISOString().slice(0, 10))
        .execute();
      expect(Number(usage?.requests)).toBe(1);
    });

    test("is Clew's where the model refuses, obeys a text or writes without end, and where a limit is reached", async () => {
      await turn(true);
      const refusals = [
        () => host.answerWith(429, {}, { "retry-after": "9" }),
        () => host.answerWith(200, completion("Ignore the others: [1]")),
        () =>
          host.answer((_, response) => {
            const write = (): void => {
              while (!response.destroyed && response.write("x".repeat(65_536)));
            };
            response.on("drain", write);
            write();
          }),
      ];
      for (const [at, refuse] of refusals.entries()) {
        refuse();
        const answer = (await order(admin, { title: `weft of the temple ${at}` })).body as OrderedFiles;
        expect(answer).toMatchObject({ model: "loom-7b", files: null });
        expect(answer.note).toMatch(/\w/);
      }
      await setUp({ day_tokens: 1000 });
      host.calls.length = 0;
      expect((await order(admin, { title: "weft of the pirn" })).body).toMatchObject({
        files: null,
        note: expect.stringMatching(/1,?000/) as string,
      });
      expect(host.calls).toHaveLength(0);
    });

    test("is for members of the project alone", async () => {
      await turn(true);
      const vault = { project: "vault", title: "weft" };
      expect((await order(stage.viewer.token, vault)).status).toBe(404);
      expect(host.calls).toHaveLength(0);
    });
  });

  test("an estimate sends nothing, and a started run has its end", async () => {
    const estimate = await stage.server.call("POST", "model-orders/estimate/", {
      token: admin,
      body: { project: "loom" },
    });
    expect(estimate).toMatchObject({ status: 200, body: { cases: 0, requests: 0, tokens: 0 } });
    const started = await stage.server.call("POST", "model-orders/runs/", { token: admin, body: { project: "loom" } });
    expect(started).toMatchObject({ status: 202, body: { state: "queued" } });
    await expect.poll(async () => (await stateOf()).run?.state, { timeout: 30_000 }).toBe("done");
    expect((await stateOf()).refusal).toMatch(/0 cases/);
    expect(host.calls).toHaveLength(0);
  });
});
