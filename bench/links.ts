/**
 * What do the links of a page cost: the names in its texts (named-things), and what is connected with lines of code (connected-lines)? Asks a
 * running server in turn with the cheapest call that checks the same access, so that the ratio holds on a busy machine too.
 *
 *     node bench/links.ts --url http://127.0.0.1:4000 --project tern [--rounds 20]
 */
import { parseArgs } from "node:util";
import { CodeRepository } from "../contract/code/code.ts";
import { IssuePage } from "../contract/issues/issues.ts";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:4000" },
    email: { type: "string", default: "mira@clew.example" },
    password: { type: "string", default: "follow-the-thread" },
    project: { type: "string", default: "tern" },
    /** Paths whose first lines are asked for. */
    path: { type: "string", multiple: true, default: ["README.md"] },
    rounds: { type: "string", default: "20" },
  },
});
const { project } = options;
/** Names of one page, as the app sends them at most, and lines of a selection. */
const NAMES = 100;
const LINES = 40;

const headers = new Headers({ "content-type": "application/json" });
async function call(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${options.url}/api/v1/${path}`, { headers, ...init });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

const body = JSON.stringify({ email: options.email, password: options.password });
const { token } = JSON.parse(await call("users/login/", { method: "POST", body })) as { token: string };
headers.set("authorization", `Token ${token}`);

const [repository] = CodeRepository.array().parse(JSON.parse(await call(`projects/${project}/code/`)));
if (!repository) throw new Error("The project has no repository that was read.");
const { results: issues } = IssuePage.parse(JSON.parse(await call(`projects/${project}/issues/?limit=50`)));
const { results: commits } = JSON.parse(await call(`projects/${project}/search/?q=kind:commit&limit=50`)) as {
  results: { hash: string | null }[];
};
const hashes = commits.flatMap(({ hash }) => (hash === null ? [] : [hash.slice(0, 7)]));
const names = [...issues.map(({ key }) => key), ...hashes].slice(0, NAMES);
const query = new URLSearchParams({ project, source: repository.id });
const named = new URLSearchParams([...query, ...names.map((name) => ["name", name] as [string, string])]);
const lines = (path: string): string =>
  String(new URLSearchParams([...query, ["path", path], ["from", "1"], ["to", String(LINES)]]));

const samples = new Map<string, number[]>();
async function measure(name: string, path: string): Promise<void> {
  const start = performance.now();
  await call(path);
  samples.set(name, [...(samples.get(name) ?? []), performance.now() - start]);
}
const UNIT = "project";
for (let round = 0; round < Number(options.rounds); round++) {
  await measure(UNIT, `projects/${project}/`);
  await measure(`named-things, ${names.length} names`, `named-things/?${named}`);
  for (const path of options.path)
    await measure(
      `connected-lines, ${LINES} lines, ${round === 0 ? "first" : "again"}`,
      `connected-lines/?${lines(path)}`,
    );
}

const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const unit = at(samples.get(UNIT) ?? [], 0.5);
console.log("| Milliseconds | p50 | p95 | of the project |\n| --- | --- | --- | --- |");
for (const [name, all] of samples)
  console.log(
    `| ${[name, at(all, 0.5).toFixed(1), at(all, 0.95).toFixed(1), (at(all, 0.5) / unit).toFixed(1)].join(" | ")} |`,
  );
