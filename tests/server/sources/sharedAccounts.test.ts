import { expect, test } from "vitest";
import { PROVIDERS } from "../../../contract/constants.ts";
import { traitsOfAccount } from "../../../server/engines/identities/identityKeys.ts";
import { providerRulesOf } from "../../../server/sources/providers/rulesRegistry.ts";

const traitsAt = (provider: string) =>
  traitsOfAccount({
    service: providerRulesOf(provider).sharedAccounts?.service ?? null,
    external_id: "712020:1",
    login: "Ada L",
    name: "Ada L",
    email: null,
  });

test("one account of Atlassian is one person in Jira and Confluence, and its display name is no login", () => {
  expect(traitsAt("jira")).toEqual({ name: "Ada L", email: null, account: "atlassian 712020:1" });
  expect(traitsAt("confluence")).toEqual(traitsAt("jira"));
});

test("an account of any other host has its login", () => {
  const others = [...PROVIDERS.repository, "unknown"];
  for (const provider of others) expect(traitsAt(provider)).toEqual({ name: "Ada L", email: null, login: "Ada L" });
});
