import { expect, test } from "vitest";
import { SOURCE_KINDS } from "../../contract/constants.ts";
import { toSourceBody, emptyDraft, isSameSource, type SourceDraft } from "../../src/domain/sourceDraft.ts";

const draft = (part: Partial<SourceDraft> = {}): SourceDraft => ({ ...emptyDraft("repository"), ...part });

test.each(SOURCE_KINDS)("a new form of a %s is empty", (kind) => {
  expect(emptyDraft(kind)).toMatchObject({ url: "", token: "", username: "", restrictedRole: null });
});

test("a new form begins with the first provider, and a wiki's with a token", () => {
  expect(emptyDraft("repository")).toMatchObject({ provider: "github", signIn: "none" });
  expect(emptyDraft("tracker")).toMatchObject({ provider: "github", signIn: "none" });
  expect(emptyDraft("wiki")).toMatchObject({ provider: "confluence", signIn: "token" });
});

test("a public source is sent with its address alone, also where a token was entered before", () => {
  expect(toSourceBody(draft({ url: " https://host.example/a ", token: "t", username: "ada" }))).toEqual({
    provider: "github",
    url: "https://host.example/a",
  });
});

test("a token is sent with the name of its user where there is one", () => {
  expect(toSourceBody(draft({ signIn: "token", token: " t ", username: " ada " })).credential).toEqual({
    token: "t",
    username: "ada",
  });
  expect(toSourceBody(draft({ signIn: "token", token: "t", username: " " })).credential).toEqual({ token: "t" });
});

test("the connected account is sent without a token", () => {
  expect(toSourceBody(draft({ signIn: "connected", token: "t" }))).toEqual({
    provider: "github",
    url: "",
    use_connection: true,
  });
});

test("the role for restricted items is sent to providers that have them", () => {
  expect(toSourceBody(draft({ provider: "jira", restrictedRole: "Maintainer" })).restricted_role).toBe("Maintainer");
  expect(toSourceBody(draft({ provider: "github", restrictedRole: "Maintainer" }))).not.toHaveProperty(
    "restricted_role",
  );
});

test("names of custom fields are sent to a tracker that has them, each once and without empty ones", () => {
  const customFields = " Team, Size ,, Team\nGo live";
  expect(toSourceBody(draft({ provider: "jira", customFields })).custom_fields).toEqual(["Team", "Size", "Go live"]);
  expect(toSourceBody(draft({ provider: "jira", customFields: " , " }))).not.toHaveProperty("custom_fields");
  expect(toSourceBody(draft({ provider: "github", customFields })).custom_fields).toEqual(["Team", "Size", "Go live"]);
  expect(toSourceBody(draft({ provider: "gitlab", customFields }))).not.toHaveProperty("custom_fields");
});

test("case, a trailing slash and .git make no other source; another provider does", () => {
  const one = { provider: "github", url: "https://github.com/acme/atlas" };
  expect(isSameSource(one, { ...one, url: " https://GitHub.com/Acme/Atlas.git/ " })).toBe(true);
  expect(isSameSource(one, { ...one, url: "https://github.com/acme/atlas-2" })).toBe(false);
  expect(isSameSource(one, { ...one, provider: "git" })).toBe(false);
});
