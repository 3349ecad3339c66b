import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface MailHost {
  /** `smtp://127.0.0.1:<port>` */
  readonly url: string;
  /** The newest mail to an address that came after the `seen` first ones; waits for it. Quoted-printable is undone. */
  mailTo(address: string, seen?: number): Promise<string>;
  /** The number of mails to an address. */
  count(address: string): number;
  stop(): Promise<void>;
}

const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A mail server on the loopback interface that keeps all mails. */
export async function startMailHost(): Promise<MailHost> {
  const mails: { readonly to: string[]; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      let text = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      stream.on("end", () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: decoded(text) });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const of = (address: string) => mails.filter(({ to }) => to.includes(address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: (address) => of(address).length,
    async mailTo(address, seen = 0) {
      for (let waited = 0; of(address).length <= seen; waited += 100) {
        if (waited > 30_000) throw new Error(`No mail for ${address} came; there are ${mails.length} others.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return of(address).at(-1)?.text ?? "";
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
