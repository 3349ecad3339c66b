import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Extracts, ModelAnswerLine, ModelSettings } from "../../../../contract/search/ask.ts";
import {
  MODEL_SETTINGS,
  completion,
  lastParts,
  part,
  startModelHost,
  type ModelHost,
} from "../../../providers/modelHost.ts";
import { onOneDatabase } from "../../testDb.ts";
import { startSearchServer, type SearchServer } from "../search/searchServer.ts";

const SHUTTLE = `/** Moves the shuttle through the warp. */
export function throwShuttle(weft: string): number {
  if (weft === "") throw new Error("The shuttle has no weft.");
  return weft.length;
}
`;
const QUESTION = "When does the shuttle refuse to move without weft?";
const SETTINGS = { ...MODEL_SETTINGS, api_key: null };
const isSentence = (line: ModelAnswerLine) => line.type === "sentence";

onOneDatabase("answers in parts", (engine) => {
  let stage: SearchServer;
  let host: ModelHost;
  let admin: string;
  beforeAll(async () => {
    host = await startModelHost();
    stage = await startSearchServer(engine, { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.1" } });
    admin = stage.people.admin.token;
    stage.commit({ "src/shuttle.ts": SHUTTLE });
    await stage.sync();
    await stage.server.call("PUT", settingsPath(), { token: admin, body: { ...SETTINGS, address: host.address } });
  });
  afterAll(async () => {
    await stage.stop();
    await host.stop();
  });
  beforeEach(async () => {
    await stage.server.db.deleteFrom("model_usage").execute();
    await stage.server.db.deleteFrom("rate_limits").execute();
    host.calls.length = 0;
  });

  const settingsPath = () => `companies/${stage.people.companyId}/model/`;
  const offer = async (rest: object = { by_parts: true }) => {
    const body = { project: "loom", question: QUESTION, ...rest };
    const answer = await stage.server.call("POST", "ask/", { token: admin, body });
    const { model } = answer.body as Extracts;
    if (!model) throw new Error("The model is not offered.");
    return model;
  };
  const used = async () =>
    ((await stage.server.call("GET", settingsPath(), { token: admin })).body as ModelSettings).used;
  const post = (ticket: string, init: RequestInit = {}) =>
    fetch(`${stage.server.url}/api/v1/ask/model/stream/`, {
      method: "POST",
      headers: { authorization: `Token ${admin}`, "content-type": "application/json" },
      body: JSON.stringify({ project: "loom", ticket }),
      ...init,
    });
  /** Reads lines as they arrive. */
  async function* linesOf(response: Response): AsyncGenerator<ModelAnswerLine> {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as ModelAnswerLine;
    }
  }
  const linesFor = async (ticket: string): Promise<ModelAnswerLine[]> => {
    const response = await post(ticket);
    expect(response.status).toBe(200);
    return Array.fromAsync(linesOf(response));
  };

  test("a sentence arrives before the next one is written, and each is checked", async () => {
    const { ticket, body } = await offer();
    expect(JSON.parse(body)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    const next = Promise.withResolvers<void>();
    host.answer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": queued\r\n\r\n");
      for (const text of ["It thr", "ows [P", "1:3", "].\n", "It sings. "]) response.write(part(text));
      await next.promise;
      response.write(part("It is in the vault [P99]. See https://evil.example [P1]. It moves [P1]"));
      response.end(lastParts());
    });
    const response = await post(ticket);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const lines = linesOf(response);
    expect((await lines.next()).value).toEqual({
      type: "sentence",
      text: "It throws",
      citations: [{ number: 1, first_line: 3, last_line: 3 }],
    });
    next.resolve();
    expect((await lines.next()).value).toMatchObject({ text: "It moves" });
    const end = (await lines.next()).value as unknown;
    expect(end).toMatchObject({ type: "end", dropped: 3, tokens_sent: 900, tokens_received: 40, failure: null });
    expect(end).toMatchObject({ is_estimated: false, is_cut: false });
    expect((await lines.next()).done).toBe(true);
    expect(host.calls.map((call) => call.body)).toEqual([body]);
    expect(await used()).toMatchObject({ requests: 1, tokens: 940 });
  });

  test("a character that is cut in the middle of its bytes stays whole", async () => {
    const { ticket } = await offer();
    host.answer(async (_, response) => {
      const bytes = Buffer.from(part("Mekik ağı geçmez 🧵 [P1].") + lastParts(null));
      for (let at = 0; at < bytes.length; at += 1) {
        response.write(bytes.subarray(at, at + 1));
        if ((bytes[at] ?? 0) > 0x7f) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      response.end();
    });
    const lines = await linesFor(ticket);
    expect(lines).toMatchObject([{ text: "Mekik ağı geçmez 🧵" }, { type: "end", is_estimated: true }]);
  });

  test("an error in the middle leaves what was shown, with its words and its tokens", async () => {
    const { ticket, tokens } = await offer();
    host.answer((_, response) => {
      response.write(part("It throws [P1]. It mo"));
      response.end(`data: {"error":{"message":"CUDA out of memory","code":500}}\n\n`);
    });
    const lines = await linesFor(ticket);
    expect(lines).toMatchObject([{ text: "It throws" }, { type: "end", failure: /./, tokens_sent: tokens }]);
    const { failure, tokens_received: received } = lines[1] as Extract<ModelAnswerLine, { type: "end" }>;
    expect(failure).toMatch(/CUDA out of memory/);
    expect(received).toBeGreaterThan(0);
    expect(await used()).toMatchObject({ requests: 1, tokens: tokens + received });
  });

  test.each([
    ["breaks", (response: { destroy: () => void }) => response.destroy(), /ended the connection/],
    ["ends without its end", (response: { end: () => void }) => response.end(), /ended the connection/],
  ])("a connection that %s leaves what was shown", async (_, cut, words) => {
    const { ticket } = await offer();
    host.answer((_call, response) => {
      response.write(part("It throws [P1]. It mo"), () => setTimeout(() => cut(response), 50));
    });
    const lines = await linesFor(ticket);
    expect(lines.filter(isSentence)).toHaveLength(1);
    expect((lines.at(-1) as { failure?: string }).failure).toMatch(words);
  });

  test("what fails before the first sentence has its status", async () => {
    const { ticket } = await offer();
    host.answer((_, response) => void response.end(`data: {"error":"no model is loaded"}\n\n`));
    const response = await post(ticket);
    expect(response.status).toBe(503);
    expect(((await response.json()) as { detail: string }).detail).toMatch(/no model is loaded/);
    host.answerWith(401, { error: { message: "bad key" } });
    expect((await post(ticket)).status).toBe(503);
    const next = await post("none");
    expect(next.status).toBe(409);
  });

  test("an endless answer ends at its bound, and its request too", async () => {
    const { ticket } = await offer();
    let written = 0;
    const closed = Promise.withResolvers<void>();
    host.answer((_, response) => {
      response.once("close", () => closed.resolve());
      response.write(part("It throws [P1]. It"));
      const more = (): void => {
        if (response.destroyed) return;
        const text = part("x".repeat(8000)).repeat(8);
        written += text.length;
        response.write(text, () => setImmediate(more));
      };
      more();
    });
    const lines = await linesFor(ticket);
    await closed.promise;
    expect(lines.filter(isSentence)).toHaveLength(1);
    expect((lines.at(-1) as { failure?: string }).failure).toMatch(/large|long/);
    expect(written).toBeLessThan(64 << 20);
  });

  test("a user who cancels ends the request to the host, and what was written counts", async () => {
    const { ticket, tokens } = await offer();
    const closed = Promise.withResolvers<void>();
    const text = "It throws [P1]. It moves when there is weft, which";
    host.answer((_, response) => {
      response.once("close", () => closed.resolve());
      response.write(part(text));
    });
    const leaving = new AbortController();
    const response = await post(ticket, { signal: leaving.signal });
    const lines = linesOf(response);
    expect((await lines.next()).value).toMatchObject({ text: "It throws" });
    leaving.abort();
    await closed.promise;
    const expected = { requests: 1, tokens: tokens + Math.ceil(text.length / 3) };
    await expect.poll(used, { timeout: 10_000 }).toMatchObject(expected);
  });

  test("a host that sends one JSON answers as before, and one that refuses parts is asked for the whole", async () => {
    const { ticket } = await offer();
    host.answerWith(200, completion("It throws [P1]. It moves [P1]."));
    expect(await linesFor(ticket)).toMatchObject([{ text: "It throws" }, { text: "It moves" }, { failure: null }]);
    host.answerWith(400, { error: { message: "Unrecognized request argument supplied: stream_options" } });
    const refused = await post(ticket);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "ask.no_parts" });
    const whole = await offer({ by_parts: false });
    expect(JSON.parse(whole.body)).toMatchObject({ stream: false });
    host.answerWith(200, completion("It throws [P1]."));
    expect(await linesFor(whole.ticket)).toHaveLength(2);
  });

  test("the call without parts has the same sentences of a host that streams", async () => {
    const { ticket } = await offer();
    host.answer((_, response) => void response.end(part("It throws [P1]. It sings.") + lastParts()));
    const body = { project: "loom", ticket };
    const answer = await stage.server.call("POST", "ask/model/", { token: admin, body });
    expect(answer.body).toMatchObject({ sentences: [{ text: "It throws" }], dropped: 1, tokens_received: 40 });
  });
});
