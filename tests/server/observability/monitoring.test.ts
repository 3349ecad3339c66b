/** The alert rules and dashboards in deploy/monitoring: every metric and label exists, and every alert has its section in the documents. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Metrics } from "../../../server/observability/Metrics.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "deploy", "monitoring");
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

/** All metrics of a process with all roles, each with its labels. */
function allMetrics(): Map<string, ReadonlySet<string>> {
  const metrics = new Metrics({ version: "1.0.0", engine: "postgres", roles: ["web", "worker", "search"] });
  const load = { size: 0, busy: 0, waiting: 0, onWaited: () => {} };
  metrics.probe({
    sockets: () => 0,
    indexBytes: () => 0,
    openIndexes: () => 0,
    engineQueue: () => ({ waiting: 0, running: 0 }),
    database: () => load,
    isDamaged: () => false,
    doesStoreAnswer: async () => true,
    searchProcesses: () => 0,
  });
  const found = new Map<string, ReadonlySet<string>>();
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const labelNames = "labelNames" in metric ? (metric.labelNames as string[]) : [];
    // Prometheus adds the process.
    const labels = new Set([...labelNames, "instance", "job", "le"]);
    for (const suffix of ["", "_bucket", "_sum", "_count"]) found.set(metric.name + suffix, labels);
  }
  return found;
}
const existing = allMetrics();

/** What is wrong in an expression of PromQL: names that no metric has, and labels that its metrics do not have. */
function faultsOf(expression: string): string[] {
  const plain = expression.replaceAll(/"[^"]*"/g, '""');
  const named = [...plain.matchAll(/\b((?:clew|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  const unknown = named.filter(([, name = ""]) => !existing.has(name)).map(([, name = ""]) => name);
  const allowed = new Set(named.flatMap(([, name = ""]) => [...(existing.get(name) ?? [])]));
  const matched = named.flatMap(([, name = "", matchers = ""]) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].flatMap(([, label = ""]) =>
      existing.get(name)?.has(label) === true ? [] : [`${name}{${label}}`],
    ),
  );
  const grouped = [...plain.matchAll(/\b(?:by|on|group_left)\s*\(([^)]*)\)/g)]
    .flatMap(([, labels = ""]) => labels.split(",").map((label) => label.trim()))
    .filter((label) => label !== "" && (label === "job" ? !/clew_jobs?_?/.test(plain) : !allowed.has(label)));
  return [...(named.length === 0 ? [`no metric in ${expression}`] : []), ...unknown, ...matched, ...grouped];
}

test("a wrong metric and a wrong label are found", () => {
  expect(faultsOf("sum by (kindd) (clew_sources)")).toEqual(["kindd"]);
  expect(faultsOf('clew_source{state="failed"}')).toEqual(["clew_source", "clew_source{state}"]);
  expect(faultsOf('max(clew_sources{status="failed"})')).toEqual(["clew_sources{status}"]);
});

describe("alerts", () => {
  const text = read("alerts.yaml");
  const names = [...text.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);
  const expressions = [...text.matchAll(/^ +expr: +(?:'(.+)'|"(.+)"|([^'"].*))$/gm)].map(
    ([, quoted, doubled, bare]) => quoted ?? doubled ?? bare ?? "",
  );

  test("name only metrics and labels that the server has", () => {
    expect(expressions).toHaveLength(names.length);
    expect(expressions.flatMap(faultsOf)).toEqual([]);
  });

  test("have a severity, words, a section in OPERATING.md and a test of firing and of silence", () => {
    expect(names.length).toBeGreaterThan(15);
    const sections = readFileSync(join(ROOT, "docs/OPERATING.md"), "utf8");
    const tests = read("alerts.test.yaml");
    for (const name of names) {
      expect(sections).toMatch(new RegExp(`^### ${name}\n\n\\S`, "m"));
      expect(text).toContain(`runbook: docs/OPERATING.md#${name.toLowerCase()}\n`);
      for (const kind of ["fires", "is quiet"]) expect(tests).toContain(`- name: ${name} ${kind}\n`);
    }
    expect(sections.match(/^### Clew\w+$/gm)).toHaveLength(names.length);
    expect(text.match(/labels: \{ severity: (?:critical|warning) \}/g)).toHaveLength(names.length);
  });

  test.skipIf(spawnSync("promtool", ["--version"]).error)(
    "are read by promtool, and fire and are quiet as tested",
    () => {
      for (const args of [
        ["check", "rules", "alerts.yaml"],
        ["test", "rules", "alerts.test.yaml"],
      ]) {
        const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: FOLDER, encoding: "utf8" });
        expect([args[0], status, stdout + stderr]).toEqual([args[0], 0, expect.stringContaining("SUCCESS")]);
      }
    },
  );
});

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const dashboards = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
test.each(dashboards)("the dashboard %s shows metrics that the server has, each in its place", (name) => {
  const { panels } = JSON.parse(read(name)) as { readonly panels: readonly Panel[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, gridPos, targets } of panels) {
    expect([title, targets.flatMap(({ expr }) => faultsOf(expr))]).toEqual([title, []]);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    const overlaps = panels.filter(
      ({ gridPos: other }) =>
        other.x < gridPos.x + gridPos.w &&
        gridPos.x < other.x + other.w &&
        other.y < gridPos.y + gridPos.h &&
        gridPos.y < other.y + other.h,
    );
    expect(overlaps).toHaveLength(1);
  }
});

test("every metric of the product is in an alert or on a dashboard", () => {
  const shown = [read("alerts.yaml"), ...dashboards.map(read)].join("\n");
  const own = [...existing.keys()].filter((name) => name.startsWith("clew_") && !/_(?:bucket|sum|count)$/.test(name));
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});
