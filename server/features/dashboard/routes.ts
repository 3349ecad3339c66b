import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { readDashboard } from "./service.ts";

export function mountDashboard(mount: RouteRegistrar, db: Db): void {
  mount("getDashboard", ({ user }) => readDashboard(db, user));
}
