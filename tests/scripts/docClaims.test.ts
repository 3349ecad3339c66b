/** What the documents state of the code: files, names, calls, defaults, commands, metrics, tools. A claim that code can check is checked here. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { HARD_LIMITS } from "../../server/access/limits/hardLimits.ts";
import { readEnvironment } from "../../server/environment.ts";
import { DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS } from "../../server/mcp/tokenBudget.ts";
import { TOOLS, WRITE_TOOLS } from "../../server/mcp/toolTable.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const CODE = [
  "contract",
  "server",
  "src",
  "scripts",
  "stories",
  "tests",
  "bench",
  ".storybook",
  "deploy",
  "extensions/vscode",
  "public",
];
const SKIPPED = /(?:^|\/)(?:node_modules|dist|fixture)\//;
/** All files of code, by their path from the root. */
const files = CODE.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => !SKIPPED.test(path)),
);
const PRESENT = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "extensions/vscode/README.md",
  ...["ARCHITECTURE", "GLOSSARY", "API", "OPERATING", "MCP", "CLI", "THREAT-MODEL"].map((name) => `docs/${name}.md`),
  ...readdirSync(join(root, "docs/guide"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/guide/${path}`),
];
/** What the pages about the present have in code font, with its page. */
const marked = PRESENT.flatMap((page) =>
  [...read(page).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, text = ""]) => ({ page, text })),
);

test("every file that a page names exists", () => {
  const known = new Set(
    [...readdirSync(root), ...readdirSync(join(root, "docs")), ...files].map((path) => basename(path)),
  );
  // Files of an installation or of another repository.
  const foreign = new Set([
    "master.key",
    "operator.json",
    "credentials.json",
    "issue.json",
    "sessions.md",
    "clew.vsix",
  ]);
  const named = marked.flatMap(({ page, text }) =>
    [...text.matchAll(/^(?:[\w.-]+\/)*([\w.-]+\.(?:tsx?|m?js|css|json|md|ya?ml))$/g)].map(([, name = ""]) => ({
      page,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ name }) => !known.has(name) && !foreign.has(name))).toEqual([]);
});

test("every path with a folder that a page or a decision names exists at that path", () => {
  const foreign = new Set(["clew/credentials.json"]);
  const decisions = readdirSync(join(root, "docs/adr")).map((name) => `docs/adr/${name}`);
  // What was rejected names files that were never kept.
  const named = [...PRESENT, ...decisions].flatMap((page) =>
    [
      ...read(page)
        .replace(/^## Rejected$[^]*/m, "")
        .matchAll(/(?<!`)`((?:[\w.@-]+\/)+[\w.-]+\.(?:tsx?|m?js|css|json|md))`(?!`)/g),
    ].map(([, path = ""]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(
    named.filter(
      ({ path }) =>
        !foreign.has(path) && !existsSync(join(root, path)) && !files.some((file) => file.endsWith(`/${path}`)),
    ),
  ).toEqual([]);
});

test("every folder of tests is read by a project, and those of the table are the ones that Node reads", () => {
  const config = read("vitest.config.ts");
  const included = [...config.matchAll(/"tests\/(?:\{([\w,]+)\}|(\w+))\/\*\*\/\*\.test\.ts"/g)].flatMap(
    ([, many, one]) => many?.split(",") ?? one ?? [],
  );
  const folders = files.flatMap((path) => /^tests\/(\w+)\/.*\.test\.ts$/.exec(path)?.[1] ?? []);
  expect([...new Set(folders)].filter((folder) => !included.includes(folder))).toEqual([]);
  const [, inNode = ""] = /^\| `tests\/\{([\w,]+)\}` +\| Node/m.exec(read("CONTRIBUTING.md")) ?? [];
  expect(config).toContain(`"tests/{${inNode}}/**/*.test.ts"`);
});

test("every error that a docstring names exists", () => {
  const code = files.filter((path) => /^(?:contract|server|src|extensions\/vscode)\/.*\.tsx?$/.test(path)).map(read);
  const known = new Set(
    code.flatMap((text) => Array.from(text.matchAll(/\b(?:class|type) (\w+)/g), ([, name]) => name)),
  );
  const named = code.flatMap((text) => Array.from(text.matchAll(/@throws ([A-Z]\w+)/g), ([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(150);
  // Kysely's and the MCP SDK's.
  const foreign = new Set(["NoResultError", "McpError"]);
  expect(named.filter((name) => !known.has(name) && !foreign.has(name) && !(name in globalThis))).toEqual([]);
});

test("every name of code in the architecture, the rules and the glossary is in the code", () => {
  const names = marked.filter(
    ({ page, text }) =>
      ["CONTRIBUTING.md", "docs/ARCHITECTURE.md", "docs/GLOSSARY.md"].includes(page) &&
      /^(?:[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|[A-Z][a-z]+[A-Z]\w+|[a-z]+[A-Z]\w+)(?:\(\))?$/.test(text),
  );
  expect(names.length).toBeGreaterThan(25);
  const words = new Set(
    files
      .filter((path) => /\.tsx?$/.test(path) && path !== "tests/scripts/docClaims.test.ts")
      .flatMap((path) => read(path).match(/\w+/g) ?? []),
  );
  const environment = new Set(["DATABASE_URL", "TMPDIR"]);
  expect(names.filter(({ text }) => !words.has(text.replace("()", "")) && !environment.has(text))).toEqual([]);
});

test("every call that a page names is in the table of endpoints", () => {
  const segments = (path: string): string[] =>
    path
      .replace(/[?].*$/, "")
      .split("/")
      .filter(Boolean);
  const known = Object.values(endpoints).map(({ method, path }) => ({ method, path: segments(path) }));
  // Without the API's prefix; `…/resend/` is the end of a path.
  const isKnown = (method: string, path: string): boolean =>
    known.some((row) => {
      const asked = segments(path.replace(/^\/api\/v1\//, ""));
      const isEnd = asked[0] === "…";
      const tail = isEnd ? asked.slice(1) : asked;
      const own = isEnd ? row.path.slice(-tail.length) : row.path;
      return (
        (method === "" || row.method === method) &&
        own.length === tail.length &&
        own.every((part, index) => part.startsWith(":") || part === tail[index])
      );
    });
  const outside = /^\/(?:metrics|mcp|api\/v1\/(?:schema|docs|metrics|health)\/)/;
  const named = marked.flatMap(({ page, text }) =>
    [...text.matchAll(/^(?:(GET|POST|PUT|PATCH|DELETE) )?((?:…|\/)?[\w{}/?=-]+\/(?:\?[^ ]*)?)$/g)]
      .map(([, method = "", path = ""]) => ({ page, method, path }))
      .filter(
        ({ method, path }) => (method !== "" || /^(?:users|companies|projects)\//.test(path)) && !outside.test(path),
      ),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter(({ method, path }) => !isKnown(method, path))).toEqual([]);
});

test("every default of a setting in the page for operators is the code's", () => {
  const { env } = readEnvironment({}, []);
  const rows = [...read("docs/OPERATING.md").matchAll(/^\| `([A-Z_]+)` *\| (\S[^|]*?) *\|/gm)].map(
    ([, name = "", value = ""]) => [name, /^`(.*)`$/.exec(value)?.[1] ?? (/^\d+$/.test(value) ? value : null)] as const,
  );
  const stated = rows.filter(([, value]) => value !== null);
  expect(stated.length).toBeGreaterThan(15);
  const actual = stated.map(([name]) => [name, String((env as Record<string, unknown>)[name])]);
  expect(actual).toEqual(stated);
  // "none" and the like: the code has no default either, or an empty list.
  const without = rows
    .filter(([, value]) => value === null)
    .map(([name]) => [name, (env as Record<string, unknown>)[name]]);
  expect(without.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))).toEqual(
    [],
  );
});

test("the pages for agents name the tools that the server offers, and their number", () => {
  const page = read("docs/MCP.md");
  const table = page.slice(page.indexOf("## Tools"), page.indexOf("## Limits"));
  const named = Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, name]) => name ?? "");
  expect(named.toSorted()).toEqual([...TOOLS, ...WRITE_TOOLS].map(({ name }) => name).toSorted());
  expect(TOOLS).toHaveLength(23);
  const writing = table.slice(table.indexOf("## Writing"));
  const changing = Array.from(writing.matchAll(/^\| `(\w+)`/gm), ([, name]) => name ?? "");
  expect(changing.toSorted()).toEqual(WRITE_TOOLS.map(({ name }) => name).toSorted());
  expect(read("README.md")).toContain("twenty-three tools");
  expect(read("docs/MCP.md")).toContain("All twenty-three only read");
});

test("limits on the pages are the code's", () => {
  const written = (value: number): string => value.toLocaleString("en");
  const { projects, sources, invitations, members } = HARD_LIMITS;
  const operating = read("docs/OPERATING.md").replace(/ +/g, " ");
  expect(operating).toContain(
    `| of a company: projects, sources, open invitations | ${[projects, sources, invitations].map(written).join("; ")} (409)`,
  );
  expect(operating).toContain(`| members of a project | ${written(members)} (409)`);
  expect(read("docs/MCP.md")).toContain(
    `\`max_tokens\` (${written(MIN_TOKENS)} to ${written(MAX_TOKENS)}, ${written(DEFAULT_TOKENS)} when left out)`,
  );
  expect(read("docs/MCP.md")).toContain(`(${readEnvironment({}, []).env.CLEW_MCP_RATE}), over all processes`);
});

