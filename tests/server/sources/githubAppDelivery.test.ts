import { expect, test } from "vitest";
import { readGithubDelivery } from "../../../server/sources/providers/github/githubAppDelivery.ts";

const HEADERS = { "x-github-delivery": "7f2ae4c0-0000-4000-8000-000000000000", "x-github-event": "push" };
const PUSH = { installation: { id: 7 }, repository: { html_url: "https://github.com/acme/rocket" } };
const read = (body: string) => readGithubDelivery(HEADERS, Buffer.from(body));

test("a push of as many commits as GitHub lists in one is read", () => {
  const names = Array.from({ length: 10 }, (_, at) => `src/file-${at}.ts`);
  const person = { name: "Ada", email: "ada@acme.example", username: "ada" };
  const commit = { id: "0".repeat(40), message: "Change", author: person, committer: person, modified: names };
  const commits = Array.from({ length: 2048 }, () => commit);
  expect(read(JSON.stringify({ ...PUSH, commits }))).toMatchObject({ event: "push", installationHostId: "7" });
});

test("a body of millions of values, or nested without end, is not parsed", () => {
  const whole = JSON.stringify(PUSH).slice(0, -1);
  expect(read(`${whole}, "commits": [${"{},".repeat(200_000)}{}]}`)).toBeNull();
  expect(read(`${whole}, "commits": ${"[".repeat(1000)}${"]".repeat(1000)}}`)).toBeNull();
});
