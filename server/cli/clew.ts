/**
 * The command line door to the engines, for measuring and for scripts:
 *
 *     clew localize --repo DIR [--rev REV] [--cache DIR]     {"title","body"} lines in, {"files","functions"} lines out
 *     clew experts  --repo DIR [--rev REV] [--cache DIR]     {"title","body","paths"?} lines in, {"people"} lines out
 *     clew search   --repo DIR [--rev REV] [--cache DIR]     {"query"} lines in, {"results"} lines out
 *     clew similar  --corpus FILE                            {"id"?,"title","body"} lines in, {"ids"} lines out
 *
 *     clew operator …                                        companies, invitations, plans, invoices, mails: see clew operator --help
 *
 * The corpus of `similar` has {"id","title","body"} lines. One process answers many lines, in order. Only answers are written to standard output. A line that cannot be answered gets
 * {"error"} in its place, and the process ends with status 1.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { z } from "zod";
import { COMMANDS } from "./commands.ts";
import { openRevision } from "./revisionIndex.ts";
import { openCorpus } from "./similarCorpus.ts";

const USAGE = `usage: clew ${Object.keys(COMMANDS).join("|")} --repo DIR [--rev REV] [--cache DIR]
       clew similar --corpus FILE
       clew operator --help
  --repo DIR    a git repository on this machine
  --rev REV     the revision to look at, HEAD if left out
  --cache DIR   where indexes are kept, ${defaultCache()} if left out (or CLEW_CACHE)
  --corpus FILE texts to compare with, one {"id","title","body"} a line
`;

function defaultCache(): string {
  return process.env["CLEW_CACHE"] ?? join(tmpdir(), "clew-cache");
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** One line of words, whatever went wrong. */
function messageOf(error: unknown): string {
  const text =
    error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ");
}

type Answerer = (line: unknown) => unknown;

/** What answers to a line; null when the arguments ask for nothing that there is. */
async function openAnswerer(): Promise<Answerer | null> {
  const asked = readArguments();
  if (!asked) return null;
  if ("corpus" in asked) return openCorpus(asked.corpus);
  const index = await openRevision(asked.repo, asked.rev, asked.cache, complain);
  return (line) => COMMANDS[asked.command](index, line);
}

function readArguments():
  { command: keyof typeof COMMANDS; repo: string; rev: string; cache: string } | { corpus: string } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        repo: { type: "string" },
        rev: { type: "string" },
        cache: { type: "string" },
        corpus: { type: "string" },
      },
    });
    const [command] = positionals;
    if (positionals.length === 1 && command === "similar") return values.corpus ? { corpus: values.corpus } : null;
    if (positionals.length !== 1 || !isCommand(command) || !values.repo) return null;
    return { command, repo: values.repo, rev: values.rev ?? "HEAD", cache: values.cache ?? defaultCache() };
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return null;
  }
}

function isCommand(name: string | undefined): name is keyof typeof COMMANDS {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

async function main(): Promise<number> {
  if (process.argv[2] === "operator") {
    const { operator } = await import("./operator/operator.ts");
    const { status, out, said } = await operator(process.argv.slice(3), process.env);
    process.stdout.write(out);
    process.stderr.write(said);
    return status;
  }
  const answerTo = await openAnswerer();
  if (!answerTo) {
    process.stderr.write(USAGE);
    return 2;
  }
  let status = 0;
  let number = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    number++;
    if (line.trim() === "") continue;
    let answer: unknown;
    try {
      answer = answerTo(JSON.parse(line));
    } catch (error) {
      status = 1;
      const message = messageOf(error);
      complain(`line ${number}: ${message}`);
      answer = { error: message };
    }
    if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  }
  return status;
}

try {
  process.exitCode = await main();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
