/** Numbers in sentences. */

/** A number with its noun: `1 file`, `2 files`. @param several a plural without "s" at its end */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** The first sentence of a ranking, which ends with its best. */
export const rankingLead = (count: number, one: string, several?: string): string =>
  count === 1 ? `The best ${one}.` : `The best ${counted(count, one, several)}, best first.`;
