/** Periods of Insights, and the granularities that each of them allows. */
import { INSIGHT_PERIODS } from "../../contract/constants.ts";

export type PeriodName = keyof typeof INSIGHT_PERIODS;
export type GranularityName = (typeof INSIGHT_PERIODS)[PeriodName][number];

export interface PeriodChoice {
  readonly period: PeriodName;
  readonly granularity: GranularityName;
}

/** In display order. */
export const PERIODS = Object.keys(INSIGHT_PERIODS) as readonly PeriodName[];

export const isPeriod = (text: string | null): text is PeriodName =>
  text !== null && Object.hasOwn(INSIGHT_PERIODS, text);

export const periodGranularities = (period: PeriodName): readonly GranularityName[] => INSIGHT_PERIODS[period];

/** A period with the granularity if it allows that, else with its first one. */
export function periodChoice(period: PeriodName, granularity: string | null): PeriodChoice {
  const allowed = periodGranularities(period);
  const [first] = INSIGHT_PERIODS[period];
  return { period, granularity: allowed.find((name) => name === granularity) ?? first };
}
