/** A mail server on the loopback interface that can be unkind, and the outbox as the operator reads it. */
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { readKeyRing } from "../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../server/access/keys/secrets.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { openEmail } from "../../../server/mail/Mail.ts";
import { findMail, listOutbox } from "../../../server/db/tables/notices/outbox.ts";
import type { RenderedEmail } from "../../../server/mail/renderEmail.ts";

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailbox {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Connections so far. */
  readonly connections: () => number;
  /** Holds the answer to the next mail: after it was taken, or before its content is. */
  hold(how: "taken" | "untaken"): void;
  /** Answers that are held. */
  readonly held: () => number;
  stop(): Promise<void>;
}

export interface Unkind {
  /** Refuses the recipient with this SMTP code, as often as `times` says. */
  readonly refuse?: { readonly code: number; readonly times: number };
  /** Says nothing after the connection, that often. */
  readonly silent?: number;
  readonly port?: number;
}

export async function openMailbox({ refuse, silent = 0, port = 0 }: Unkind = {}): Promise<Mailbox> {
  const received: Received[] = [];
  let refusals = refuse?.times ?? 0;
  let silences = silent;
  let connections = 0;
  let hold: "taken" | "untaken" | undefined;
  let held = 0;
  const isHeld = (how: typeof hold): boolean => {
    if (hold !== how) return false;
    hold = undefined;
    held += 1;
    return true;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onConnect: (_session, callback) => {
      connections += 1;
      if (silences > 0) silences -= 1;
      else callback();
    },
    onRcptTo: (_address, _session, callback) => {
      if (isHeld("untaken")) return;
      if (refusals <= 0) {
        callback();
        return;
      }
      refusals -= 1;
      callback(Object.assign(new Error("no such mailbox"), { responseCode: refuse?.code ?? 550 }));
    },
    onData: (stream, session, callback) => {
      readText(stream).then(
        (raw) => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            headers: raw.slice(0, raw.indexOf("\r\n\r\n")),
            ...partsOf(raw),
          });
          if (!isHeld("taken")) callback();
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  server.on("error", () => {
    // A client that hangs up in the middle is what some tests are about.
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  const at = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    received,
    connections: () => connections,
    hold: (how) => {
      hold = how;
    },
    held: () => held,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** The two bodies of a message of the kind multipart/alternative, or of the part of that kind in a message with attachments. */
function partsOf(raw: string): { text: string; html: string } {
  const boundary = /multipart\/alternative;\s*boundary="([^"]+)"/i.exec(raw)?.[1] ?? "";
  const parts = raw.split(`--${boundary}`).slice(1);
  const bodyOf = (type: string): string => {
    const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
    const body = part.slice(part.indexOf("\r\n\r\n") + 4);
    if (/Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, "base64").toString("utf8");
    if (!/Transfer-Encoding: quoted-printable/i.test(part)) return body;
    const bytes = body
      .replaceAll(/=\r?\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  };
  return { text: bodyOf("text/plain"), html: bodyOf("text/html") };
}

/** The newest mail to an address that still has its text, opened with the installation's key. */
export async function lastMail(
  { db, dataDir }: { readonly db: Db; readonly dataDir: string },
  to: string,
): Promise<(RenderedEmail & { readonly kind: string; readonly state: string }) | undefined> {
  const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir }), "mail");
  for (const entry of await listOutbox(db)) {
    if (entry.recipient !== to) continue;
    const row = await findMail(db, entry.id);
    if (!row?.content) continue;
    return { ...openEmail(seal, { id: row.id, content: row.content }), kind: row.kind, state: row.state };
  }
  return undefined;
}

/** The token of the link in a letter. */
export const tokenIn = (letter: { readonly text: string } | undefined): string =>
  /token=([0-9a-f-]{36})/.exec(letter?.text ?? "")?.[1] ?? "";
/** The six digits of a letter. */
export const codeIn = (letter: { readonly text: string } | undefined): string =>
  /^ {4}(\d{6})$/m.exec(letter?.text ?? "")?.[1] ?? "";
