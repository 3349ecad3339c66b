/** A commit's hash abbreviated to seven digits, as git does. */
export const shortHash = (hash: string): string => hash.slice(0, 7);
