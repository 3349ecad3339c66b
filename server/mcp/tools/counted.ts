/** Numbers in sentences. */

/** A number with its noun: `1 file`, `2 files`. @param several a plural without "s" at its end */
export const counted = (count: number, singular: string, several = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : several}`;

/** The first sentence of a ranking, which ends with its best. */
export const rankingLead = (count: number, singular: string, several?: string): string =>
  count === 1 ? `The best ${singular}.` : `The best ${counted(count, singular, several)}, best first.`;
