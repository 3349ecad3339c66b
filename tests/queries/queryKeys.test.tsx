import { partialMatchKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { insightKeys } from "../../src/queries/insightKeys.ts";
import { documentKeys } from "../../src/queries/documentKeys.ts";
import { queryKeys } from "../../src/queries/queryKeys.ts";
import { settingsKeys } from "../../src/queries/settingsKeys.ts";
import { sourceKeys } from "../../src/queries/sourceKeys.ts";

test.each([
  ["a project", queryKeys.project("atlas"), documentKeys.documentSearch("atlas", "cursor")],
  ["its rules", settingsKeys.rules("atlas"), settingsKeys.ruleRuns("atlas", "r-1")],
  ["the stored writes of a project", queryKeys.storedWrites("atlas"), queryKeys.storedWrites("atlas", "i-1")],
  ["the summaries of its issues", queryKeys.allIssueSummaries("atlas"), queryKeys.issueSummary("atlas", { limit: 1 })],
  ["a webhook's deliveries", settingsKeys.deliveries("w-1"), settingsKeys.delivery("w-1", "d-1")],
  ["dashboards", queryKeys.dashboards(), queryKeys.dashboard("d-1")],
  ["own metrics", insightKeys.allOwnMetrics(), insightKeys.ownMetrics("atlas")],
  ["annotations", insightKeys.allAnnotations(), insightKeys.annotations({ from: "2026-01-01", to: "2026-02-01" })],
  ["Insights", insightKeys.insights(), insightKeys.insightOptions(null)],
  ["the audit log", settingsKeys.auditLog("c-1"), settingsKeys.audit("c-1", { person: "u-1" })],
  ["notices", queryKeys.allNotices(), queryKeys.unreadNotices()],
  ["installations", sourceKeys.installations(), sourceKeys.installationRepositories("i-1")],
])("%s: the key is the beginning of those that are outdated with it", (_, beginning, key) => {
  expect(partialMatchKey(key, beginning)).toBe(true);
});

test.each([
  ["another project", queryKeys.project("tern"), documentKeys.documentSearch("atlas", "cursor")],
  ["another webhook", settingsKeys.deliveries("w-2"), settingsKeys.delivery("w-1", "d-1")],
  ["the list of issues", queryKeys.allIssueSummaries("atlas"), queryKeys.issues("atlas", "{}")],
  ["another issue", queryKeys.storedWrites("atlas", "i-2"), queryKeys.storedWrites("atlas", "i-1")],
  ["another company", settingsKeys.auditLog("c-2"), settingsKeys.audit("c-1", {})],
])("%s stays", (_, beginning, key) => {
  expect(partialMatchKey(key, beginning)).toBe(false);
});

test("a key needs what its endpoint needs, and an array is none", () => {
  const typed = (): unknown => [
    // @ts-expect-error -- the endpoint has no such parameter
    queryKeys.search("atlas", { query: "cursor" }),
    // @ts-expect-error -- the path is missing
    queryKeys.fileMatches("atlas", { q: "cursor", source: "r-1" }),
  ];
  expect(typed).toBeTypeOf("function");
});
