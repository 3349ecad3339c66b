/** The page about the API, made of its description: HTML that needs no script and one style sheet of this server. */
import { API_PREFIX } from "../../../contract/constants.ts";
import { EXAMPLES } from "./examples.ts";
import type { OpenApi } from "./openApi.ts";
import { typeOf, type Schema } from "./typeWords.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function docsPage(api: OpenApi, address: string): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      ...(operation as object as Operation),
      method,
      path,
    })),
  );
  const tags = [...new Set(calls.flatMap((call) => call.tags))].toSorted();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Clew</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${API_PREFIX}docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<h1>Clew API</h1>
<p><a href="/">Open Clew</a> <a href="${API_PREFIX}schema/">OpenAPI 3.1</a></p>
</header>
<div class="page">
<nav aria-label="Contents">
<ul>
<li><a href="#use">Use</a></li>
<li><a href="#examples">Examples</a></li>
${tags.map((tag) => `<li><a href="#group-${escape(tag)}">${escape(tag)}</a></li>`).join("\n")}
</ul>
</nav>
<main id="content" tabindex="-1">
${introPart(address)}
${examplesPart(address)}
${tags.map((tag) => group(tag, calls)).join("\n")}
</main>
</div>
</body>
</html>
`;
}

const introPart = (address: string): string => `<section id="use">
<h2>Use</h2>
<p>All calls are under <code>${escape(address + API_PREFIX)}</code>. Paths are answered with and without their last slash.
Names are <code>snake_case</code>, times ISO 8601 in UTC. A parameter that may have several values is repeated.</p>
<dl>
<dt>MCP token</dt>
<dd><code>Authorization: Bearer clew_mcp_…</code>, of Settings &gt; MCP tokens. Calls marked <span class="mark">token</span>, which read, and only the projects
that were chosen for it. Premium and Enterprise plans; a number of calls a minute.</dd>
<dt>Session</dt>
<dd><code>Authorization: Token …</code>, of <a href="#login">users/login/</a>. Whatever its person may do.</dd>
<dt>Refusals</dt>
<dd>400 names the fields, each with its sentences. 401: no valid token. 402: the plan lacks it. 403: not allowed by role. 404: not there, or none of your business.
429: too many calls, <code>Retry-After</code> says how long to wait. All but 400 have <code>detail</code>.</dd>
<dt>Pages</dt>
<dd>A long list is <code>{ count, next, results }</code>; <code>?cursor=&lt;next&gt;</code> has the following page and <code>limit</code> its size.</dd>
</dl>
</section>`;

const examplesPart = (address: string): string => `<section id="examples">
<h2>Examples</h2>
<pre tabindex="0"><code>${escape(`CLEW=${address}\nTOKEN=clew_mcp_…\nPROJECT=loom`)}</code></pre>
${EXAMPLES.map(({ title, command }) => `<h3>${escape(title)}</h3>\n<pre tabindex="0"><code>${escape(command)}</code></pre>`).join("\n")}
</section>`;

const group = (tag: string, calls: readonly Call[]): string => `<section id="group-${escape(tag)}">
<h2>${escape(tag)}</h2>
${calls
  .filter(({ tags: [first] }) => first === tag)
  .map(callPart)
  .join("\n")}
</section>`;

function callPart({
  operationId,
  method,
  path,
  summary,
  description,
  security,
  parameters,
  requestBody,
  responses,
}: Call): string {
  const isForAgents = security?.some((scheme) => "agent" in scheme) === true;
  const isOpen = security?.length === 0;
  const mark = isForAgents ? ' <span class="mark">token</span>' : isOpen ? ' <span class="mark">open</span>' : "";
  const [status = "", success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const [type, answer] = Object.entries(success?.content ?? {})[0] ?? [];
  const body = requestBody?.content["application/json"]?.schema;
  return `<details id="${escape(operationId)}">
<summary><span class="method">${escape(method.toUpperCase())}</span> <code>${escape(path.slice(1))}</code> <span class="what">${escape(summary)}</span>${mark}</summary>
${description === undefined ? "" : `<p>${escape(description)}</p>`}
${parameters === undefined ? "" : parameterTable(parameters)}
${body ? `<h4>Body</h4>\n<pre tabindex="0"><code>${escape(typeOf(body))}</code></pre>` : ""}
<h4>Answer ${escape(status)}</h4>
${answer === undefined ? "<p>No body.</p>" : type === "text/csv" ? "<p>CSV.</p>" : type === "application/octet-stream" ? "<p>Bytes.</p>" : `<pre tabindex="0"><code>${escape(typeOf(answer.schema))}</code></pre>`}
</details>`;
}

const parameterTable = (parameters: readonly Parameter[]): string => `<table>
<thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th></tr></thead>
<tbody>
${parameters
  .map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escape(name)}</code>${required ? " *" : ""}</td><td>${escape(place)}</td><td><code>${escape(typeOf(schema))}</code></td></tr>`,
  )
  .join("\n")}
</tbody>
</table>`;
