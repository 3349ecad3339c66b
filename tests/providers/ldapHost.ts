/** A directory on loopback that answers as RFC 4511 says, for tests. What is wrong about it is in `change`. */
import { AndFilter, BerReader, BerWriter, type Filter, FilterParser, OrFilter, PresenceFilter } from "ldapts";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { makeCertificate } from "../../server/sources/saml/ownCertificate.ts";

export interface LdapEntry {
  readonly dn: string;
  readonly password: string;
  readonly attributes: Record<string, string[]>;
}
export interface LdapHost {
  readonly port: number;
  /** In PEM, for the name that the host was started with. */
  readonly certificate: string;
  entries: LdapEntry[];
  /** Binds by name, in order; a password is not kept. */
  readonly binds: string[];
  /** The filters of searches. */
  readonly filters: string[];
  change: {
    /** Result codes in place of the right ones. */
    bind?: number;
    search?: number;
    startTls?: number;
    /** Bytes sent right after the answer to StartTLS, not encrypted. */
    injected?: Buffer;
    isSilent?: boolean;
    isHuge?: boolean;
    hasReference?: boolean;
    closesAfterBind?: boolean;
  };
  stop(): Promise<void>;
}

function respond(id: number, tag: number, code: number): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  writer.writeEnumeration(code);
  writer.writeString("");
  writer.writeString("");
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

function entryMessage(id: number, { dn, attributes }: LdapEntry): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(0x64);
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(0x31);
    for (const value of values) writer.writeString(value);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

function referenceMessage(id: number): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(0x73);
  writer.writeString("ldap://127.0.0.1:9/dc=elsewhere");
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

/** By names as they are and in lower case: the library's filters compare either, by their kind. */
const comparable = (attributes: LdapEntry["attributes"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, [value]]) =>
      value === undefined ? [] : [[name, value] as const, [name.toLowerCase(), value] as const],
    ),
  );

/** The library reads the attribute of a presence wrongly: here it is always there. */
function isMatch(filter: Filter, attributes: Record<string, string>): boolean {
  if (filter instanceof AndFilter) return filter.filters.every((part) => isMatch(part, attributes));
  if (filter instanceof OrFilter) return filter.filters.some((part) => isMatch(part, attributes));
  return filter instanceof PresenceFilter || filter.matches(attributes);
}

/** @param name of the certificate. @param isTls TLS from the first byte; without it StartTLS */
export async function startLdapHost(name: string, isTls: boolean): Promise<LdapHost> {
  const { privateKey: key, certificate } = await makeCertificate(name);
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
  const sockets = new Set<Socket>();
  const host: Omit<LdapHost, "port" | "stop"> = {
    certificate: pem,
    entries: [],
    binds: [],
    filters: [],
    change: {},
  };
  const search = (socket: Socket, id: number, reader: BerReader): void => {
    const base = reader.readString() ?? "";
    const scope = reader.readEnumeration();
    reader.readEnumeration();
    const limit = reader.readInt() ?? 0;
    reader.readInt();
    reader.readBoolean();
    const filter = FilterParser.parse(reader);
    host.filters.push(filter.toString());
    if (host.change.isHuge === true) {
      const big = { dn: "cn=big", password: "", attributes: { mail: ["x".repeat(200_000)] } };
      for (let at = 0; at < 20; at += 1) socket.write(entryMessage(id, big));
    }
    const found = host.entries.filter(
      ({ dn, attributes }) =>
        (scope === 0 ? dn === base : dn.endsWith(base)) && isMatch(filter, comparable(attributes)),
    );
    for (const entry of limit === 0 ? found : found.slice(0, limit)) socket.write(entryMessage(id, entry));
    if (host.change.hasReference === true) socket.write(referenceMessage(id));
    socket.write(respond(id, 0x65, host.change.search ?? (limit !== 0 && found.length > limit ? 4 : 0)));
  };
  const bind = (socket: Socket, id: number, reader: BerReader): void => {
    reader.readInt();
    const dn = reader.readString() ?? "";
    const password = reader.readString(0x80) ?? "";
    host.binds.push(dn);
    // An unauthenticated bind succeeds, as many directories let it.
    const isRight = password === "" || host.entries.some((entry) => entry.dn === dn && entry.password === password);
    socket.write(respond(id, 0x61, host.change.bind ?? (isRight ? 0 : 49)));
    if (host.change.closesAfterBind === true) socket.end();
  };
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let rest: Buffer = Buffer.alloc(0);
    const onData = (part: Buffer): void => {
      rest = Buffer.concat([rest, part]);
      while (rest.length > 0) {
        const reader = new BerReader(rest);
        if (reader.readSequence() === null || reader.length > reader.remain) return;
        const end = reader.offset + reader.length;
        rest = rest.subarray(end);
        if (host.change.isSilent === true) continue;
        const id = reader.readInt() ?? 0;
        const operation = reader.readSequence();
        if (operation === 0x60) bind(socket, id, reader);
        else if (operation === 0x63) search(socket, id, reader);
        else if (operation === 0x77) {
          const code = host.change.startTls ?? 0;
          socket.write(Buffer.concat([respond(id, 0x78, code), host.change.injected ?? Buffer.alloc(0)]));
          if (code !== 0) return;
          socket.off("data", onData);
          serve(new TLSSocket(socket, { isServer: true, key, cert: pem }));
          return;
        }
      }
    };
    socket.on("data", onData);
  };
  const server: Server = isTls ? createTlsServer({ key, cert: pem }, serve) : createServer(serve);
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(host, {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  });
}
