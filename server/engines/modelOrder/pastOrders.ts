/** Fixed issues of a project with their localization on the code of that day, for the order of a model. */
import type { Localization } from "../../../contract/issues/localization.ts";
import type { OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import { PastCode, type PastCodeInput } from "../backtest/PastCode.ts";
import { type FixedCase, fixedCases } from "../backtest/minedCases.ts";
import { localize } from "../localize/localize.ts";
import { type Candidate, orderCandidatesOf, ORDERED_FILES } from "./candidates.ts";
import type { RankPair } from "./compareOrders.ts";

/** Fixed issues of one run: as many as the backtest of the engines has. */
export const MAX_ORDER_CASES = 60;

/** A function of a localization, and where its file is among the files, from 0. */
interface PastFunction {
  readonly file: number;
  readonly isRight: boolean;
}

export interface PastOrder {
  readonly issue: string;
  readonly title: string;
  readonly body: string;
  readonly candidates: readonly Candidate[];
  /** Whether the fix changed the candidate. */
  readonly rightFiles: readonly boolean[];
  /** Functions of the candidates, those of the first file first. */
  readonly functions: readonly PastFunction[];
}

export interface PastOrdersInput extends PastCodeInput {
  /** Texts of issues as they were written, without comments, by id. */
  readonly bodiesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Issues that were asked about before. */
  readonly skip: ReadonlySet<string>;
  readonly cases: number;
  /** Waits until a case is stored. `order` is null for a case whose files did not exist before the fix. */
  readonly onCase: (order: PastOrder | null) => Promise<void>;
  readonly onTotal: (total: number) => void;
}

/**
 * Finds the places of the last fixed issues of a project as a reader was shown them on the day of the report, without what came later. The
 * leaks are those of `runBacktest`.
 */
export async function findPastOrders({ skip, onCase, onTotal, ...input }: PastOrdersInput): Promise<void> {
  const { index } = input;
  const table = index.issues?.table;
  const { cases } = fixedCases(index, input.cases);
  const bodies = await input.bodiesOf(cases.map(({ issue }) => table?.id(issue) ?? ""));
  const past = new PastCode(input);
  onTotal(cases.length);
  for (const testCase of cases) {
    const row = table?.row(testCase.issue);
    const commits = index.commits[testCase.member];
    if (!row || skip.has(row.id)) continue;
    const then = commits && (await past.at(commits.part.source, commits.table.hash(testCase.commit)));
    const report = { title: row.title, body: bodies.get(row.id) ?? "" };
    await onCase(then && commits ? orderOf(then, commits, testCase, { id: row.id, ...report }) : null);
  }
}

function orderOf(
  then: OpenedIndex,
  commits: OpenedCommits,
  { files, reportedAtMs, commit }: FixedCase,
  { id, title, body }: { readonly id: string; readonly title: string; readonly body: string },
): PastOrder | null {
  if (!files.some((path) => (then.code[0]?.files.find(path) ?? -1) >= 0)) return null;
  const localization = localize(then, { title, body, beforeMs: reportedAtMs }, { limit: ORDERED_FILES });
  const candidates = orderCandidatesOf(localization);
  return {
    issue: id,
    title,
    body,
    candidates,
    rightFiles: candidates.map(({ path }) => files.includes(path)),
    functions: functionsOf(localization, commits, commit),
  };
}

/** A function is right if the fix changed lines that it had before. */
function functionsOf({ files }: Localization, commits: OpenedCommits, commit: number): PastFunction[] {
  return files.flatMap(({ path, functions }, file) => {
    const changed = commits.hunks?.ofPath(path).find((change) => change.commit === commit)?.hunks ?? new Uint32Array();
    return functions.map(({ start_line: first, end_line: last }) => ({
      file,
      isRight: hunkStarts(changed).some((at) => {
        const from = changed[at] ?? 0;
        // For an empty side of a hunk, git gives the line above.
        const to = from + Math.max(1, changed[at + 1] ?? 0) - 1;
        return from <= last && to >= first;
      }),
    }));
  });
}

const hunkStarts = (hunks: Uint32Array): number[] => Array.from({ length: hunks.length / 4 }, (_, hunk) => hunk * 4);

export interface CaseRanks {
  readonly files: RankPair;
  /** Null where the fix changed no function that was found. */
  readonly functions: RankPair | null;
}

/** The ranks of the first right answers in Clew's order and in the model's; functions follow their files, in Clew's order inside a file. */
export function ranksOf({ rightFiles, functions }: PastOrder, order: readonly number[] | null): CaseRanks {
  const ours = rightFiles.map((_, at) => at);
  const model = order ?? ours;
  const fileRank = (files: readonly number[]): number | null => rankOf(files.map((file) => rightFiles[file] ?? false));
  const functionRank = (files: readonly number[]): number | null =>
    rankOf(
      files.flatMap((file) => functions.filter((candidate) => candidate.file === file).map(({ isRight }) => isRight)),
    );
  return {
    files: { ours: fileRank(ours), model: fileRank(model) },
    functions: functions.some(({ isRight }) => isRight)
      ? { ours: functionRank(ours), model: functionRank(model) }
      : null,
  };
}

function rankOf(answers: readonly boolean[]): number | null {
  const at = answers.indexOf(true);
  return at < 0 ? null : at + 1;
}