test("every metric of the server is in the page for operators, and no other", () => {
  const named = new Set(read("docs/OPERATING.md").match(/\bclew_[a-z_]+\b/g));
  const code = files
    .filter((path) => path.startsWith("server/observability/") && path.endsWith(".ts"))
    .map(read)
    .join("\n");
  const actual = new Set(Array.from(code.matchAll(/"(clew_[a-z_]+)"/g), ([, name]) => name ?? ""));
  expect([...named].filter((name) => !actual.has(name)).toSorted()).toEqual([]);
  expect([...actual].filter((name) => !named.has(name)).toSorted()).toEqual([]);
});

test("every command of `clew` that a page names exists", () => {
  const operator = files
    .filter((path) => /^server\/cli\/operator\/\w+Commands\.ts$/.test(path))
    .flatMap((path) =>
      Array.from(read(path).matchAll(/^ {2}"([a-z]+(?: [a-z]+)*)": command\(/gm), ([, name]) => name ?? ""),
    );
  expect(operator.length).toBeGreaterThan(10);
  const pages = PRESENT.map((page) => read(page)).join("\n");
  const asked = [...pages.matchAll(/\boperator ([a-z]+ (?:[a-z]+)(?: [a-z]+)?)(?= --|`| {2,}#|\n)/g)].map(
    ([, name]) => name ?? "",
  );
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !operator.includes(name))).toEqual([]);
});

test("the tables of folders in the README name the folders", () => {
  const readme = read("README.md");
  for (const folder of ["src", "server"]) {
    const [, row = ""] = new RegExp(`^\\| \`${folder}/\` +\\|(.+)\\|$`, "m").exec(readme) ?? [];
    const named = Array.from(row.matchAll(/`([a-z0-9]+)`/g), ([, name]) => name ?? "");
    const actual = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([folder, named.toSorted()]).toEqual([folder, actual.toSorted()]);
  }
});

test("every script in the README's table exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [, table = ""] = /^## Scripts\n([^]*)$/m.exec(read("README.md")) ?? [];
  const named = Array.from(table.matchAll(/`(?:npm run )?([a-z][\w:-]*)(?: [^`]*)?`/g), ([, name]) => name ?? "");
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("every heading that a link leads to is there", () => {
  const pages = [...PRESENT, ...readdirSync(join(root, "docs/adr")).map((name) => `docs/adr/${name}`)];
  const anchors = (page: string): string[] =>
    Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .trim()
        .replace(/\s/g, "-"),
    );
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s:]*)#([^)]+)\)/g)]
      .map(([, target = "", anchor = ""]) => ({
        page,
        target: target === "" ? page : join(page, "..", target),
        anchor,
      }))
      .filter(({ target, anchor }) => !anchors(target).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

test("a folder of the sync imports only folders of the lines below its own, and each has a line", () => {
  const lines = read("docs/ARCHITECTURE.md").split("\n");
  const table = lines.slice(
    lines.findIndex((line) => line.startsWith("A folder imports only folders of the lines below")),
  );
  const rank = new Map(
    table
      .flatMap((line) => /^\| ((?:`\w+\/` ?)+) *\|/.exec(line)?.[1] ?? [])
      .flatMap((names, at) => [...names.matchAll(/\w+/g)].map(([name]) => [name, at] as const)),
  );
  const ofSync = files.filter((file) => /^server\/sync\/\w+\/.*\.ts$/.test(file));
  const folderOf = (path: string): string => path.split("/")[2] ?? "";
  expect([...new Set(ofSync.map(folderOf))].filter((folder) => !rank.has(folder))).toEqual([]);
  const upward = ofSync.flatMap((file) =>
    [...read(file).matchAll(/ from "(\.[^"]+)"/g)]
      .map(([, source = ""]) => join(dirname(file), source))
      .filter((target) => /^server\/sync\/\w+\//.test(target) && folderOf(target) !== folderOf(file))
      .filter((target) => (rank.get(folderOf(target)) ?? -1) <= (rank.get(folderOf(file)) ?? 0))
      .map((target) => `${file} → ${target}`),
  );
  expect(upward).toEqual([]);
});

test("every folder of the server has a section, and every folder of its tests that has no such folder is explained", () => {
  const folders = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  const headings = read("docs/ARCHITECTURE.md")
    .split("\n")
    .filter((line) => line.startsWith("### "));
  const server = folders("server");
  expect(server.filter((name) => !headings.some((line) => line.includes(`server/${name}/`)))).toEqual([]);
  const rules = read("CONTRIBUTING.md");
  const others = folders("tests/server").filter((name) => !server.includes(name));
  expect(others.filter((name) => !rules.includes(`\`${name}\``))).toEqual([]);
});
