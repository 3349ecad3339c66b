import { spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What to do instead of answering. `cutAfter`: the connection breaks after this many bytes of the body. */
export type GitFault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly cutAfter: number }
  | { readonly hang: true };

export interface GitHostOptions {
  /** Folder with the bare repositories. */
  readonly root: string;
  /** The only token with read access; public if left out. */
  readonly token?: string;
  readonly faults?: (request: IncomingMessage) => GitFault | undefined;
}

export interface GitHost {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** `METHOD path` of each request. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** A real git host on loopback: git's own http-backend behind a plain HTTP server, with faults where a test wants them. */
export async function startGitHost(options: GitHostOptions): Promise<GitHost> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const fault = options.faults?.(request);
    if (fault && "hang" in fault) return;
    if (fault && "status" in fault) return void response.writeHead(fault.status, fault.headers).end(fault.body);
    if (options.token !== undefined && !isGitAllowed(request, options.token)) {
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    }
    serveGit(options.root, request, response, fault?.cutAfter);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function isGitAllowed(request: IncomingMessage, token: string): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  return basic !== undefined && Buffer.from(basic, "base64").toString().endsWith(`:${token}`);
}

/** Answers from the bare repositories below `root`. */
export function serveGit(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  cutAfter: number | undefined,
): void {
  const url = new URL(request.url ?? "/", "http://host");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(backend.stdin);
  backend.stdin.on("error", () => undefined);
  let head: Buffer | null = Buffer.alloc(0);
  let sent = 0;
  const send = (bytes: Buffer): void => {
    sent += bytes.length;
    if (cutAfter !== undefined && sent > cutAfter) {
      backend.kill("SIGKILL");
      request.socket.destroy();
    } else if (!response.write(bytes)) {
      backend.stdout.pause();
      response.once("drain", () => backend.stdout.resume());
    }
  };
  backend.stdout.on("data", (bytes: Buffer) => {
    if (head === null) return send(bytes);
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    const lines = head
      .toString("latin1", 0, end)
      .split("\r\n")
      .map((line) => line.split(/: ?(.*)/s));
    const status = lines.find(([name]) => name === "Status")?.[1] ?? "200";
    for (const [name = "", value = ""] of lines) if (name !== "Status") response.setHeader(name, value);
    response.writeHead(Number.parseInt(status, 10));
    const rest = head.subarray(end + 4);
    head = null;
    if (rest.length > 0) send(rest);
  });
  backend.on("close", () => response.end());
  response.on("close", () => backend.kill("SIGKILL"));
}
