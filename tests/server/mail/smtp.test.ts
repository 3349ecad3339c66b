import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { MailTransportError, createSmtp } from "../../../server/mail/smtp.ts";
import { openMailbox } from "./mailbox.ts";

const letter = { id: "1", to: "a@example.org", subject: "s", text: "t", html: "<p>t</p>" };
const from = "Clew <clew@example.org>";

test("a server that sends nothing is given up after a while, for now", async () => {
  const mute = createServer(() => {});
  mute.listen(0, "127.0.0.1");
  await once(mute, "listening");
  const address = mute.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const smtp = createSmtp({ url: `smtp://127.0.0.1:${port}`, from, silenceMs: 200 });
  const error: unknown = await smtp.send(letter).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(MailTransportError);
  expect(error).toMatchObject({ isFinal: false });
  mute.close();
});

test("a password never goes over a line that others can read", async () => {
  const mailbox = await openMailbox();
  // A name for the loopback interface that does not look like it.
  const smtp = createSmtp({ url: `smtp://me:secret@0.0.0.0:${mailbox.port}`, from, silenceMs: 2000 });
  await expect(smtp.send(letter)).rejects.toMatchObject({ isFinal: false });
  expect(mailbox.received).toEqual([]);
  await mailbox.stop();
});

test("an address with signs of a list stays one recipient", async () => {
  const mailbox = await openMailbox();
  const smtp = createSmtp({ url: mailbox.url, from });
  await smtp.send({ ...letter, to: "a+b@example.org" });
  expect(mailbox.received[0]?.to).toEqual(["a+b@example.org"]);
  await mailbox.stop();
});
