/** The support bundle: facts about an installation, without any content of its users. */
import { availableParallelism, freemem, loadavg, platform, release, totalmem } from "node:os";
import { countRowsOfTables, listMigrationRuns } from "../db/databaseStatus.ts";
import type { Db } from "../db/openDb.ts";
import { listArtifacts } from "../db/tables/searches/artifacts.ts";
import { decodeManifest, symbolsOf } from "../index/manifest.ts";
import type { RecentError } from "./RecentErrors.ts";
import { readDatabaseGauges } from "./databaseGauges.ts";
import { VERSION } from "./version.ts";
import { settingsForSupport, redact } from "./redact.ts";
import { errorMessage } from "../errors.ts";

/** Values that only a running server has. */
export interface RunningSide {
  readonly metrics: () => Promise<string>;
  readonly errors: () => readonly RecentError[];
}

export interface BundleOptions {
  readonly db: Db;
  readonly settings: object;
  readonly running?: RunningSide | undefined;
  readonly now?: Date;
}

/** One line of the bundle. */
export interface BundleLine {
  readonly part: "about" | "settings" | "state" | "migration" | "table" | "index" | "metric" | "error";
  readonly name: string;
  readonly value: string | number | null;
}

/**
 * Collects the bundle. A part that cannot be read reports that and does not affect the others, because a bundle is usually requested during
 * an outage.
 */
export async function makeSupportBundle({
  db,
  settings,
  running,
  now = new Date(),
}: BundleOptions): Promise<BundleLine[]> {
  const lines: BundleLine[] = [
    { part: "about", name: "made at", value: now.toISOString() },
    { part: "about", name: "version", value: VERSION },
    { part: "about", name: "node", value: process.version },
    { part: "about", name: "system", value: `${platform()} ${release()}` },
    { part: "about", name: "cores", value: availableParallelism() },
    { part: "about", name: "memory free/total MB", value: `${megabytes(freemem())}/${megabytes(totalmem())}` },
    { part: "about", name: "load", value: (loadavg()[0] ?? 0).toFixed(2) },
    { part: "about", name: "server", value: running ? "runs" : "does not run" },
    ...flat("settings", settingsForSupport(settings)),
  ];
  const add = async (part: BundleLine["part"], read: () => Promise<readonly BundleLine[]>): Promise<void> => {
    try {
      lines.push(...(await read()));
    } catch (error) {
      const why = errorMessage(error);
      lines.push({ part, name: "could not be read", value: redact(why) });
    }
  };
  await add("state", async () => flat("state", await readDatabaseGauges(db)));
  await add("migration", () => migrations(db));
  await add("table", () => tableSizes(db));
  await add("index", () => indexes(db));
  if (running) {
    await add("metric", async () =>
      (await running.metrics())
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => {
          const cut = line.lastIndexOf(" ");
          return { part: "metric", name: line.slice(0, cut), value: Number(line.slice(cut + 1)) };
        }),
    );
    for (const { at, level, text, requestId, stack } of running.errors()) {
      lines.push({ part: "error", name: `${at} ${level} ${requestId ?? "-"}`, value: [text, ...stack].join("\n") });
    }
  }
  return lines;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** An object as lines, `roles.0`, `roles.1`. */
function flat(part: BundleLine["part"], value: unknown, name = ""): BundleLine[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) {
    const plain = typeof value === "number" ? value : value === null ? null : String(value as string | boolean);
    return [{ part, name, value: plain }];
  }
  return Object.entries(value).flatMap(([inner, innerValue]) =>
    flat(part, innerValue, name === "" ? inner : `${name}.${inner}`),
  );
}

async function migrations(db: Db): Promise<BundleLine[]> {
  const rows = await listMigrationRuns(db);
  return rows.map(({ name, timestamp }) => ({ part: "migration", name, value: timestamp }));
}

async function tableSizes(db: Db): Promise<BundleLine[]> {
  const tables = await countRowsOfTables(db);
  return tables.map(({ name, rows }) => ({ part: "table", name, value: rows }));
}

/** Projects by a number: their names are their owners'. */
async function indexes(db: Db): Promise<BundleLine[]> {
  const rows = await listArtifacts(db);
  return rows.flatMap(({ generation, format_version, manifest, updated_at }, number): BundleLine[] => {
    const about = { generation, format: format_version, updated: updated_at.toISOString() };
    let parts: unknown;
    try {
      const { code, commits, issues, requests, pages } = decodeManifest(manifest);
      parts = {
        code: code.map((repository) => ({
          files: repository.files,
          bytes: repository.bytes,
          skipped: repository.skipped,
          symbols: symbolsOf(repository)?.symbols ?? null,
          layers: repository.layers.length,
          builtAt: repository.builtAt,
        })),
        commits: commits.map(({ commits: count, builtAt }) => ({ count, builtAt })),
        issues: issues?.issues ?? null,
        requests: requests?.requests ?? null,
        pages: pages?.pages ?? null,
      };
    } catch {
      parts = { readable: "no" };
    }
    return flat("index", { about, parts }, `project ${number + 1}`);
  });
}
