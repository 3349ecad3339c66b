/** A commit's hash abbreviated for display to seven digits, as git does by default. Not an identity: two commits may share it. */
export const shortHash = (hash: string): string => hash.slice(0, 7);

/** Whether a text can be the hash of a commit, or the beginning of one. */
export const isCommitHash = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);
