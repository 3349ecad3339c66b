import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOutbox } from "../../../server/db/tables/notices/outbox.ts";
import { sendAgain } from "../../../server/mail/outbox.ts";
import { addPeople, startTestServer, type TestServer } from "../http/testServer.ts";
import { onOneDatabase } from "../testDb.ts";
import { lastMail, openMailbox, tokenIn, type Mailbox, type Unkind } from "./mailbox.ts";

onOneDatabase("sending mail", (engine) => {
  let server: TestServer;
  let mailbox: Mailbox;
  let people: Awaited<ReturnType<typeof addPeople>>;

  /** A server that sends to a mail server of this kind. */
  const withMailbox = (name: string, unkind: Unkind, tests: () => void): void => {
    describe(`${name}`, () => {
      beforeAll(async () => {
        mailbox = await openMailbox(unkind);
        server = await startTestServer(engine, {
          mailRetryDelaysMs: [100, 200, 100],
          environment: {
            CLEW_SMTP_URL: mailbox.url,
            CLEW_MAIL_FROM: "Clew <clew@example.org>",
            CLEW_PUBLIC_URL: "https://clew.example",
          },
        });
        people = await addPeople(server.db);
      });
      afterAll(async () => {
        await server.stop();
        await mailbox.stop();
      });
      tests();
    });
  };
  const invite = async (email: string, language?: string) => {
    if (language) {
      const body = { name: "İpek", language };
      await server.call("PUT", "users/me/", { token: people.admin.token, body });
    }
    const body = { email, role: "Member" };
    const answer = await server.call("POST", `companies/${people.companyId}/invitations/`, {
      token: people.admin.token,
      body,
    });
    expect(answer.status).toBe(201);
  };
  const entry = async (email: string) => (await listOutbox(server.db)).find(({ recipient }) => recipient === email);
  const stateOf = async (email: string) => (await entry(email))?.state;

  withMailbox("a kind server", {}, () => {
    test("gets the invitation as text and HTML, and its link works", async () => {
      await invite("grace@example.org");
      await expect.poll(() => mailbox.received.length).toBe(1);
      const [mail] = mailbox.received;
      expect(mail).toMatchObject({ from: "clew@example.org", to: ["grace@example.org"] });
      expect(mail?.headers).toContain("From: Clew <clew@example.org>");
      expect(mail?.headers).toContain("Subject: You are invited to Ariadne Ltd on Clew");
      expect(mail?.headers).toContain("Auto-Submitted: auto-generated");
      expect(mail?.text).toContain("https://clew.example/register?token=");
      expect(mail?.html).toContain(`register?token=${tokenIn(mail)}`);
      expect((await server.call("GET", `invitations/${tokenIn(mail)}/`)).body).toMatchObject({
        email: "grace@example.org",
      });
      await expect.poll(() => stateOf("grace@example.org")).toBe("sent");
      // Nothing of its text is kept, and no link is on the operator's screen or in the log.
      expect(await lastMail(server, "grace@example.org")).toBeUndefined();
      expect(server.said.join("") + server.log.join("")).not.toContain(tokenIn(mail));
    });

    test("gets it in the language of who invites", async () => {
      await invite("ece@example.org", "TR");
      await expect.poll(() => mailbox.received.length).toBe(2);
      expect(mailbox.received[1]?.text).toContain("İpek sizi Ariadne Ltd şirketine katılmaya davet ediyor.");
    });

    test("an installation shows that it sends mail", async () => {
      expect((await server.call("GET", "installation/")).body).toMatchObject({ sends_mail: true });
    });
  });

  withMailbox("a server that refuses for now", { refuse: { code: 451, times: 2 } }, () => {
    test("is asked again", async () => {
      await invite("later@example.org");
      await expect.poll(() => stateOf("later@example.org")).toBe("sent");
      expect(await entry("later@example.org")).toMatchObject({ attempts: 3, last_error: null });
      expect(mailbox.received).toHaveLength(1);
    });
  });

  withMailbox("a server that refuses for good", { refuse: { code: 550, times: 1 } }, () => {
    test("is not asked again until a command of the operator, who can see the reason", async () => {
      await invite("gone@example.org");
      await expect.poll(() => stateOf("gone@example.org")).toBe("failed");
      const row = await entry("gone@example.org");
      expect(row).toMatchObject({ attempts: 1 });
      expect(row?.last_error).toContain("no such mailbox");
      expect(await sendAgain(server.db, [row?.id ?? ""])).toBe(1);
      await expect.poll(() => stateOf("gone@example.org")).toBe("sent");
      expect(await sendAgain(server.db, undefined)).toBe(0);
    });
  });

  describe("a server that is down", () => {
    test("leaves the mail waiting, and gets it once it is back; what has expired is not sent", async () => {
      const first = await openMailbox();
      await first.stop();
      server = await startTestServer(engine, {
        mailRetryDelaysMs: Array.from({ length: 100 }, () => 100),
        environment: { CLEW_SMTP_URL: first.url, CLEW_MAIL_FROM: "clew@example.org" },
      });
      people = await addPeople(server.db);
      await invite("patient@example.org");
      await expect.poll(async () => (await entry("patient@example.org"))?.last_error).toContain("ECONNREFUSED");
      expect(await stateOf("patient@example.org")).toBe("waiting");
      await invite("stale@example.org");
      await server.db
        .updateTable("outbox")
        .set({ expires_at: new Date(0) })
        .where("recipient", "=", "stale@example.org")
        .execute();
      await expect.poll(() => stateOf("stale@example.org")).toBe("failed");
      mailbox = await openMailbox({ port: first.port });
      await expect.poll(() => stateOf("patient@example.org")).toBe("sent");
      expect(mailbox.received.map(({ to }) => to[0])).toEqual(["patient@example.org"]);
      await server.stop();
      await mailbox.stop();
    });
  });

  test("without a mail server a mail is kept, and is not reported as sent", async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    await invite("kept@example.org");
    expect(await lastMail(server, "kept@example.org")).toMatchObject({ state: "kept", kind: "companyInvitation" });
    expect(server.said.join("\n")).toContain("Invitation for kept@example.org: http");
    expect((await server.call("GET", "installation/")).body).toMatchObject({ sends_mail: false });
    await server.stop();
  });
});
