/** A simulated host that does not answer as the provider publishes, and a connector that sends something else, fail the test that uses them. */
import { afterEach, expect, test } from "vitest";
import { publishedCheck } from "../../providers/published/publishedCheck.ts";
import { type RestAnswer, type RestHost, startRestHost } from "../../providers/restHost.ts";

let host: RestHost;
let answer: RestAnswer;
const start = async (provider: string, prefix = ""): Promise<void> => {
  host = await startRestHost(() => answer, undefined, publishedCheck(provider, { prefix }));
};
const send = async (method: string, path: string, body?: unknown): Promise<void> => {
  await fetch(`${host.url}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
};
afterEach(() => host.stop().catch(() => undefined));

const ISSUE = { id: "1", key: "ROCKET-1", fields: { summary: "Title" } };

test("what is as published passes", async () => {
  await start("jira");
  answer = { status: 200, body: { issues: [ISSUE], isLast: true } };
  await send("POST", "/rest/api/3/search/jql", { jql: "project = 1", fields: ["summary"], maxResults: 50 });
  answer = { status: 200, body: { comments: [], total: 0, startAt: 0, maxResults: 50 } };
  await send("GET", "/rest/api/3/issue/1/comment?orderBy=-created&maxResults=50");
  answer = { status: 404, body: "<html>No such issue.</html>" };
  await send("GET", "/rest/api/3/issue/2?fields=summary,labels");
  expect(host.deviations()).toEqual([]);
});

test.each([
  [{ issues: [{ ...ISSUE, id: 1 }], isLast: true }, "/issues/0/id must be string"],
  [{ issues: [{ ...ISSUE, fields: { labels: "bug" } }] }, "/issues/0/fields/labels must be array"],
  [{ issues: [], isLast: "yes" }, "/isLast must be boolean"],
  [{ issues: [], invented: true }, 'must NOT have additional properties {"additionalProperty":"invented"}'],
  [[], "must be object"],
])("an answer of a host that is not as published is named: %j", async (body, named) => {
  await start("jira");
  answer = { status: 200, body };
  await send("POST", "/rest/api/3/search/jql", { jql: "project = 1" });
  await expect(host.stop()).rejects.toThrow(named);
});

test.each([
  ["POST", "/rest/api/3/search/jql", { jql: 7 }, "body/jql must be string"],
  ["POST", "/rest/api/3/search/jql", { jql: "a = 1", startAt: 0 }, '"additionalProperty":"startAt"'],
  ["POST", "/rest/api/3/search/jql?expand=names", { jql: "a = 1" }, "there is no parameter expand"],
  ["GET", "/rest/api/3/issue/1/comment?orderBy=updated", undefined, "orderBy=updated is not of its type"],
  ["GET", "/rest/api/3/issue/1/comment?startAt=first", undefined, "startAt=first is not of its type"],
  ["POST", "/rest/api/3/issue/1/comment", { body: 7 }, "body/body must be object"],
  ["GET", "/rest/api/3/search?jql=a", undefined, "GET /rest/api/3/search: jira publishes no such call"],
  ["PUT", "/rest/api/3/search/jql", {}, "PUT /rest/api/3/search/jql: jira publishes no such call"],
])("a request that is not as published is named: %s %s %j", async (method, path, body, named) => {
  await start("jira");
  answer = { status: 400, body: {} };
  await send(method, path, body);
  await expect(host.stop()).rejects.toThrow(named);
});

test("other providers' calls have the path of their API, and lists of parameters", async () => {
  await start("gitlab", "/api/v4");
  answer = { status: 200, body: [{ id: 1, iid: 1, title: "One", labels: ["bug"] }] };
  await send("GET", "/api/v4/projects/acme%2Frocket/issues?scope=all&iids[]=1&iids[]=2&per_page=100");
  expect(host.deviations()).toEqual([]);
  await send("GET", "/api/v4/projects/7/issues?page_size=100");
  expect(host.deviations()).toEqual(["GET /projects/{id}/issues: there is no parameter page_size"]);
});

test("a deviation that a test intends is no failure, and an answer of a fault is not the host's", async () => {
  await start("bitbucket", "/2.0");
  answer = { status: 200, body: { type: "repository", uuid: 7 } };
  host.intended = [/\/uuid must be string/];
  await send("GET", "/2.0/repositories/acme/rocket");
  host.fault = () => ({ status: 200, body: { values: "odd" } });
  await send("GET", "/2.0/repositories/acme/rocket/pullrequests");
  await expect(host.stop()).resolves.toBeUndefined();
});
