/** Small load balancers in front of several processes; they try the next one when a connection is refused. */
import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as ask,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";

export interface RoundRobin {
  readonly url: string;
  /** Requests whose connection died after they had been sent, so their outcome is unknown; with the port of their process. */
  readonly lost: { readonly port: number; readonly at: number }[];
  close(): Promise<void>;
}

/** A balancer that sends requests to processes that report to be ready, over connections that it keeps. */
export interface ReadyBalancer extends RoundRobin {
  /** Sends requests to this process too, from now on. Resolves when it is ready. */
  join(port: number): Promise<void>;
  /** Sends no more requests to this process, as an operator does for one that gives no notice of its end. */
  withdraw(port: number): void;
  /** Resolves when this process reports that it is not ready. */
  untilNotReady(port: number): Promise<void>;
}

/** Milliseconds between two questions to a process whether it is ready. */
const CHECK_MS = 500;

/** As `startRoundRobin`, with the processes that have joined and whose `health/ready` answered 200 at the last check. */
export async function startReadyBalancer(): Promise<ReadyBalancer> {
  const members = new Set<number>();
  const ready: number[] = [];
  const ask = async (port: number): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready/`).catch(() => undefined);
    return answer?.ok === true;
  };
  const until = async (port: number, isReady: boolean): Promise<void> => {
    while (ready.includes(port) !== isReady) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const check = async (): Promise<void> => {
    const answers = await Promise.all([...members].map(async (port) => ({ port, isReady: await ask(port) })));
    const found = answers.filter(({ port, isReady }) => isReady && members.has(port));
    ready.splice(0, ready.length, ...found.map(({ port }) => port));
  };
  let isOver = false;
  const checks = (async () => {
    while (!isOver) {
      await check();
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  })();
  const agent = new Agent({ keepAlive: true });
  const balancer = await startRoundRobin(ready, agent);
  return {
    ...balancer,
    join: (port) => {
      members.add(port);
      return until(port, true);
    },
    withdraw: (port) => {
      members.delete(port);
      const at = ready.indexOf(port);
      if (at >= 0) ready.splice(at, 1);
    },
    untilNotReady: (port) => until(port, false),
    close: async () => {
      isOver = true;
      await checks;
      await balancer.close();
      agent.destroy();
    },
  };
}

/** @param agent keeps connections to the processes; without it each request has its own */
export async function startRoundRobin(ports: readonly number[], agent?: Agent): Promise<RoundRobin> {
  let turn = 0;
  const lost: { port: number; at: number }[] = [];
  const open = new Set<Socket>();
  const portsInTurn = (): number[] => {
    turn += 1;
    return ports.map((_, place) => ports[(place + turn) % ports.length] ?? 0);
  };

  const pass = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    [port, ...others]: number[],
  ): void => {
    if (port === undefined) {
      response.writeHead(502).end();
      return;
    }
    const { method, url, headers } = request;
    let isSent = false;
    const onward: ClientRequest = ask(
      {
        host: "127.0.0.1",
        port,
        method,
        path: url,
        headers: { ...headers, connection: agent ? "keep-alive" : "close" },
        agent: agent ?? false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("error", lose).on("aborted", lose);
        answer.pipe(response);
      },
    );
    let isOver = false;
    const lose = (): void => {
      if (isOver) return;
      isOver = true;
      lost.push({ port, at: Date.now() });
      response.destroy();
    };
    onward.on("socket", (socket) => {
      // One that was kept is connected already.
      if (socket.connecting) socket.once("connect", () => (isSent = true));
      else isSent = true;
    });
    onward.on("error", () => {
      if (isSent) lose();
      else pass(request, response, body, others);
    });
    onward.end(body);
  };

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => pass(request, response, Buffer.concat(pieces), portsInTurn()));
    request.on("error", () => response.destroy());
  });
  server.on("upgrade", (request: IncomingMessage, client: Socket, head: Buffer) => {
    open.add(client);
    client.on("close", () => open.delete(client)).on("error", () => client.destroy());
    const tryNext = ([port, ...others]: number[]): void => {
      if (port === undefined) {
        client.destroy();
        return;
      }
      const far = connect(port, "127.0.0.1");
      let isOpen = false;
      far.on("connect", () => {
        isOpen = true;
        const lines = [`${request.method} ${request.url} HTTP/1.1`];
        for (const [name, value] of Object.entries(request.headers)) lines.push(`${name}: ${String(value)}`);
        far.write(`${lines.join("\r\n")}\r\n\r\n`);
        far.write(head);
        far.pipe(client).pipe(far);
      });
      far.on("error", () => (isOpen ? client.destroy() : tryNext(others)));
      far.on("close", () => isOpen && client.destroy());
      client.on("close", () => far.destroy());
    };
    tryNext(portsInTurn());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    lost,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
