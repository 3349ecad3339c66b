/** The page about the API, made of its description: HTML that needs no script and one style sheet of this server. */
import { API_PREFIX } from "../../../contract/constants.ts";
import { EXAMPLES } from "./examples.ts";
import type { ApiTagSummary, OpenApi } from "./openApi.ts";
import { typeOf, type Schema } from "./typeWords.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
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
  const tags = api.tags;
  const schemas = api.components["schemas"] as Readonly<Record<string, Schema>>;
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
${tags.map(({ name }) => `<li><a href="#${groupId(name)}">${escape(name)}</a></li>`).join("\n")}
<li><a href="#types">Types</a></li>
</ul>
</nav>
<main id="content" tabindex="-1">
${introPart(address)}
${examplesPart(address)}
${tags.map((tag) => group(tag, calls)).join("\n")}
${typesPart(schemas)}
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
<dt>Import token</dt>
<dd><code>Authorization: Bearer clew_imp_…</code>, of a custom source. Only the calls that import into it. Enterprise plan.</dd>
<dt>Session</dt>
<dd><code>Authorization: Token …</code>, of <a href="#login">users/login</a>. Whatever its person may do.</dd>
<dt>Refusals</dt>
<dd>400 names the fields, each with its sentences. 401: no valid token. 402: the plan lacks it. 403: not allowed by role. 404: not there, or none of your business.
409: it contradicts what is stored. 428: type the password again first.
429: too many calls, <code>Retry-After</code> says how long to wait. All but 400 have <code>detail</code> and <code>code</code>.</dd>
<dt>Pages</dt>
<dd>A long list is <code>{ count, next, results }</code>; <code>?cursor=&lt;next&gt;</code> has the following page and <code>limit</code> its size.</dd>
</dl>
</section>`;

const examplesPart = (address: string): string => `<section id="examples">
<h2>Examples</h2>
<pre tabindex="0"><code>${escape(`CLEW=${address}\nTOKEN=clew_mcp_…\nPROJECT=loom`)}</code></pre>
${EXAMPLES.map(({ title, command }) => `<h3>${escape(title)}</h3>\n<pre tabindex="0"><code>${escape(command)}</code></pre>`).join("\n")}
</section>`;

const groupId = (name: string): string => `group-${name.toLowerCase().replaceAll(" ", "-")}`;

const group = ({ name, description }: ApiTagSummary, calls: readonly Call[]): string => `<section id="${groupId(name)}">
<h2>${escape(name)}</h2>
<p>${escape(description)}</p>
${calls
  .filter(({ tags: [first] }) => first === name)
  .map(callPart)
  .join("\n")}
</section>`;

/** The named schemas, to which the types of the calls lead. */
const typesPart = (schemas: Readonly<Record<string, Schema>>): string => `<section id="types">
<h2>Types</h2>
${Object.entries(schemas)
  .map(
    ([name, schema]) => `<section id="type-${name}">
<h3>${name}</h3>
${schema.description === undefined ? "" : `<p>${escape(schema.description)}</p>\n`}${typeBlock(schema)}${fieldNotes(schema)}
</section>`,
  )
  .join("\n")}
</section>`;

/** A type, with links to the named ones in it. */
const typeBlock = (schema: Schema): string => {
  const names = referredNames(schema);
  const text = escape(typeOf(schema)).replaceAll(/\b[A-Z]\w+\b/g, (word) =>
    names.has(word) ? `<a href="#type-${word}">${word}</a>` : word,
  );
  return `<pre tabindex="0"><code>${text}</code></pre>`;
};

const referredNames = (schema: Schema): ReadonlySet<string> =>
  new Set([...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? ""));

function fieldNotes({ properties = {} }: Schema): string {
  const notes = Object.entries(properties).filter(([, { description }]) => description !== undefined);
  if (notes.length === 0) return "";
  const rows = notes.map(
    ([name, { description = "" }]) => `<dt><code>${escape(name)}</code></dt>\n<dd>${escape(description)}</dd>`,
  );
  return `\n<dl>\n${rows.join("\n")}\n</dl>`;
}

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
${body ? `<h4>Body</h4>\n${typeBlock(body)}` : ""}
<h4>Answer ${escape(status)}</h4>
${answer === undefined ? "<p>No body.</p>" : type === "text/csv" ? "<p>CSV.</p>" : type === "application/octet-stream" ? "<p>Bytes.</p>" : typeBlock(answer.schema)}
</details>`;
}

const parameterTable = (parameters: readonly Parameter[]): string => `<table>
<thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${parameters
  .map(
    ({ name, in: place, required, schema, description = "" }) =>
      `<tr><td><code>${escape(name)}</code>${required ? " *" : ""}</td><td>${escape(place)}</td><td><code>${escape(typeOf(schema))}</code></td><td>${escape(description)}</td></tr>`,
  )
  .join("\n")}
</tbody>
</table>`;
