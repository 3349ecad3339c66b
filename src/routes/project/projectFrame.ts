import type { RouteHandle } from "../router.tsx";
import { ProjectRail } from "./ProjectRail.tsx";

/** The shell renders the rail before the page, so that the focus reaches it first and the home page does not load it. */
export const handle: RouteHandle = { rail: ProjectRail };
