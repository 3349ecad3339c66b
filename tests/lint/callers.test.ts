import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { CHATS } from "../../contract/notices/chatActionKinds.ts";
import {
  componentsWithoutStory,
  storiesWithoutComponent,
  type Sources,
  uncalledMethods,
  unusedComponents,
  unusedProps,
  unusedWords,
  wordKeys,
} from "../../scripts/lint/callers.ts";
import { type Client, createClient } from "../../src/services/client.ts";
import type { Http } from "../../src/services/http.ts";
import { err } from "../../src/services/result.ts";
import { createServices } from "../../src/services/services.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (...patterns: string[]): Sources =>
  Object.fromEntries(
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );
const APP = read("src/routes/**/*.{ts,tsx}", "src/stores/**/*.{ts,tsx}", "src/main.tsx");

/** The app's services, on a host that records the requests. */
function recorded() {
  const calls: string[] = [];
  const http: Http = (method, path) => {
    calls.push(`${method} ${path.replaceAll(/^\/|\/$/g, "")}`);
    return Promise.resolve(err({ kind: "http", status: 404, text: "", code: null, fields: {}, requestId: null }));
  };
  return { http, calls };
}

type Service = Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;
type Create = (client: Client) => Service;

/** All services of the app by name, those too whose code is loaded by their first call. */
async function servicesOn(http: Http): Promise<Readonly<Record<string, Service>>> {
  const client = createClient(http);
  const names = Object.keys(createServices(http));
  const services = names.map(async (name) => {
    const module = (await import(`../../src/services/${name}.ts`)) as Readonly<Record<string, Create>>;
    const create = module[`create${name.charAt(0).toUpperCase()}${name.slice(1)}Service`];
    if (!create) throw new Error(`src/services/${name}.ts creates no service.`);
    return [name, create(client)] as const;
  });
  return Object.fromEntries(await Promise.all(services));
}

/** Methods whose caller does not exist yet, with the reason. */
const UNCALLED: Readonly<Record<string, string>> = {};

/** Rows of the endpoint table that the app does not call, with the reason. An entry that the app calls is refused. */
const NOT_FOR_THE_APP: Readonly<Record<string, string>> = {
  "POST users/me/socket-ticket/":
    "for programs that must keep the token out of the socket's address; the app follows the specification's",
  "GET users/me/api-tokens/current/": "called with an API token: clew learns which projects it opens",
  "GET users/mcp-tokens/current/": "asked with an MCP token: the editor's extension learns which projects it opens",
  "GET implementations/": "for agents and scripts; the app shows definitions, references and calls",
  "GET code-matches/": "for agents and the shell, which read every match; the app has the search",
  "POST ask/model/": "for clients that read an answer as a whole; the app reads it sentence by sentence",
  "POST sources/:itemId/import-runs/": "for importers",
  "POST sources/:itemId/import-runs/end/": "for importers",
  "POST scip/": "for builds: clew scip upload",
};

/** As the calls of sources name the kinds. */
const KINDS = ["repositories", "trackers", "wikis"];
const SOURCE = { url: "x" };

