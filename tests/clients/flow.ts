/** A small program on the generated types: signs in with a token, lists issues, opens one, and searches. Prints what it read as JSON. */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/clew.ts";

const [baseUrl = "", token = "", project = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const path = { id: project };
const issues = await client.GET("/projects/{id}/issues", { params: { path, query: { state: ["open"], limit: 2 } } });
if (issues.error) throw new Error(`${issues.response.status}`);
const [first] = issues.data.results;
if (!first) throw new Error("The project has no open issue.");

const opened = await client.GET("/projects/{id}/issues/{issueId}", {
  params: { path: { ...path, issueId: first.id } },
});
const issue = opened.data;
/** The types of answers have names. */
const titleOf = ({ title }: components["schemas"]["Issue"]): string => title;
const localized = await client.POST("/projects/{id}/localize", {
  params: { path },
  body: { title: first.title, text: issue?.body ?? "" },
});
const refused = await client.GET("/projects/{id}", { params: { path: { id: "not-there" } } });

process.stdout.write(
  JSON.stringify({
    count: issues.data.count,
    key: issue?.key,
    title: issue && titleOf(issue),
    timeline: issue?.timeline.map(({ type }) => type),
    files: localized.data?.files.map((file) => file.path),
    refused: refused.error?.code,
  }),
);
