/** A message for the sign-in page after a redirect; it is part of the navigation's state and is gone after a reload. */
export interface SignInNotice {
  readonly notice: "resetDone" | "verified";
}

export const signInNotice = (notice: SignInNotice["notice"]): SignInNotice => ({ notice });

/** The notice of a location's state, or null for any other state. */
export function noticeOf(state: unknown): SignInNotice["notice"] | null {
  if (typeof state !== "object" || state === null || !("notice" in state)) return null;
  return state.notice === "resetDone" || state.notice === "verified" ? state.notice : null;
}
