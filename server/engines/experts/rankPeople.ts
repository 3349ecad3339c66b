import type { OpenedIndex } from "../../index/indexStore.ts";
import type { QueryTerm } from "../../index/segmentGroup.ts";
import { readQuestion } from "../localize/question.ts";
import { rankFiles } from "../localize/rank.ts";
import { missedWeeks, presenceFactor } from "./departures.ts";
import { type Asked, type AskedFile, type PersonValues, personValues } from "./features.ts";
import { type PeopleTable, peopleTable } from "./peopleTable.ts";
import { EXPERT_FEATURE_NAMES, EXPERT_WEIGHTS, type ExpertFeature, type ExpertWeights } from "./weights.ts";

export interface RankedPerson {
  /** Number in the people table. */
  readonly person: number;
  /** Sum of the points of all features, and of the (negative) points for having been away. */
  readonly score: number;
  readonly points: Readonly<Record<ExpertFeature, number>>;
  /** Zero or negative. */
  readonly absence: number;
}

/** Files that a question is about, at most; the weight falls with the rank. */
const ASKED_FILES = 20;

/** The files that a report or question is about, by localization. */
export function filesOfText(index: OpenedIndex, title: string, body: string, before: number | null): AskedFile[] {
  const { files } = rankFiles(index, readQuestion(title, body), before, ASKED_FILES);
  const best = files[0]?.score ?? 1;
  return files
    .filter(({ score }) => score > 0)
    .map(({ member, file, score }) => ({ member, file, weight: (score / best) ** 4 }));
}

/** The files at a path, which may be a file or a folder (with or without its last slash), in every repository that has it. */
export function filesOfPath(index: OpenedIndex, path: string): AskedFile[] {
  const wanted = path.replace(/^\.?\/+/, "").replace(/\/+$/, "");
  return index.code.flatMap(({ files }, member): AskedFile[] => {
    const exact = files.find(wanted);
    if (exact >= 0) return [{ member, file: exact, weight: 1 }];
    const inside: AskedFile[] = [];
    const prefix = wanted === "" ? "" : `${wanted}/`;
    for (let file = 0; file < files.length; file++)
      if (files.path(file).startsWith(prefix)) inside.push({ member, file, weight: 1 });
    return inside;
  });
}

/** The words that similar commits are looked for by. */
export const termsOfText = (title: string, body: string): readonly QueryTerm[] => readQuestion(title, body).terms;

/** Ranks everybody who did anything that counts, best first. Programs are never among them. */
export function rankPeople(
  index: OpenedIndex,
  asked: Asked,
  table: PeopleTable = peopleTable(index),
  weights: ExpertWeights = EXPERT_WEIGHTS,
): RankedPerson[] {
  return rankValues(table, personValues(index, table, asked), weights);
}

/** The linear sum over values that are each divided by the largest one. */
export function rankValues(table: PeopleTable, values: PersonValues, weights: ExpertWeights): RankedPerson[] {
  const most = Object.fromEntries(
    EXPERT_FEATURE_NAMES.map((name) => [name, values[name].reduce((best, value) => Math.max(best, value), 0)]),
  ) as Record<ExpertFeature, number>;
  const ranked: RankedPerson[] = [];
  table.people.forEach(({ isBot }, person) => {
    if (isBot) return;
    let sum = 0;
    const points = Object.fromEntries(
      EXPERT_FEATURE_NAMES.map((name) => {
        const value = most[name] > 0 ? (weights[name] * (values[name][person] ?? 0)) / most[name] : 0;
        sum += value;
        return [name, value];
      }),
    ) as Record<ExpertFeature, number>;
    if (sum <= 0) return;
    const absence = -sum * (1 - presenceFactor(missedWeeks(table, person)));
    ranked.push({ person, score: sum + absence, points, absence });
  });
  return ranked.sort((a, b) => b.score - a.score || a.person - b.person);
}
