/**
 * Which benches are there, and how good are the rankings? Without repositories it lists all benches with what each measures. With some it
 * runs those of the rankings over them, and prints each list with the 95 % interval of a bootstrap over questions. With `--ablate` each runs
 * again without each of its signals, and the difference is printed in points with the interval of a paired bootstrap.
 *
 *     node bench/all.ts [--only localize,mixed] [--ablate [--signals history,title]] --cases 40 --cache /tmp/bench DIR [DIR …]      DIR: git repositories
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { benchArguments } from "./questions/benchArguments.ts";
import { readOutcomes } from "./questions/outcomesFile.ts";
import type { Scores } from "./questions/scores.ts";
import { LEFT_OUT, QUALITY_BENCHES } from "./questions/signals.ts";

const { values, positionals } = benchArguments({
  cases: { type: "string", default: "40" },
  only: { type: "string", default: Object.keys(QUALITY_BENCHES).join(",") },
  ablate: { type: "boolean", default: false },
  signals: { type: "string" },
});

const chosen = values.only.split(",");
const unknown = chosen.filter((name) => !(name in QUALITY_BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`No bench of a ranking: ${unknown.join(", ")}.\n`);
  process.exit(2);
}
if (positionals.length === 0) for (const line of listed()) process.stdout.write(`${line}\n`);
else for (const bench of chosen) await measure(bench);

/** Each command of this folder and the first sentence of its comment; modules that commands share have no line with their call. */
function listed(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const comment = /^\/\*\*(.*?)\*\//s.exec(readFileSync(join(import.meta.dirname, name), "utf8"))?.[1] ?? "";
      if (!comment.includes(`bench/${name}`)) return [];
      const text = comment.replaceAll(/\s*\n \*\s?/g, " ").trim();
      const sentence = /^.*?[.?](?=\s)|^[^:]*/.exec(text)?.[0] ?? text;
      return [`${name.replace(/\.ts$/, "").padEnd(20)} ${sentence}`];
    });
}

async function measure(bench: string): Promise<void> {
  const { signals, lists } = QUALITY_BENCHES[bench] ?? {};
  if (!signals || !lists) return;
  process.stdout.write(`\n${bench}\n`);
  const scores = run(bench, null);
  for (const [list, score] of scores) if (score.cases > 0) print(list, `n=${score.cases}  ${score.intervals()}`);
  if (!values.ablate) return;
  const names = values.signals?.split(",");
  for (const signal of (await signals()).keys()) {
    if (names && !names.includes(signal)) continue;
    const without = run(bench, signal);
    for (const list of lists) {
      const [all, less] = [scores.get(list), without.get(list)];
      if (all && less && all.cases > 0) print(`without ${signal}, ${list}`, less.compareTo(all));
    }
  }
}

/** The outcomes of one run of a bench, of which only errors are shown. */
function run(bench: string, signal: string | null): Map<string, Scores> {
  mkdirSync(values.cache, { recursive: true });
  const outcomes = join(values.cache, `outcomes-${bench}.json`);
  const preload = signal === null ? [] : ["--import", join(import.meta.dirname, "questions/leaveOutSignal.ts")];
  const file = join(import.meta.dirname, `${bench}.ts`);
  const options = ["--cases", values.cases, "--cache", values.cache, "--outcomes", outcomes];
  const { status } = spawnSync(process.execPath, [...preload, file, ...options, ...positionals], {
    env: { ...process.env, ...(signal !== null && { [LEFT_OUT]: `${bench}:${signal}` }) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`bench/${bench}.ts ended with ${status}.`);
  return readOutcomes(outcomes);
}

function print(what: string, figures: string): void {
  process.stdout.write(`  ${what.padEnd(44)} ${figures}\n`);
}
