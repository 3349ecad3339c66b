/** A commit's hash abbreviated for display to seven digits, as git does by default. Not an identity: two commits may share it. */
export const shortHash = (hash: string): string => hash.slice(0, 7);
