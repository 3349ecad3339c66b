/** Which sources can follow who may see them at their hosts. */
import { expect, test } from "vitest";
import { mirrorAccountOf } from "../../../../server/features/hostAccess/mirrorAccount.ts";

const SITE = "https://acme.atlassian.net";
const connections = { clientOf: () => ({ origin: "https://api.atlassian.com" }) } as never;
const isMirrored = (provider: string, url: string) => mirrorAccountOf(connections, { provider, url }) !== null;

test.each([
  ["jira", `${SITE}/browse/ABC`],
  ["jira", `${SITE}/jira/software/c/projects/ABC/boards/1`],
  ["confluence", `${SITE}/wiki/spaces/DOCS`],
])("%s: %s names one project or space", (provider, url) => {
  expect(isMirrored(provider, url)).toBe(true);
});

// A member who sees one issue of them gets an answer, and the project holds all that the credential sees.
test.each([
  ["jira", SITE],
  ["jira", `${SITE}/issues/?filter=10001`],
  ["jira", `${SITE}/secure/RapidBoard.jspa?rapidView=7`],
  ["confluence", `${SITE}/wiki`],
  ["confluence", `${SITE}/wiki/spaces`],
])("%s: %s answers everyone, so that it cannot be mirrored", (provider, url) => {
  expect(isMirrored(provider, url)).toBe(false);
});
