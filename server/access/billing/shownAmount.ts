/** An amount of whole cents as facts of the audit log have it: `12.50 EUR`. */
export const shownAmount = (cents: number, currency: string): string => `${(cents / 100).toFixed(2)} ${currency}`;