describe("in the app", () => {
  test("every method of a service has a caller", async () => {
    const services = Object.entries(await servicesOn(recorded().http));
    const methods = Object.fromEntries(services.map(([name, service]) => [name, Object.keys(service)]));
    const uncalled = uncalledMethods(methods, APP);
    expect(uncalled.filter((name) => !(name in UNCALLED))).toEqual([]);
  });

  test("every row of the endpoint table is called by a service, or is for others by its reason", async () => {
    const { http, calls } = recorded();
    const methods = Object.values(await servicesOn(http)).flatMap((service) => Object.values(service));
    // With one of these argument lists each method gets as far as its call.
    const rows = [
      ...["x", ["x"], {}].map((one) => [one, one, one, one]),
      ...KINDS.flatMap((kind) => [
        ["x", kind, SOURCE, "x"],
        ["x", kind, "x"],
        [kind, SOURCE],
      ]),
      ...CHATS.map((chat) => [chat, "x"]),
      ...["oidc", "saml", "ldap"].flatMap((kind) => [
        ["x", { kind, body: {} }],
        ["x", "x", { kind, body: {} }],
      ]),
    ];
    for (const method of methods)
      for (const values of rows)
        await Promise.resolve(values)
          .then((all) => method(...all))
          .catch(() => null);
    const isCalled = ({ method, path }: { readonly method: string; readonly path: string }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/^\/|\/$/g, "").replaceAll(/:\w+/g, "[^/]+")}$`);
      return calls.some((call) => pattern.test(call));
    };
    const table = Object.values(endpoints).map((row) => ({ ...row, name: `${row.method} ${row.path}` }));
    expect(table.filter((row) => !isCalled(row) && !(row.name in NOT_FOR_THE_APP)).map(({ name }) => name)).toEqual([]);
    expect(table.filter((row) => isCalled(row) && row.name in NOT_FOR_THE_APP).map(({ name }) => name)).toEqual([]);
    const names = new Set(table.map(({ name }) => name));
    expect(Object.keys(NOT_FOR_THE_APP).filter((name) => !names.has(name))).toEqual([]);
  });

  test("every word has a reader", () => {
    const app = read("src/**/*.{ts,tsx}");
    const unused = Object.entries(read("src/i18n/locales/en/*.json")).flatMap(([path, text]) =>
      unusedWords(wordKeys(JSON.parse(text) as object), app).map((key) => `${path.split("/").at(-1)}: ${key}`),
    );
    expect(unused).toEqual([]);
  });

  test("every exported component is used by another file of the app", () => {
    // Only tests and stories set the clock.
    expect(unusedComponents(read("src/**/*.{ts,tsx}"))).toEqual(["ui/ClockProvider"]);
  });

  test("every optional prop of a component is passed by another file of the app", () => {
    // Only stories shorten the wait for another code.
    expect(unusedProps(read("src/**/*.{ts,tsx}"))).toEqual(["auth/VerifyFormProps.wait"]);
  });

  test("every exported component has a file of stories of its name", () => {
    expect(componentsWithoutStory(read("src/**/*.{ts,tsx}"), read("stories/**/*.tsx"))).toEqual([]);
  });

  test("every file of stories has the name of the component that it shows", () => {
    expect(storiesWithoutComponent(read("src/components/**/*.{ts,tsx}"), read("stories/**/*.tsx"))).toEqual([]);
  });
});

describe("the check bites", () => {
  test("on a method without a caller, also where a comment names it or another thing has one of its name", () => {
    const sources = {
      "a.ts": "projects.list();\n// projects.rename() is for later\nconst other = tokens.remove(1);",
      "b.ts": "await services.projects\n  .get(slug); /* projects.remove */",
    };
    expect(uncalledMethods({ projects: ["list", "get", "rename", "remove"] }, sources)).toEqual([
      "projects.rename",
      "projects.remove",
    ]);
  });

  test("on a component that only its own file and a comment name", () => {
    const sources = {
      "src/components/issues/IssueTable.tsx": "export function IssueTable() {}\nexport function IssueRow() {}",
      "src/routes/issues.tsx": "// IssueRow\nconst table = <IssueTable />;",
    };
    expect(unusedComponents(sources)).toEqual(["issues/IssueRow"]);
  });

  test("on an optional prop that other files only read, and what it switches on with it", () => {
    const sources = {
      "src/components/ui/SelectProps.ts":
        "export interface SelectProps<V extends string> {\n  label: string;\n  isFilterable?: boolean;\n  isWide?: boolean;\n}",
      "src/components/ui/Select.tsx":
        'import { FilterableSelect } from "./FilterableSelect.tsx";\nexport const Select = (props) => props.isFilterable && <FilterableSelect />; // isFilterable',
      "src/components/ui/FilterableSelect.tsx": "export function FilterableSelect() {}",
      "src/routes/issues.tsx": "const select = <Select isWide />;",
    };
    expect(unusedProps(sources)).toEqual(["ui/SelectProps.isFilterable"]);
  });

  test("on a word without a reader", () => {
    const keys = wordKeys({ title: "T", kind: { wiki: "W" }, old: { one_one: "1", one_other: "n" }, late: "L" });
    expect(keys).toEqual(["title", "kind.wiki", "old.one", "late"]);
    const sources = { "a.tsx": 't("title"); t(`kind.${kind}`); t(`${x}`); // t("late")' };
    expect(unusedWords(keys, sources)).toEqual(["old.one", "late"]);
  });

  const app = {
    "src/components/ui/Menu.tsx": "export function Menu() {}\nexport function MenuPart() {}",
    "src/components/ui/Button.tsx": "export const Button = lazy();",
    "src/components/ui/Radio.ts": 'export { Radio, RadioGroup, type RadioProps } from "@blueprintjs/core";',
    "src/components/ui/classes.ts": 'export { Classes } from "@blueprintjs/core";',
    "src/components/issues/IssueBar.tsx": 'import { Menu } from "../ui/Menu.tsx";\nexport function IssueBar() {}',
    "src/components/issues/IssueBarPart.tsx": "export function IssueBarPart() {}",
    "src/routes/issues/IssuesRoute.tsx":
      'import { IssueBar } from "../../components/issues/IssueBar.tsx";\nconst Button = lazy(async () => (await import("../../components/ui/Button.tsx")).Button);',
  };

  test("on a component that only the stories of others draw, or whose stories have another name", () => {
    expect(
      componentsWithoutStory(app, {
        "stories/issues/IssueBar.stories.tsx": "const meta = { component: IssueBar }; <Menu />",
        "stories/ui/Menus.stories.tsx": "const meta = { component: Menu };",
        "stories/issues/Menu.stories.tsx": "const meta = { component: Menu };",
        "stories/ui/Radio.stories.tsx": "const meta = { component: Radio };",
      }),
    ).toEqual(["issues/IssueBarPart", "ui/Button", "ui/Menu", "ui/MenuPart", "ui/RadioGroup"]);
  });

  test("on stories whose name is not that of their component", () => {
    expect(
      storiesWithoutComponent(app, {
        "stories/issues/IssueBar.stories.tsx": "const meta = { component: IssueBar };",
        "stories/ui/Menus.stories.tsx": "const meta = { component: Menu };",
        "stories/ui/Button.stories.tsx": "const meta = { component: Menu };",
        "stories/pages/Issues.stories.tsx": "const meta = { component: IssueScreens };",
      }),
    ).toEqual(["ui/Button", "ui/Menus"]);
  });
});
