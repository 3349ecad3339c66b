/** What is read of the groups that a provider names at a sign-in: how many, and characters of a name. */
export const SIGN_IN_GROUP_LIMITS = { groups: 200, name: 255 } as const;
