/**
 * `npm run fuzz [target…] [-- --minutes N]` looks for inputs that break the promise of a parser (tests/fuzz/targets), in turns until the time
 * is over. What it learns stays in .cache/fuzz; `--keep` writes it to tests/fuzz/corpus, and `--replay FILE` reads one input again.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { CORPUS, fuzzTarget, inputsIn, keepInput, seedsOf, targetNames } from "./engine/fuzzTarget.ts";

const CACHE = ".cache/fuzz";
/** Minutes of one target before the next one has its turn. */
const TURN = 2;
/** Bytes of a target's corpus in the repository, and of one input of it. */
const MOST_KEPT = 10_000;
const LONGEST_KEPT = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string" },
    replay: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const known = targetNames();
const names = positionals.length > 0 ? positionals : known;
const strange = names.filter((name) => !known.includes(name));
if (strange.length > 0) {
  say(`There is no target ${strange.join(", ")}. Targets: ${known.join(", ")}.`);
  process.exit(2);
}

if (values.replay !== undefined) await replay(names[0] ?? "", values.replay);
else if (values.keep) for (const name of names) await keep(name);
else await search(Number(values.minutes) * 60_000);

async function replay(name: string, file: string): Promise<void> {
  const { failure } = await fuzzTarget(name, { seed: 1, mostRuns: 0, seeds: [readFileSync(file)] });
  say(failure?.message ?? "The promise is kept.");
  process.exitCode = failure ? 1 : 0;
}

async function search(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  let seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const broken = new Map<string, string>();
  while (performance.now() < end && broken.size < names.length) {
    for (const name of names) {
      const left = end - performance.now();
      if (left <= 0 || broken.has(name)) continue;
      const mostTime = Math.min(left, TURN * 60_000, milliseconds / names.length);
      const folder = join(CACHE, "corpus", name);
      const { runs, features, corpus, failure } = await fuzzTarget(name, {
        seed,
        mostTime,
        seeds: [...seedsOf(name), ...inputsIn(folder)],
      });
      say(`${name}: ${runs} runs, ${features} features, ${corpus.length} inputs, seed ${seed}`);
      replaceInputs(folder, failure ? [...inputsIn(folder), ...corpus] : corpus);
      seed += 1;
      if (failure) {
        const path = relative(process.cwd(), keepInput(join(CACHE, "crashes", name), failure.input));
        broken.set(name, path);
        say(`✗ ${name}: ${failure.message}\n  again: npm run fuzz -- ${name} --replay ${path}`);
      }
    }
  }
  for (const [name, path] of broken) say(`✗ ${name}: ${path}`);
  process.exitCode = broken.size > 0 ? 1 : 0;
}

/** Writes the inputs that are not yet in the repository and lead to code that the ones there do not, as far as there is room. */
async function keep(name: string): Promise<void> {
  const folder = join(CORPUS, name);
  const { corpus } = await fuzzTarget(name, {
    seed: 1,
    mostRuns: 0,
    seeds: [...seedsOf(name), ...inputsIn(join(CACHE, "corpus", name))],
  });
  const there = new Set(inputsIn(folder).map((input) => Buffer.from(input).toString("latin1")));
  let bytes = inputsIn(folder).reduce((sum, { length }) => sum + length, 0);
  for (const input of corpus) {
    if (there.has(Buffer.from(input).toString("latin1")) || input.length > LONGEST_KEPT) continue;
    bytes += input.length;
    if (bytes > MOST_KEPT) break;
    keepInput(folder, input);
  }
  say(`${name}: ${inputsIn(folder).length} inputs`);
}

function replaceInputs(folder: string, inputs: readonly Uint8Array[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const input of inputs) writeFileSync(keepInput(folder, input), input);
}
