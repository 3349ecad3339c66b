/**
 * Definitions and references of names in TypeScript and JavaScript, compared with the answers of TypeScript's language server.
 *
 *     node bench/referencesQuality.ts [--names 250] [--show] [--folder server/ …] [REPOSITORY]
 *
 * The repository has a work tree, whose HEAD is read; omitted: this one. Every nth identifier is asked for, so that frequent names come as
 * often as readers meet them. Names that the server finds outside of the repository, and those that it does not find, are left out.
 */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openRevision } from "../server/cli/local/revisionIndex.ts";
import { type NamedPlace, definitionsOf } from "../server/engines/references/findDefinitions.ts";
import { type Reference, referencesTo, targetsOf } from "../server/engines/references/findReferences.ts";
import { eachIdentifier } from "../server/engines/references/lexical/occurrences.ts";
import { lineOf } from "../server/engines/references/lookup/fileDefinitions.ts";
import { textOfFile } from "../server/index/OpenedIndex.ts";
import { fileLanguageOf } from "../server/index/text/languages.ts";
import { LanguageServer, type Place, placeKey } from "./baselines/LanguageServer.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: "string", default: "250" },
    folder: { type: "string", multiple: true, default: [""] },
    show: { type: "boolean", default: false },
  },
});
const ROOT = resolve(positionals[0] ?? join(import.meta.dirname, ".."));
const NAMES = Number(values.names);

const cache = { folder: join(tmpdir(), "clew-bench-references"), maxBytes: Infinity };
const index = await openRevision(ROOT, "HEAD", cache, (line) => console.error(line));
const [code] = index.code;
if (!code) throw new Error("The index is empty.");
const source = code.part.source;
const server = await LanguageServer.start(ROOT);

const KEYWORDS = new Set(
  "abstract any as asserts async await bigint boolean break case catch class const constructor continue declare default delete else enum export extends false finally for from function get global implements import in infer instanceof interface is keyof let namespace never new null number object of out override private protected public readonly require return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield".split(
    " ",
  ),
);

interface Asked extends Place {
  readonly text: string;
  readonly name: string;
}

function identifiers(): Asked[] {
  const identifiersOfFiles: { path: string; text: string; from: number; name: string }[] = [];
  for (let file = 0; file < code!.files.length; file++) {
    const path = code!.files.path(file);
    const language = fileLanguageOf(path);
    if (!/\.[cm]?[jt]sx?$/.test(path) || !language || !values.folder.some((folder) => path.startsWith(folder)))
      continue;
    const text = textOfFile(code!, file);
    eachIdentifier(text, language, (from, to) => {
      const name = text.slice(from, to);
      if (/^[a-z_$][\w$]{2,}$/i.test(name) && !KEYWORDS.has(name)) identifiersOfFiles.push({ path, text, from, name });
    });
  }
  const step = Math.max(1, Math.floor(identifiersOfFiles.length / NAMES));
  return identifiersOfFiles
    .filter((_, at) => at % step === Math.floor(step / 2))
    .map(({ from, ...identifier }) => ({ ...identifier, line: lineOf(identifier.text, from), column: from - identifier.text.lastIndexOf("\n", from - 1) })); // prettier-ignore
}

/** What was answered, what would have been right, and what is in both. */
class Score {
  names = 0;
  answered = 0;
  expected = 0;
  both = 0;
  #precisions = 0;
  #recalls = 0;

  add(answers: ReadonlySet<string>, truth: ReadonlySet<string>): void {
    this.names++;
    this.answered += answers.size;
    this.expected += truth.size;
    const both = answers.intersection(truth).size;
    this.both += both;
    this.#precisions += answers.size === 0 ? 1 : both / answers.size;
    this.#recalls += truth.size === 0 ? 1 : both / truth.size;
  }

