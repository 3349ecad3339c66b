/** A commit's hash abbreviated for display to seven digits, as git does by default. Not an identity: two commits may share it. */
export const shortHash = (hash: string): string => hash.slice(0, 7);

/** Digits of a hash in an address: of 20 million commits two begin alike with a probability of 50 %. */
const ADDRESS_DIGITS = 12;

/** A commit's hash as addresses of the app have it. */
export const addressHash = (hash: string): string => hash.slice(0, ADDRESS_DIGITS);

/**
 * A commit's hash, or a beginning of it as long as git abbreviates. A shorter one would take words such as "added" and "face" for commits.
 */
export const ABBREVIATED_HASH = /^[0-9a-f]{7,64}$/i;

/** Whether a text is a hash as git prints it in full: of SHA-1, or of SHA-256. */
export const isFullHash = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Whether a text can be the hash of a commit, or the beginning of one. */
export const isCommitHash = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);
