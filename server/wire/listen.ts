import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { CannotStart } from "../errors.ts";
import type { Settings } from "../settings.ts";

/** How long active requests may continue after the signal to stop, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** @throws CannotStart when the address cannot be listened at */
export async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") {
      throw new CannotStart(`Port ${port} of ${host} is in use. Set PORT to another one.`, { cause: error });
    }
    if (code === "EACCES")
      throw new CannotStart(`Port ${port} needs rights that this user does not have.`, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new CannotStart(`HOST is ${host}, which is no address of this machine.`, { cause: error });
    }
    throw error;
  }
}

/** The address of a server that listens, as reached from this machine. */
export function urlOf(app: FastifyInstance, settings: Settings): string {
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "localhost" : settings.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Finishes what is being answered, up to a limit. */
export async function closeWithTimeout(app: FastifyInstance): Promise<void> {
  const force = setTimeout(() => {
    app.server.closeAllConnections();
  }, STOP_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(force);
  }
}

/** A process that listens at all addresses is reached by the name of its machine. */
export function reachableAddressOf(host: string, port: number): string {
  const name = ["0.0.0.0", "::"].includes(host) ? hostname() : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