  toString(): string {
    const share = (of: number): string => `${((100 * this.both) / Math.max(1, of)).toFixed(1)} %`.padStart(7);
    const mean = (sum: number): string => `${((100 * sum) / this.names).toFixed(1)} %`.padStart(7);
    return `${String(this.names).padStart(5)} names  precision ${share(this.answered)} (of ${this.answered}), recall ${share(this.expected)} (of ${this.expected}); mean of the names ${mean(this.#precisions)}, ${mean(this.#recalls)}`;
  }
}

const definitions = new Map<string, Score>();
const references = new Map<string, Score>();
const add = (
  scores: Map<string, Score>,
  kind: string,
  answers: ReadonlySet<string>,
  truth: ReadonlySet<string>,
): void => {
  for (const key of ["all", kind]) {
    const score = scores.get(key) ?? new Score();
    scores.set(key, score);
    score.add(answers, truth);
  }
};

const keysOf = (named: NamedPlace, foundReferences: Iterable<Pick<Reference, "place" | "from">>): Set<string> =>
  new Set(
    [...foundReferences].map(({ place, from }) => {
      const { path, text } = named.names.files.read(place);
      // The server counts the mark of a private name.
      const at = text[from - 1] === "#" ? from - 1 : from;
      return placeKey({ path, line: lineOf(text, at), column: at - text.lastIndexOf("\n", at - 1) });
    }),
  );

async function allReferences(named: NamedPlace): Promise<Set<string>> {
  const pageReferences: Reference[] = [];
  for (let read = 0; ;) {
    const page = await referencesTo(named, read);
    pageReferences.push(...page.references);
    if (page.read >= page.candidates || page.read <= read) return keysOf(named, pageReferences);
    read = page.read;
  }
}

const isOwn = (key: string): boolean => !/(?:^|\/)node_modules\/|^\.\.|:\/\//.test(key);
const show = (
  what: string,
  { name, ...place }: Asked,
  answers: ReadonlySet<string>,
  truth: ReadonlySet<string>,
): void => {
  if (!values.show) return;
  const [wrong, lost] = [answers.difference(truth), truth.difference(answers)];
  if (wrong.size > 0 || lost.size > 0)
    console.log(
      `${what} of ${name} at ${placeKey(place)}: wrong ${wrong.size} ${[...wrong].slice(0, 3).join(" ")}; lost ${lost.size} ${[...lost].slice(0, 3).join(" ")}`,
    );
};

const cpu: number[] = [];
let right = 0;
for (const identifier of identifiers()) {
  server.open(identifier.path, identifier.text);
  const truth = new Set(await server.definitions(identifier));
  if (truth.size === 0 || ![...truth].every(isOwn)) continue;
  const kind = (await server.kind(identifier)) || "other";
  const before = process.threadCpuUsage();
  const named = await definitionsOf(index, { source, ...identifier });
  const meant = named ? keysOf(named, targetsOf(named)) : new Set<string>();
  const answers = named ? await allReferences(named) : new Set<string>();
  const { user, system } = process.threadCpuUsage(before);
  cpu.push((user + system) / 1000);
  if (meant.size <= Math.max(2, truth.size) && !meant.isDisjointFrom(truth)) right++;
  add(definitions, kind, meant, truth);
  show(`${kind}: definitions`, identifier, meant, truth);
  const truthKeys = new Set((await server.references(identifier)).filter(isOwn));
  add(references, kind, answers, truthKeys);
  show(`${kind}: references`, identifier, answers, truthKeys);
}
server.close();
cpu.sort((a, b) => a - b);
for (const [what, scores] of [["definitions", definitions] as const, ["references", references] as const]) {
  console.log(what);
  for (const [kind, score] of [...scores].sort(([, a], [, b]) => b.names - a.names))
    console.log(`  ${kind.padEnd(16)} ${score.toString()}`);
}
const all = definitions.get("all")?.names ?? 0;
console.log(`the language server's definition is among at most two of ${right} of ${all} names (${((100 * right) / Math.max(1, all)).toFixed(1)} %)`); // prettier-ignore
console.log(
  `processor time of both: median ${cpu[cpu.length >> 1]?.toFixed(1)} ms, p95 ${cpu[Math.floor(cpu.length * 0.95)]?.toFixed(1)} ms`,
);
