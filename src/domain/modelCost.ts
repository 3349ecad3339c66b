/** A cost of a model as it is shown: rounded up to a ten-thousandth, so that none is shown as nothing. */
export const roundUpCost = (amount: number): number => Math.ceil(amount * 10_000) / 10_000;
