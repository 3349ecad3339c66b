/** A git host on loopback that shows each token another repository at the same address, and counts what it sends. */
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isGitAllowed, serveGit } from "../../providers/gitHost.ts";

export class SharingHost {
  /** The folder of repositories that a token may read. */
  readonly roots = new Map<string, string>();
  /** `METHOD path` of each request. */
  readonly requests: string[] = [];
  /** Bytes of all answers. */
  bytes = 0;
  /** Waits before each answer. */
  gate: Promise<unknown> | null = null;
  #server: Server | undefined;

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      const [, root] = [...this.roots].find(([token]) => isGitAllowed(request, token)) ?? [];
      if (root === undefined) return void response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      const write = response.write.bind(response) as (chunk: Buffer) => boolean;
      response.write = ((chunk: Buffer) => {
        this.bytes += chunk.length;
        return write(chunk);
      }) as typeof response.write;
      void Promise.resolve(this.gate).then(() => serveGit(root, request, response, undefined));
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  get url(): string {
    const address = this.#server?.address() as AddressInfo | undefined;
    return `http://127.0.0.1:${address?.port ?? 0}`;
  }

  /** What `work` makes the host send. */
  async sent(work: () => Promise<unknown>): Promise<number> {
    const before = this.bytes;
    await work();
    return this.bytes - before;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server) await once(this.#server, "close");
  }
}
