import type { Invoker } from "../../http/invoker.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { actorOf } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import { type CardDeps, cardPermits, readCards } from "./cards.ts";
import { addDashboard, changeDashboard, listDashboards, readDashboard, removeDashboard } from "./service.ts";

export interface DashboardDeps {
  readonly db: Db;
  /** Makes the calls whose answers the cards show, on behalf of the reader. */
  readonly invoke: Invoker["invoke"];
  readonly now: CardDeps["now"];
}

/** Pages of cards, and what the cards show. */
export function mountDashboards(mount: RouteRegistrar, deps: DashboardDeps): void {
  const { db } = deps;
  const permits = cardPermits();
  mount("listDashboards", ({ user }) => listDashboards(db, user));
  mount("createDashboard", ({ user, body, address }) => addDashboard(db, user, body, actorOf(user, address)));
  mount("importDashboard", ({ user, body: { name, layout }, address }) =>
    addDashboard(db, user, { name, layout, sharing: "private" }, actorOf(user, address)),
  );
  mount("readDashboard", ({ user, params }) => readDashboard(db, user, params.dashboardId));
  mount("updateDashboard", ({ user, params, body, address }) =>
    changeDashboard(db, user, { id: params.dashboardId, change: body, by: actorOf(user, address) }),
  );
  mount("deleteDashboard", ({ user, params, address }) =>
    removeDashboard(db, user, params.dashboardId, actorOf(user, address)),
  );
  mount("dashboardCards", async ({ user, body, signal, log }) => ({
    cards: await readCards({ ...deps, permits }, user, body, { signal, log }),
  }));
}
