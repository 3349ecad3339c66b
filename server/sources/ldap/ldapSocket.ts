/** A connection to a directory: pinned to a permitted address, and encrypted before anything but StartTLS is sent. */
import { BerReader } from "ldapts";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls } from "node:tls";
import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import { message } from "../../messages/messages.ts";
import { describeFailure } from "../egress/describeFailure.ts";
import type { Egress } from "../egress/egress.ts";
import { SourceError } from "../SourceError.ts";
import { LdapRefusedError } from "./LdapRefusedError.ts";

export interface LdapOptions {
  readonly egress: Pick<Egress, "resolve">;
  /** By the operator: `ldap://` at an address of this machine is not encrypted. */
  readonly allowsPlain: boolean;
  /** Milliseconds for each step. */
  readonly timeoutMs?: number;
}
export const LDAP_TIMEOUT_MS = 10_000;

/** Message 1: ExtendedRequest for 1.3.6.1.4.1.1466.20037 (RFC 4511, section 4.14.1). */
const START_TLS = Buffer.concat([Buffer.from("301d02010177188016", "hex"), Buffer.from("1.3.6.1.4.1.1466.20037")]);
const SEQUENCE = 0x30;
const EXTENDED_RESPONSE = 0x78;
/** Bytes of the answer to StartTLS, which is one short message. */
const MAX_START_ANSWER = 4096;

export interface LdapAddress {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

export function readLdapAddress(server: string): LdapAddress {
  const { protocol, hostname, port } = new URL(server);
  const isTls = protocol === "ldaps:";
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  return { host, port: port === "" ? (isTls ? 636 : 389) : Number(port), isTls };
}

/** @throws SourceError where the host cannot be reached or is not trusted; LdapRefusedError where it does not change to TLS */
export async function openLdapSocket(
  server: string,
  ca: string | null,
  { egress, allowsPlain, timeoutMs = LDAP_TIMEOUT_MS }: LdapOptions,
): Promise<Socket> {
  const { host, port, isTls } = readLdapAddress(server);
  const ip = await egress.resolve(host, port);
  const socket = connect({ host: ip, port });
  try {
    await opened(socket, "connect", timeoutMs);
    if (!isTls) {
      if (allowsPlain && isLoopbackHost(ip)) return socket;
      await startTls(socket, timeoutMs);
    }
    const secured = connectTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== null && { ca }),
      minVersion: "TLSv1.2",
      checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
    });
    await opened(secured, "secureConnect", timeoutMs);
    return secured;
  } catch (error) {
    socket.destroy();
    if (error instanceof LdapRefusedError) throw error;
    if (error instanceof Error && error.name === "AbortError") {
      throw new SourceError("timeout", message("host.timeout", { host }), { cause: error });
    }
    const failure = describeFailure(error, host);
    throw failure instanceof SourceError
      ? failure
      : new SourceError("cut", message("host.cut", { host }), { cause: error });
  }
}

/** An end without an error is one of the network too. */
async function opened(socket: Socket, event: string, timeoutMs: number): Promise<void> {
  const closed = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closed.signal]);
  const end = once(socket, "close", { signal }).then(() => {
    throw Object.assign(new Error("closed"), { code: "ECONNRESET" });
  });
  try {
    await Promise.race([once(socket, event, { signal }), end]);
  } finally {
    closed.abort();
  }
}

/**
 * Asks for TLS. Bytes after the answer are refused: they would be read as if they had come encrypted.
 * @throws LdapRefusedError
 */
async function startTls(socket: Socket, timeoutMs: number): Promise<void> {
  socket.write(START_TLS);
  let answer: Buffer = Buffer.alloc(0);
  const signal = AbortSignal.timeout(timeoutMs);
  for (;;) {
    const [part] = (await Promise.race([
      once(socket, "data", { signal }),
      once(socket, "end", { signal }).then(() => {
        throw Object.assign(new Error("ended"), { code: "ECONNRESET" });
      }),
    ])) as [Buffer];
    socket.pause();
    answer = Buffer.concat([answer, part]);
    if (isWhole(answer)) {
      if (resultOf(answer) !== 0) throw new LdapRefusedError("start_tls");
      return;
    }
    socket.resume();
  }
}

/** Whether a message has come, and nothing else. @throws LdapRefusedError for more, and for what is none */
function isWhole(answer: Buffer): boolean {
  const reader = new BerReader(answer);
  try {
    if (answer.length <= MAX_START_ANSWER) {
      if (reader.readSequence(SEQUENCE) === null || reader.length > reader.remain) return false;
      if (reader.length === reader.remain) return true;
    }
  } catch (error) {
    throw new LdapRefusedError("answer", { cause: error });
  }
  throw new LdapRefusedError("answer");
}

/** The result code of an ExtendedResponse to message 1. @throws LdapRefusedError for another message */
function resultOf(answer: Buffer): number | null {
  const reader = new BerReader(answer);
  try {
    reader.readSequence();
    if (reader.readInt() === 1 && reader.readSequence() === EXTENDED_RESPONSE) return reader.readEnumeration();
  } catch (error) {
    throw new LdapRefusedError("answer", { cause: error });
  }
  throw new LdapRefusedError("answer");
}
