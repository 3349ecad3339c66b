import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import { newId } from "../../db/newId.ts";
import { errorMessage } from "../../errors.ts";
import { renderEmail } from "../../mail/renderEmail.ts";
import { checkSmtp, createSmtp, MailTransportError } from "../../mail/smtp.ts";
import type { Settings } from "../../settings.ts";
import { rootCode } from "../../sources/SourceError.ts";
import { failed, type Finding, ok, skipped, warning } from "./Finding.ts";

const HOST = "Check the host and the port in CLEW_SMTP_URL, and the firewall: many networks block port 25.";
/** What to do, by the code of the system or of nodemailer. */
const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: HOST,
  ETIMEDOUT: HOST,
  ECONNECTION: HOST,
  ENOTFOUND: "Check the host name in CLEW_SMTP_URL.",
  EDNS: "Check the host name in CLEW_SMTP_URL.",
  EAUTH:
    "Check the user and the password in CLEW_SMTP_URL; characters such as @ and / are written as %40 and %2F there.",
  ETLS: "The server offers no TLS, and a password is not sent without it: use smtps:// with its TLS port (465), or the port with STARTTLS (587).",
  ESOCKET: "Check the port in CLEW_SMTP_URL: smtps:// is for a port that begins with TLS, smtp:// for STARTTLS.",
};

/**
 * Connects to the mail server and signs in.
 * @param recipient gets a test mail; undefined sends none
 */
export async function mailFindings(
  { smtp, publicUrl }: Pick<Settings, "smtp" | "publicUrl">,
  recipient: string | undefined,
): Promise<Finding[]> {
  if (smtp === undefined) {
    const withoutServer = "CLEW_SMTP_URL is not set: mails are kept in the outbox";
    return recipient === undefined
      ? [skipped("mail", `${withoutServer}.`)]
      : [
          failed(
            "mail",
            `${withoutServer}, and none was sent to ${recipient}.`,
            "Set CLEW_SMTP_URL and CLEW_MAIL_FROM.",
          ),
        ];
  }
  const findings = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname) ? [noLinks()] : [];
  try {
    await checkSmtp(smtp);
    findings.push(ok("mail", `The mail server ${new URL(smtp.url).host} accepts the connection.`));
    if (recipient !== undefined) {
      await send(smtp, publicUrl ?? "", recipient);
      findings.push(ok("mail", `It has taken a test mail to ${recipient}.`));
    }
  } catch (error) {
    if (!(error instanceof MailTransportError)) throw error;
    const says = `The mail server ${new URL(smtp.url).host} cannot be used: ${errorMessage(error)}`;
    findings.push(failed("mail", says, ADVICE[codeOf(error)] ?? "Check CLEW_SMTP_URL and CLEW_MAIL_FROM."));
  }
  return findings;
}

/** The code of the system where it says more than nodemailer's. */
function codeOf({ cause }: MailTransportError): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const system =
    rootCode(cause instanceof Error ? cause.cause : undefined) || /\bE[A-Z]{5,}\b/.exec(errorMessage(cause))?.[0];
  return system !== undefined && system in ADVICE ? system : code;
}

const noLinks = (): Finding =>
  warning(
    "mail",
    "Mails are sent, and their links lead to this machine alone.",
    "Set CLEW_PUBLIC_URL to the address that people open.",
  );

async function send(smtp: NonNullable<Settings["smtp"]>, publicUrl: string, to: string): Promise<void> {
  const transport = createSmtp(smtp);
  try {
    const link = `${publicUrl}/settings/setup`;
    await transport.send({ id: newId(), to, ...renderEmail("setupTest", "EN", { name: to, link }) });
  } finally {
    transport.close();
  }
}
