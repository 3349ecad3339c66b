import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { providerRulesOf, webhookEventsOf } from "../../../server/sources/providers/rulesRegistry.ts";

test("a webhook is signed with its secret, and has the events of this kind of host", () => {
  const body = Buffer.from('{"eventKey":"pr:merged"}');
  const signature = `sha256=${createHmac("sha256", "secret").update(body).digest("hex")}`;
  const { isSigned } = providerRulesOf("bitbucket").webhooks ?? {};
  expect(isSigned?.({ "x-hub-signature": signature }, body, "secret")).toBe(true);
  expect(isSigned?.({ "x-hub-signature": signature }, Buffer.from("{}"), "secret")).toBe(false);
  const eventsAt = (url: string) => webhookEventsOf({ provider: "bitbucket", url, kind: "repository" });
  expect(eventsAt("https://bb.example/projects/KEY/repos/a")).toEqual(
    expect.arrayContaining(["repo:refs_changed", "pr:opened", "pr:merged", "pr:deleted"]),
  );
  expect(eventsAt("https://bitbucket.org/acme/a")).toContain("repo:push");
});
