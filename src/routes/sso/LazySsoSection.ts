import { lazyComponent } from "../../hooks/lazyComponent.ts";

/** Single sign-on on the login page, without a part in its first load. Here, and not at the page: this chunk names the files that it needs already. */
export const LazySsoSection = lazyComponent(() => import("./SsoSection.tsx"), "SsoSection");
