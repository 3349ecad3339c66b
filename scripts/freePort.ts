import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that Linux (32768) and others (49152) give to outgoing connections: a port of theirs, once released, may be taken by any
 * connection before the program that it was found for listens on it, or while that program restarts.
 */
const PORTS = { first: 20_000, last: 32_767 };
const ATTEMPTS = 50;

/**
 * Finds a port of 127.0.0.1 for another program to listen on.
 * @throws if none of `ATTEMPTS` random ports is free
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`No port from ${PORTS.first} to ${PORTS.last} is free.`);
}
