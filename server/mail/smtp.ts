import { createTransport } from "nodemailer";
import { isLoopbackHost } from "../../contract/sources/isLoopbackHost.ts";
import type { RenderedEmail } from "./renderEmail.ts";
import { errorMessage } from "../errors.ts";

/** Sends a mail to a mail server. */
export interface MailTransport {
  /** @throws MailTransportError */
  send(mail: RenderedEmail & { readonly id: string; readonly to: string }): Promise<void>;
  close(): void;
}

/** Why a mail could not be sent. */
export class MailTransportError extends Error {
  override readonly name = "MailTransportError";
  /** The server refused this mail, and would again. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

export interface SmtpSettings {
  readonly url: string;
  /** `address` or `Name <address>` */
  readonly from: string;
  /** Timeout in milliseconds, shorter in tests. */
  readonly silenceMs?: number;
}

/** A password goes only over TLS, except to this machine. */
function connectionTo({ url, silenceMs = SOCKET_TIMEOUT_MS }: Pick<SmtpSettings, "url" | "silenceMs">) {
  const { username, hostname, searchParams } = new URL(url);
  const needsTls = username !== "" && !isLoopbackHost(hostname) && !searchParams.has("requireTLS");
  return createTransport({
    url,
    connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, silenceMs),
    greetingTimeout: Math.min(CONNECT_TIMEOUT_MS, silenceMs),
    socketTimeout: silenceMs,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    ...(needsTls && { requireTLS: true }),
    // A mail of ours names no file and no address to be fetched; nothing may make it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects to a mail server and signs in, without a mail. @throws MailTransportError */
export async function checkSmtp(settings: Pick<SmtpSettings, "url" | "silenceMs">): Promise<void> {
  const transport = connectionTo(settings);
  try {
    await transport.verify();
  } catch (error) {
    throw refusal(error);
  } finally {
    transport.close();
  }
}

/** A mail server by SMTP. */
export function createSmtp({ url, from, silenceMs = SOCKET_TIMEOUT_MS }: SmtpSettings): MailTransport {
  const transport = connectionTo({ url, silenceMs });
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "clew.invalid";
  return {
    send: async ({ id, to, subject, text, html, unsubscribe, attachments = [] }) => {
      try {
        await transport.sendMail({
          from,
          // As an object: an address is never read as a list of them.
          to: { name: "", address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, base64 }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(base64, "base64"),
          })),
          // The same at each attempt: a second delivery after a crash can be recognized.
          messageId: `<${id}@${domain}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            ...(unsubscribe !== undefined && {
              "List-Unsubscribe": `<${unsubscribe}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => {
      transport.close();
    },
  };
}

function refusal(error: unknown): MailTransportError {
  const message = errorMessage(error);
  const code = typeof error === "object" && error !== null && "responseCode" in error ? Number(error.responseCode) : 0;
  const kind = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  // 5xx about the mail is final. About signing in, or the connection, it is the operator's to put right: worth trying again.
  const isFinal = code >= 500 && (kind === "EENVELOPE" || kind === "EMESSAGE");
  return new MailTransportError(message.replaceAll(/\s+/g, " "), isFinal, { cause: error });
}
