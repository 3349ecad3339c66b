/** A number with its noun: `1 file`, `2 files`. @param several a plural without "s" at its end */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
