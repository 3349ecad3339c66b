/** A name server on loopback that answers questions for TXT records (RFC 1035). */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServer {
  /** `address:port` */
  readonly address: string;
  /** Texts by domain; a domain without an entry does not exist. */
  readonly records: Map<string, string[]>;
  /** While true, no question is answered. */
  isSilent: boolean;
  stop(): void;
}

const TXT = 16;
const NXDOMAIN = 3;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const records = new Map<string, string[]>();
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    isSilent: false,
    stop: () => socket.close(),
  };
  socket.on("message", (query, from) => {
    if (!server.isSilent) socket.send(answerTo(query, records), from.port, from.address);
  });
  return server;
}

function answerTo(query: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const texts = records.get(labels.join(".").toLowerCase());
  const answers = (texts ?? []).map((text) => {
    // A string of a record has at most 255 bytes.
    const strings = (text.match(/.{1,255}/g) ?? [""]).map((part) =>
      Buffer.from(`${String.fromCharCode(part.length)}${part}`, "latin1"),
    );
    const data = Buffer.concat(strings);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(TXT, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(1, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (texts ? 0 : NXDOMAIN), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}
