/** The return address after the registration or installation of an app at a code host. Free of zod, so that the web app may import it. */

/**
 * `requested`: the owner of the account has to approve the installation; `expired`: it took too long or was not started in this browser;
 * `foreign`: the installation is none of this app; `failed`: the host could not be asked, or answered something else.
 */
const APP_OUTCOMES = ["registered", "installed", "requested", "expired", "foreign", "failed"] as const;
export type AppOutcome = (typeof APP_OUTCOMES)[number];

/** The path of the web app that shows the outcome. */
export const appReturnPath = (outcome: AppOutcome): string => `/settings/apps?outcome=${outcome}`;

/** Parses such an address; null for any other. */
export const readAppReturn = (search: URLSearchParams): AppOutcome | null =>
  APP_OUTCOMES.find((name) => name === search.get("outcome")) ?? null;

/** The pages of the web app with a form for a source or a group: the wizard, and the sources of a project. */
export const INSTALL_ORIGIN =
  /^\/(?:wizard\?step=(?:repositories(?:&add=group)?|trackers)|projects\/[a-z0-9]+(?:-[a-z0-9]+)*\/sources\?add=(?:repository|tracker|group))$/;
