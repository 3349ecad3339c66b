import { fastify } from "fastify";
import { afterEach, expect, test } from "vitest";
import { ENGINE_CALLS } from "../../../server/wire/engineTasks.ts";
import { mountOnThreads } from "../../../server/wire/mountOnThreads.ts";
import { createInvoker } from "../../../server/http/invoker.ts";
import { createRouter, type RouteRegistrar } from "../../../server/http/router.ts";
import { SerializedAnswer } from "../../../server/http/SerializedAnswer.ts";
import { principal } from "../support/principal.ts";

/** Written as no serializer would, so that bytes that were read and written again are recognized. */
const BODY = '{  "filter" : "lang", "values": [ ] }';
const bytes = new TextEncoder().encode(BODY);
const user = principal({ id: "ada", companyId: "acme" });

const app = fastify();
afterEach(() => app.close());

test("an answer of an engine thread leaves as the bytes that the thread has made", async () => {
  const asked: unknown[] = [];
  const pool = {
    run: async (name: string, _: unknown, { isSerialized }: { readonly isSerialized?: boolean }) => {
      asked.push([name, isSerialized]);
      return bytes;
    },
  };
  const { mount, invoke } = createInvoker(
    createRouter(app, { authenticate: async () => user, checkAnswers: false }),
    app.log,
  );
  mountOnThreads(mount, pool);
  const answer = await app.inject({
    url: "/api/v1/filter-values/?project=tern&filter=lang",
    headers: { authorization: "Token ada" },
  });
  expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
    200,
    "application/json; charset=utf-8",
    BODY,
  ]);
  // Agents get the same as values.
  const values = await invoke("filterValues", {
    user,
    params: {},
    query: { project: "tern", filter: "lang" },
    signal: new AbortController().signal,
  });
  expect(values).toEqual({ filter: "lang", values: [] });
  expect(asked).toEqual([
    ["filterValues", true],
    ["filterValues", true],
  ]);
});

test("no call of an engine thread may bring its answer as a value", async () => {
  const handlers = new Map<string, (context: unknown) => unknown>();
  const mount: RouteRegistrar = (name, handler) => {
    handlers.set(name, handler as (context: unknown) => unknown);
  };
  let answer: unknown = bytes;
  mountOnThreads(mount, { run: async () => answer });
  expect([...handlers.keys()].sort()).toEqual([...ENGINE_CALLS].sort());
  const context = { user, params: { id: "tern" }, query: {}, body: undefined };
  for (const handler of handlers.values()) expect(await handler(context)).toBeInstanceOf(SerializedAnswer);
  answer = { results: [] };
  for (const handler of handlers.values()) await expect(handler(context)).rejects.toThrow(TypeError);
});
