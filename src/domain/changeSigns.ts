/** The signs at the lines of a change. */
export const CHANGE_SIGNS = { added: "+", removed: "\u2212", same: " " } as const;
