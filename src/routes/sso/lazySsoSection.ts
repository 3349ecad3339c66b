import { lazy } from "react";

/** Single sign-on on the login page, without a part in its first load. Here, and not at the page: this chunk names the files that it needs already. */
export const SsoSection = lazy(async () => ({ default: (await import("./SsoSection.tsx")).SsoSection }));
