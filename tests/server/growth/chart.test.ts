/** The Helm chart: its values, its settings, and what Helm renders where it is installed. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const CHART = join(ROOT, "deploy/helm/clew");
const read = (path: string): string => readFileSync(join(CHART, path), "utf8");
const templates = readdirSync(join(CHART, "templates"));
const templateText = templates.map((name) => read(`templates/${name}`)).join("\n");

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
}
const schema = JSON.parse(read("values.schema.json")) as Schema;
/** Whether the schema has a value, by its path. */
function hasValue(path: readonly string[]): boolean {
  let at: Schema | undefined = schema;
  for (const name of path) {
    at = at?.properties?.[name];
    if (at?.$ref !== undefined) at = schema.definitions?.[at.$ref.replace("#/definitions/", "")];
  }
  return at !== undefined;
}

test("the chart has the version of the product", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(read("Chart.yaml")).toContain(`\nversion: ${version}\nappVersion: "${version}"\n`);
});

test("templates use values that the schema has, the schema has a default for each, and all are used", () => {
  const used = [...templateText.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = ""]) => path.slice(1).split("."));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((path) => !hasValue(path)).map((path) => path.join("."))).toEqual([]);
  const names = Object.keys(schema.properties ?? {}).filter((name) => name !== "global");
  const defaults = [...read("values.yaml").matchAll(/^(\w+):/gm)].map(([, name = ""]) => name);
  expect(defaults.toSorted()).toEqual(names.toSorted());
  const roots = new Set(used.map(([name]) => name));
  expect(names.filter((name) => !roots.has(name))).toEqual([]);
});

test("blocks are closed, and each included template is defined", () => {
  for (const name of templates) {
    const text = read(`templates/${name}`);
    const opened = text.match(/\{\{-? *(?:if|range|with|define)\b/g)?.length ?? 0;
    expect([name, text.match(/\{\{-? *end\b/g)?.length ?? 0]).toEqual([name, opened]);
  }
  const defined = new Set([...templateText.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name));
  const included = [...templateText.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name);
  expect(included.filter((name) => !defined.has(name))).toEqual([]);
});

test("probes ask the addresses of health, and no secret has a place in the values", () => {
  const paths = [...templateText.matchAll(/path: (\/api\S+),/g)].map(([, path]) => path);
  expect(new Set(paths)).toEqual(new Set(["/api/v1/health/live/", "/api/v1/health/ready/"]));
  expect(templateText).not.toMatch(/DATABASE_URL:|CLEW_MASTER_KEY:|kind: Secret/);
  expect(Object.keys(schema.properties ?? {}).filter((name) => /password|token|databaseUrl|key/i.test(name))).toEqual(
    [],
  );
});

describe.skipIf(spawnSync("helm", ["version"]).error)("Helm renders", () => {
  function render(...sets: string[]): { out: string; error: string; kinds: string[] } {
    const args = ["template", "loom", CHART, ...sets.flatMap((set) => ["--set", set])];
    const { stdout, stderr } = spawnSync("helm", args, { encoding: "utf8" });
    const documents = stdout.split(/^---$/m).filter((document) => /^kind:/m.test(document));
    const kinds = documents.map(
      (document) => `${/^kind: (\S+)/m.exec(document)?.[1]} ${/^ {2}name: (\S+)/m.exec(document)?.[1]}`,
    );
    return { out: stdout, error: stderr, kinds: kinds.toSorted() };
  }
  const ALWAYS = [
    "ConfigMap loom-settings",
    "Deployment loom-web",
    "Ingress loom",
    "NetworkPolicy loom-search",
    "NetworkPolicy loom-web",
    "NetworkPolicy loom-worker",
    "PodDisruptionBudget loom-web",
    "PodDisruptionBudget loom-worker",
    "Service loom-web",
    "Service loom-worker",
    "StatefulSet loom-worker",
  ];

  test("web and worker by default, each without rights and with its secret by reference", () => {
    const { out, error, kinds } = render();
    expect([error, kinds]).toEqual(["", ALWAYS]);
    expect(out).not.toContain("<no value>");
    const containers = out.match(/^ +- name: clew$/gm)?.length;
    expect(containers).toBe(2);
    for (const line of ["readOnlyRootFilesystem: true", "runAsNonRoot: true", "- secretRef: { name: clew }"]) {
      expect([line, out.split(line).length - 1]).toEqual([line, containers]);
    }
  });

  test("search processes, backups and metrics where they are wanted, and no ingress or policy where they are not", () => {
    const { out, kinds } = render("search.replicas=3", "backup.enabled=true", "metrics.enabled=true");
    const more = ["CronJob loom-backup", "PersistentVolumeClaim loom-backup"];
    const search = ["PodDisruptionBudget", "Service", "StatefulSet"].map((kind) => `${kind} loom-search`);
    expect(kinds).toEqual([...ALWAYS, ...more, ...search].toSorted());
    expect(out).toContain("http://$(POD_NAME).loom-search:4100");
    expect(out).toContain('CLEW_OPS_PORT: "9090"');
    const fewer = render("ingress.enabled=false", "networkPolicy.enabled=false");
    expect(fewer.kinds).toEqual(ALWAYS.filter((name) => !/^(?:Ingress|NetworkPolicy)/.test(name)));
  });

  test("an image by its digest, and the reason where the secret is not named", () => {
    expect(render(`image.digest=sha256:${"a".repeat(64)}`).out).toContain(`clew@sha256:${"a".repeat(64)}`);
    expect(render("existingSecret=").error).toContain("existingSecret");
  });
});
