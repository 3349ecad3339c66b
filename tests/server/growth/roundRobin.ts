/** A small load balancer in front of several processes; it tries the next one when a connection is refused. */
import { once } from "node:events";
import { type ClientRequest, createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

export interface RoundRobin {
  readonly url: string;
  /** Requests whose connection died after they had been sent, so their outcome is unknown; with the port of their process. */
  readonly lost: { readonly port: number; readonly at: number }[];
  close(): Promise<void>;
}

export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
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
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, connection: "close" }, agent: false },
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
    onward.on("socket", (socket) => socket.once("connect", () => (isSent = true)));
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
