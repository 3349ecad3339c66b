/** A server of chat completions on a loopback port, as OpenAI's API reference describes it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelCall {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

type Respond = (call: ModelCall, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** Settings with which a company asks the model `loom-7b`, without its address. */
export const MODEL_SETTINGS = {
  is_enabled: true,
  model: "loom-7b",
  request_tokens: 8000,
  answer_tokens: 500,
  day_tokens: 100_000,
  price_sent: 2,
  price_received: 10,
  month_cost: null,
  api_key: "sk-loom",
};

/** An answer as OpenAI sends it; `rest` replaces fields. */
export const completion = (content: string, rest: object = {}): object => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "loom-7b",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
  service_tier: "default",
  ...rest,
});

const chunk = (choices: readonly object[], rest: object = {}): string =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_790_000_000, model: "loom-7b", choices, ...rest })}\n\n`;

/** The event with a part of an answer, as OpenAI sends it with `stream: true`. */
export const part = (content: string, finish: string | null = null): string =>
  chunk([{ index: 0, delta: { content }, logprobs: null, finish_reason: finish }]);

/** The last events of an answer: why it ended, its tokens, and the end of the stream. */
export const lastParts = (usage: object | null = { prompt_tokens: 900, completion_tokens: 40 }): string =>
  [
    chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: "stop" }]),
    usage === null ? "" : chunk([], { usage }),
    "data: [DONE]\n\n",
  ].join("");

/** What a passage of a request says, by its number. */
export const passageOf = (body: string, words: string): number => {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const blocks = (messages[1]?.content ?? "").split("\n\n").filter((block) => block.startsWith("Passage P"));
  return blocks.findIndex((block) => block.includes(words)) + 1;
};

/** Begins a server that answers by the last function that it was given. */
export async function startModelHost() {
  const calls: ModelCall[] = [];
  let respond: Respond = (_, response) => void response.end(JSON.stringify(completion("NO ANSWER")));
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const call = {
        path: request.url ?? "",
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString(),
      };
      calls.push(call);
      response.setHeader("content-type", "application/json");
      await respond(call, response, request);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}/v1`,
    calls,
    /** Answers each call by this. */
    answer: (next: Respond): void => {
      respond = next;
    },
    /** Answers with a status and JSON. */
    answerWith: (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      respond = (_, response) => {
        response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
      };
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
export type ModelHost = Awaited<ReturnType<typeof startModelHost>>;
