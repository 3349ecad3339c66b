/** Clients of tests with several server processes: requests through a balancer, and open pages. */

/** What a client knows for certain. */
export class Ledger {
  readonly tokens: string[] = [];
  readonly added: string[] = [];
  readonly names = new Map<string, number>();
  searches = 0;
  hits = 0;
  /** Requests whose connection died. */
  died = 0;
  /** Refusals because of load, which were sent again. */
  readonly refused: string[] = [];
  /** Statuses that no client should get. */
  readonly wrong: string[] = [];
}

/** One request through the balancer; null if its connection died. A 503 of an overloaded server is retried. */
export async function call(
  url: string,
  ledger: Ledger,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown } | null> {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers: {
          connection: "close",
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // On a busy machine a search may reach its limit of time.
      if (response.status === 503 && (response.headers.has("retry-after") || text.includes('"query.timeout"'))) {
        ledger.refused.push(text);
        await new Promise((resolve) => setTimeout(resolve, 500));
        continue;
      }
      if (response.status >= 300) ledger.wrong.push(`${method} ${path} ${response.status} ${text.slice(0, 200)}`);
      return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
    } catch {
      ledger.died += 1;
      return null;
    }
  }
}

/** A user's open page: it reconnects when its socket ends, and requests the events that it missed. */
export class Listener {
  readonly seen = new Set<number>();
  readonly twice: number[] = [];
  reconnects = -1;
  #socket: WebSocket | undefined;
  #isOver = false;
  #last: number;
  readonly #url: string;

  constructor(url: string, token: string, after: number) {
    this.#last = after;
    this.#url = `${url.replace("http", "ws")}/ws/notifications/?token=${token}`;
    this.#open();
  }

  #open(): void {
    if (this.#isOver) return;
    this.reconnects += 1;
    const socket = new WebSocket(`${this.#url}&after=${this.#last}`);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id } = JSON.parse(String(data)) as { id: string };
      if (this.seen.has(Number(id))) this.twice.push(Number(id));
      this.seen.add(Number(id));
      this.#last = Math.max(this.#last, Number(id));
    });
    socket.addEventListener("close", () => setTimeout(() => this.#open(), 200));
    socket.addEventListener("error", () => undefined);
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.close();
  }
}
