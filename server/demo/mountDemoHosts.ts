/**
 * The demo's hosts answer at ports of the loopback interface, which a browser on another machine, or outside a container, does not reach. So their
 * pages are also served below the app's own address, and each answer names that address.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { formatText, message, type Language } from "../messages/messages.ts";
import type { DemoHost } from "./demoHost.ts";
import { escapeMarkup, HOST_PAGE_POLICY, renderHostPage } from "./hosts/hostPage.ts";

/** Each host has its name below it. */
export const DEMO_HOSTS_PATH = "/demo-hosts";

/** Answers whose addresses a client may open; the bytes of a file stay as they are. */
const TEXT_ANSWERS = /^(?:application\/json|text\/csv|text\/event-stream)\b/;
/** What a Host header may consist of; it becomes part of JSON. */
const HOST = /^[\w.:[\]-]+$/;

type ServedHost = Pick<DemoHost, "name" | "origins" | "findPage">;

export function mountDemoHosts(
  app: FastifyInstance,
  hosts: readonly ServedHost[],
  publicUrl: string | undefined,
): void {
  for (const host of hosts) {
    const root = `${DEMO_HOSTS_PATH}/${host.name}`;
    app.get<{ Params: { "*": string } }>(`${root}/*`, async (request, reply) => {
      const path = new URL(request.url, "http://localhost").pathname.slice(root.length).replace(/\/$/, "");
      const { page, isFound } = host.findPage(path, root);
      return reply
        .code(isFound ? 200 : 404)
        .type("text/html; charset=utf-8")
        .headers({ "content-security-policy": HOST_PAGE_POLICY, "cache-control": "no-store" })
        .send(renderHostPage(page, { html: noteOf(path, request.language), language: request.language.toLowerCase() }));
    });
  }
  const ownOrigin = (request: FastifyRequest): string | undefined =>
    publicUrl ?? (HOST.test(request.host) ? `${request.protocol}://${request.host}` : undefined);
  app.addHook("onSend", async (request, reply, payload) => {
    const serverOrigin = ownOrigin(request);
    if (serverOrigin === undefined || !TEXT_ANSWERS.test(String(reply.getHeader("content-type")))) return payload;
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    return withOwnAddresses(payload, hosts, serverOrigin);
  });
  // A copied address comes back: in a search, or as that of a source.
  app.addHook("preValidation", async (request) => {
    const serverOrigin = ownOrigin(request);
    if (serverOrigin === undefined) return;
    request.query = withHostAddresses({ ...Object(request.query) }, hosts, serverOrigin);
    request.body = withHostAddresses(request.body, hosts, serverOrigin);
  });
}

const addressOf = ({ name }: ServedHost, serverOrigin: string): string => `${serverOrigin}${DEMO_HOSTS_PATH}/${name}`;

function withOwnAddresses(
  payload: string | Buffer,
  hosts: readonly ServedHost[],
  serverOrigin: string,
): string | Buffer {
  let answer = payload;
  for (const host of hosts) {
    for (const origin of host.origins) {
      if (!answer.includes(origin)) continue;
      const pattern = new RegExp(`${origin.replaceAll(".", "\\.")}(?!\\d)`, "g");
      answer = answer.toString().replaceAll(pattern, addressOf(host, serverOrigin));
    }
  }
  return answer;
}

function withHostAddresses(value: unknown, hosts: readonly ServedHost[], serverOrigin: string): unknown {
  if (typeof value === "string") {
    return hosts.reduce(
      (text, host) => text.replaceAll(`${addressOf(host, serverOrigin)}/`, `${host.origins[0]}/`),
      value,
    );
  }
  if (typeof value !== "object" || value === null) return value;
  const inside = (inner: unknown): unknown => withHostAddresses(inner, hosts, serverOrigin);
  if (Array.isArray(value)) return value.map(inside);
  const prototype: unknown = Object.getPrototypeOf(value);
  // What is read from JSON or a query; a stream of an upload is not.
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)])) : value;
}

function noteOf(path: string, language: Language): string {
  const product = path.startsWith("/wiki/") ? "Confluence" : "GitHub";
  const text = (value: Parameters<typeof formatText>[0]): string => escapeMarkup(formatText(value, language));
  return `${text(message("demo.stand_in", { product }))} <a href="/">${text(message("demo.back"))}</a>`;
}
