/** The buyer of invoices, which Admins edit: the next invoices have it, and issued ones keep what they had. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { issuePeriod } from "../../../../server/access/billing/issueInvoice.ts";
import { savePrice, saveSeller } from "../../../../server/db/tables/companies/billingSettings.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addCompany } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const BUYER = {
  name: "Işık Ltd",
  address: "Sokak 1\nİzmir",
  tax_id: "TR1",
  reference: "PO-7",
  email: "books@example.org",
  language: "TR",
};

onOneDatabase("the buyer of invoices", (engine) => {
  let server: TestServer;
  let companyId: string;
  let admin: SignedInUser;
  let member: SignedInUser;
  let outsider: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer(engine);
    companyId = await addCompany(server.db);
    admin = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
    member = await signedIn(server.db, { companyId, email: "member@example.org" });
    const other = await addCompany(server.db);
    outsider = await signedIn(server.db, { companyId: other, email: "outsider@example.org", role: "Admin" });
    await saveSeller(server.db, {
      name: "Loom",
      address: "",
      tax_id: "",
      tax_basis_points: 0,
      currency: "EUR",
      prefix: "",
    });
    await savePrice(server.db, { plan: "Premium", period: "monthly", cents: 100, included_seats: 0, seat_cents: 0 });
  });
  afterAll(() => server.stop());
  const path = (): string => `companies/${companyId}/invoice-buyer/`;
  const read = ({ token }: SignedInUser) => server.call("GET", path(), { token });
  const save = ({ token }: SignedInUser, body: object) => server.call("PUT", path(), { token, body });
  const issue = async (from: string) => {
    const order = { period: "monthly", from: new Date(from), credit: { name: "", cents: 0 } } as const;
    const number = await issuePeriod(server.db, companyId, order, { now: new Date(), due: null });
    return () =>
      server.db.selectFrom("invoices").select("content").where("number", "=", number).executeTakeFirstOrThrow();
  };

  test("is the company itself before an Admin changes it; an issued invoice keeps what it had", async () => {
    expect((await read(admin)).body).toEqual({
      name: "Ariadne Ltd",
      address: "",
      tax_id: "",
      reference: "",
      email: "",
      language: "EN",
    });
    const first = await issue("2026-01-01");
    const { status, body } = await save(admin, {
      ...BUYER,
      address: "  Sokak 1 \r\n\n İzmir ",
      email: "Books@Example.org",
    });
    expect([status, body]).toEqual([200, BUYER]);
    expect((await read(admin)).body).toEqual(BUYER);
    const second = await issue("2026-02-01");
    await save(admin, { ...BUYER, name: "Another" });
    expect(await first()).toMatchObject({ content: { buyer: { name: "Ariadne Ltd" }, language: "EN" } });
    const { email: _, language: __, ...printed } = BUYER;
    expect((await second()).content?.buyer).toEqual(printed);
    const log = await server.db
      .selectFrom("audit_log")
      .select(["actor_email", "before", "after"])
      .where("company_id", "=", companyId)
      .where("action", "=", "company.buyer_changed")
      .orderBy("id")
      .execute();
    expect(log[0]).toMatchObject({
      actor_email: "admin@example.org",
      before: { name: "Ariadne Ltd" },
      after: { name: "Işık Ltd", postal_address: "Sokak 1; İzmir", invoice_email: "books@example.org" },
    });
    await save(admin, { ...BUYER, name: "Another" });
    expect(log).toHaveLength(2);
  });

  test("is no concern of members and of other companies", async () => {
    for (const call of [() => read(member), () => save(member, BUYER)]) expect((await call()).status).toBe(403);
    for (const call of [() => read(outsider), () => save(outsider, BUYER)]) expect((await call()).status).toBe(404);
  });

  test("is refused where it is none", async () => {
    for (const [field, value] of [
      ["name", " "],
      ["email", "nowhere"],
      ["tax_id", "1".repeat(61)],
      ["address", "a".repeat(501)],
      ["language", "XX"],
    ] as const)
      expect([field, (await save(admin, { ...BUYER, [field]: value })).status]).toEqual([field, 400]);
  });
});
