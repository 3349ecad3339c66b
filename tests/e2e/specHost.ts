import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";

/*
 * A host written only from the specification: it has the calls, names and values of the specification and nothing of api.md or of
 * our server. It serves the built app and the API from one origin, records every request, and responds as a test configures it.
 */

export interface SpecCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** As requested, with the trailing slash: `/api/v1/users/me/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface SpecAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly html?: string;
  /** Milliseconds until it answers. */
  readonly after?: number;
  /** The connection is cut in the middle of the response. */
  readonly isCut?: boolean;
}
type Reply = SpecAnswer | ((call: SpecCall) => SpecAnswer);

export interface SpecSocket {
  readonly openedAt: number;
  readonly query: URLSearchParams;
  closedAt: number | null;
  readonly send: (text: string) => void;
  /** Ends the connection from the host's side. */
  readonly drop: () => void;
}

export interface SpecWorld {
  user: Record<string, unknown>;
  plan: Record<string, unknown>;
  projects: Record<string, unknown>[];
}

/** What the specification names, and no more. */
const world = (): SpecWorld => ({
  user: {
    name: "Ada Kaya",
    email: "ada@acme.example",
    company_plan: { plan: { name: "Premium" }, subscription_status: "active" },
    projects_count: 2,
    providers: ["github", "google_calendar"],
    suggested: ["github"],
  },
  plan: { plan: { name: "Premium" }, subscription_status: "active", days_until_trial_end: null, discounts: [] },
  projects: [
    {
      name: "Atlas",
      slug: "atlas",
      created_by: { email: "ada@acme.example" },
      role: "Owner",
      repositories: [],
      trackers: [],
      wikis: [],
    },
    {
      name: "İstanbul Git",
      slug: "istanbul-git",
      created_by: { email: "cem@acme.example" },
      role: "Viewer",
      repositories: [],
      trackers: [],
      wikis: [],
    },
  ],
});

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".txt": "text/plain",
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

export const TOKEN = "token-of-ada";

export class SpecHost {
  readonly calls: SpecCall[] = [];
  readonly sockets: SpecSocket[] = [];
  world = world();
  #answers = new Map<string, Reply>();
  readonly #open = new Set<WebSocket>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  readonly #channel = new WebSocketServer({ server: this.#server });
  readonly #folder = join(import.meta.dirname, "../../dist");

  constructor() {
    this.#channel.on("connection", (socket, request) => {
      this.#open.add(socket);
      const record: SpecSocket = {
        openedAt: Date.now(),
        query: new URL(request.url ?? "/", "http://host").searchParams,
        closedAt: null,
        send: (text) => socket.send(text),
        drop: () => socket.terminate(),
      };
      this.sockets.push(record);
      socket.on("close", () => {
        record.closedAt = Date.now();
        this.#open.delete(socket);
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Initial state: no requests, no sockets, every call answered as the specification has it. */
  reset(): void {
    for (const socket of this.#open) socket.terminate();
    this.calls.length = 0;
    this.sockets.length = 0;
    this.world = world();
    this.#answers = new Map();
  }

  /** Sets the response of a call: `answer("GET users/me/", { status: 401 })`. A path that ends in `*` matches every path below it. */
  answer(call: string, reply: Reply): void {
    this.#answers.set(call, reply);
  }

  /** The calls made so far: `made("GET users/me/")`. */
  made(call: string): SpecCall[] {
    const [method, path] = call.split(" ");
    return this.calls.filter((one) => one.method === method && one.path === `/api/v1/${path}`);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://host");
    if (!url.pathname.startsWith("/api/")) {
      this.#serve(url.pathname, response);
      return;
    }
    const call: SpecCall = {
      at: Date.now(),
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await readBody(request),
    };
    this.calls.push(call);
    const name = `${call.method} ${call.path.replace("/api/v1/", "")}`;
    const configured =
      this.#answers.get(name) ??
      [...this.#answers].find(([key]) => key.endsWith("*") && name.startsWith(key.slice(0, -1)))?.[1];
    const answer =
      configured === undefined
        ? this.#usual(call, name)
        : typeof configured === "function"
          ? configured(call)
          : configured;
    if (answer.after !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.after));
    const text = answer.html ?? (answer.json === undefined ? "" : JSON.stringify(answer.json));
    const status = answer.status ?? (text === "" ? 204 : 200);
    response.writeHead(status, {
      "content-type": answer.html === undefined ? "application/json" : "text/html",
      ...(answer.isCut && { "content-length": String(text.length + 100) }),
    });
    if (answer.isCut) response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy());
    else response.end(text);
  }

  #serve(path: string, response: ServerResponse): void {
    const file = join(this.#folder, path);
    const found = path !== "/" && existsSync(file) && statSync(file).isFile() ? file : join(this.#folder, "index.html");
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" });
    // A parallel build may remove the file.
    createReadStream(found)
      .on("error", () => response.destroy())
      .pipe(response);
  }

  #usual(call: SpecCall, name: string): SpecAnswer {
    if (name === "POST users/login/") return { json: { token: TOKEN } };
    if (name === "GET invitations/" || /^GET invitations\/[^/]+\/$/.test(name)) return { json: {} };
    if (name === "POST users/register/" || name === "POST users/verify/") return { json: { token: TOKEN } };
    if (/^POST users\/(?:forgot-password|reset-password|resend-verification)\/$/.test(name)) return { json: {} };
    if (name === "GET users/reset-password/validate/") return { json: { valid: true } };
    if (call.headers.authorization !== `Token ${TOKEN}`) return { status: 401, json: { detail: "Invalid token." } };
    const { user, plan, projects } = this.world;
    if (name === "POST users/logout/") return {};
    if (name === "GET users/me/") return { json: user };
    if (name === "PUT users/me/") return { json: { ...user, ...(call.body as object) } };
    if (name === "POST users/change-password/") return {};
    if (name === "GET users/dashboard/") return { json: { issues: [], recent_projects: projects } };
    if (name === "GET companies/") return { json: [{ id: 7, role: "Admin" }] };
    if (name === "GET companies/7/plans/") return { json: plan };
    if (/^GET companies\/7\/(?:users|invitations|invoices)\/$/.test(name)) return { json: [] };
    if (name === "GET users/mcp-tokens/" || name === "GET users/mcp-tokens/project-options/") return { json: [] };
    if (name === "GET users/oauth/login/") return { json: { auth_url: `/oauth/${call.query.get("provider") ?? ""}` } };
    if (name === "GET projects/") return { json: projects };
    if (name === "POST projects/") return { status: 201, json: { ...(call.body as object), slug: "made" } };
    const slug = /^(?:GET|PUT|DELETE) projects\/([^/]+)\/$/.exec(name)?.[1];
    const project = projects.find((one) => one["slug"] === slug);
    if (project) return { json: project };
    if (/^GET projects\/[^/]+\/users\/$/.test(name)) return { json: [] };
    return { status: 404, json: { detail: "Not found." } };
  }
}
