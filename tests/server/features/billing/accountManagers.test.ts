/** The account manager of a company: named by the operator, and shown to its people while the plan includes one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperatorContext } from "../../../../server/cli/operator/command.ts";
import { runCommand } from "../../../../server/cli/operator/runCommand.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";

onOneDatabase("account managers", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());

  const onPlan = (plan: "Premium" | "Enterprise") =>
    server.db.updateTable("companies").set({ plan }).where("id", "=", people.companyId).execute();
  const operate = (line: string, ...more: string[]) =>
    runCommand({ db: server.db } as unknown as OperatorContext, [...line.split(" "), ...more, "--json"]);
  const managerFor = async (token: string): Promise<unknown> => {
    const answer = await server.call("GET", `companies/${people.companyId}/plans/`, { token });
    return (answer.body as { account_manager: unknown }).account_manager;
  };

  test("each member of an Enterprise company sees who it is, and with a smaller plan no one does", async () => {
    await onPlan("Enterprise");
    expect(await managerFor(people.member.token)).toBeNull();
    const set = await operate(
      "account-manager set --company",
      people.companyId,
      ..."--email Ece@Operator.example --name".split(" "),
      "Ece Demir",
    );
    expect([set.status, set.err]).toEqual([0, ""]);
    expect(await managerFor(people.member.token)).toEqual({ name: "Ece Demir", email: "ece@operator.example" });

    await onPlan("Premium");
    expect(await managerFor(people.member.token)).toBeNull();
    const kept = await operate("account-manager list");
    expect(JSON.parse(kept.out)).toMatchObject([{ email: "ece@operator.example", shown: "no, the plan has none" }]);
    await onPlan("Enterprise");

    await operate("account-manager remove --company", people.companyId);
    expect(await managerFor(people.member.token)).toBeNull();
  });

  test("an address that is none changes nothing, and each change is in the audit log", async () => {
    const refused = await operate(
      "account-manager set --company",
      people.companyId,
      "--name",
      "Ece",
      "--email",
      "no-address",
    );
    expect(refused.status).not.toBe(0);
    expect(refused.err).toContain("must be an email address");
    const rows = await server.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("action", "=", "company.account_manager_changed")
      .orderBy("id")
      .execute();
    expect(rows.map(({ after }) => after)).toEqual([
      { name: "Ece Demir", email: "ece@operator.example" },
      { name: null, email: null },
    ]);
  });
});
