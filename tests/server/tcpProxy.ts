/** A TCP proxy between a client and a server on the loopback interface that a test can cut, slow down, refuse or alter. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly port: number;
  /** New connections are closed at once. */
  refuse: boolean;
  /** New connections are accepted, but get no response. */
  mute: boolean;
  /** Milliseconds that each piece waits in each direction. */
  delay: number;
  /** The next connections are cut once the client has sent this many bytes, one entry each. */
  cutAfter: number[];
  /** The same for the direction to the client. */
  cutAnswerAfter: number[];
  /** Alters the bytes from the client. */
  change: ((bytes: Buffer) => Buffer) | undefined;
  /** The number of accepted connections so far. */
  readonly count: number;
  /** Cuts all open connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    count += 1;
    open.add(client);
    client.on("close", () => open.delete(client));
    client.on("error", () => client.destroy());
    if (wire.refuse) {
      client.resetAndDestroy();
      return;
    }
    if (wire.mute) return;
    const far = connect(target, "127.0.0.1");
    open.add(far);
    far.on("close", () => open.delete(far));
    far.on("error", () => client.destroy());
    far.on("close", () => client.destroy());
    client.on("close", () => far.destroy());
    const passOn = (from: Socket, to: Socket, isFromClient: boolean): void => {
      let seen = 0;
      let limit: number | undefined;
      from.on("data", (piece: Buffer) => {
        seen += piece.length;
        const limits = isFromClient ? wire.cutAfter : wire.cutAnswerAfter;
        limit ??= limits.length > 0 && seen > (limits[0] ?? 0) ? limits.shift() : undefined;
        if (limit !== undefined) {
          client.resetAndDestroy();
          far.destroy();
          return;
        }
        const bytes = isFromClient && wire.change ? wire.change(piece) : piece;
        const write = (): void => {
          if (!to.destroyed && !to.write(bytes)) {
            from.pause();
            to.once("drain", () => from.resume());
          }
        };
        if (wire.delay > 0) setTimeout(write, wire.delay);
        else write();
      });
      from.on("end", () => to.end());
    };
    passOn(client, far, true);
    passOn(far, client, false);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const wire: TcpProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    refuse: false,
    mute: false,
    delay: 0,
    cutAfter: [],
    cutAnswerAfter: [],
    change: undefined,
    get count() {
      return count;
    },
    cut: () => {
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return wire;
}
