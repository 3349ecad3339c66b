import { afterAll, beforeAll, expect, test } from "vitest";
import { completeByParts } from "../../../../server/features/ask/ModelClient.ts";
import { formatMessage } from "../../../../server/messages/messages.ts";
import { type Egress, createEgress } from "../../../../server/sources/egress/egress.ts";
import { lastParts, part, startModelHost, type ModelHost } from "../../../providers/modelHost.ts";

let host: ModelHost;
let egress: Egress;
beforeAll(async () => {
  host = await startModelHost();
  egress = createEgress({ allowed: ["127.0.0.1"] });
});
afterAll(async () => {
  await egress.close();
  await host.stop();
});

const ask = async (limits: { readonly timeoutMs?: number; readonly partMs?: number } = {}) => {
  const texts: string[] = [];
  const onPart = (text: string, thought: string): void => void texts.push(text, thought);
  const address = { address: host.address, model: "loom-7b", key: null };
  const asked = completeByParts(egress, address, "{}", { signal: new AbortController().signal, onPart, ...limits });
  const failure = await asked.then(
    () => null,
    (error: { readonly text: Parameters<typeof formatMessage>[0] }) => formatMessage(error.text, "EN"),
  );
  return { completed: failure === null ? await asked : null, failure, texts: texts.join("") };
};

test("a stall in the middle ends the answer and its request, also one with signs of life", async () => {
  const closed = Promise.withResolvers<void>();
  host.answer((_, response) => {
    response.write(part("It throws"));
    const ping = setInterval(() => response.write(": ping\n\n"), 50);
    response.once("close", () => {
      clearInterval(ping);
      closed.resolve();
    });
  });
  const { failure, texts } = await ask({ partMs: 400 });
  expect(failure).toMatch(/was silent for/);
  expect(texts).toBe("It throws");
  await closed.promise;
});

test("a host that is silent from the beginning has the time of a whole answer", async () => {
  host.answer((_, response) => void setTimeout(() => response.end(part("It throws") + lastParts()), 600));
  expect((await ask({ partMs: 200 })).completed?.text).toBe("It throws");
  host.answer(() => undefined);
  expect((await ask({ timeoutMs: 300 })).failure).toMatch(/did not answer within/);
});

test("an answer ends at its end, although the host keeps the connection open", async () => {
  host.answer((_, response) => void response.write(part("It throws") + lastParts()));
  expect((await ask({ partMs: 5000 })).completed).toEqual({ text: "It throws", isCut: false, sent: 900, received: 40 });
});

test.each([
  ["CR LF and no space", part("It\nthrows").replaceAll("\n\n", "\r\n\r\n").replace("data: ", "data:"), "It\nthrows"],
  ["a comment and an event name", `: hi\nevent: message\n${part("It throws")}`, "It throws"],
  ["what a model thinks", `data: {"choices":[{"delta":{"content":null,"reasoning_content":"hm"}}]}\n\n`, "hm"],
  ["a reason and no end", part("It throws", "stop"), "It throws"],
])("streams differ: %s", async (_, text, expected) => {
  const last = text.includes(`"stop"`) ? "" : lastParts();
  host.answer((_call, response) => void response.end(text + last));
  const { texts, failure } = await ask();
  expect({ texts, failure }).toEqual({ texts: expected, failure: null });
});

test.each([
  ["an event without end", `data: {"choices":[{"delta":{"content":"${"x".repeat(80_000)}`, /too large|larger|long/],
  ["brackets", `data: ${"[".repeat(60_000)}\n\n`, /not one of chat completions/],
  ["a page", "<html>Welcome</html>", /not one of chat completions/],
  ["an error of llama.cpp", `error: {"code":500,"message":"slot is busy"}\n\n`, /slot is busy/],
  ["an error of vLLM", `data: {"object":"error","message":"engine died"}\n\n`, /engine died/],
])("what is no answer is refused: %s", async (_, text, words) => {
  host.answer((_call, response) => void response.end(text));
  expect((await ask()).failure).toMatch(words);
});
