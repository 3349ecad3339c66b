import type { Db } from "../../db/openDb.ts";
import { updateFirstStepsHidden } from "../../db/tables/accounts/firstSteps.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { readHomeScreen } from "./service.ts";

export function mountHome(mount: RouteRegistrar, db: Db): void {
  mount("getDashboard", ({ user }) => readHomeScreen(db, user));
  mount("hideFirstSteps", ({ user }) => updateFirstStepsHidden(db, user.id, new Date()));
}
