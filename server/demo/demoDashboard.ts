import { actorOf } from "../access/auditLog.ts";
import type { Principal } from "../access/sessions/sessions.ts";
import type { Db } from "../db/openDb.ts";
import { listProjectsOfMember } from "../db/tables/projects/projectLists.ts";
import { addDashboard } from "../features/dashboards/service.ts";
import type { StoredCard } from "../../contract/insights/dashboardCards.ts";

const NOTE = `**Delivery of the demo.** Open *Edit* to move the cards by mouse or by the arrow keys.

- Each reader sees only the projects that they are a member of.
- A title leads to the screen with the same numbers.`;

const titled = (id: string, [x, y, w, h]: readonly [number, number, number, number]) => ({
  id,
  x,
  y,
  w,
  h,
  title: null,
});

/** A dashboard of all kinds of cards, about the last of the demo's projects. */
const cardsOf = (project: string): StoredCard[] => [
  { kind: "metric", ...titled("lead", [0, 0, 3, 2]), metric: "lead_time", display: "sparkline", project },
  { kind: "metric", ...titled("merged", [3, 0, 3, 2]), metric: "requests_merged", display: "sparkline", project },
  {
    kind: "count",
    ...titled("open", [6, 0, 3, 2]),
    of: "issues",
    project,
    filter: { state: ["open"] },
    display: "over_time",
  },
  { kind: "text", ...titled("note", [9, 0, 3, 6]), text: NOTE },
  { kind: "metric", ...titled("throughput", [0, 2, 9, 4]), metric: "throughput", display: "chart", project },
  { kind: "map", ...titled("hotspots", [0, 6, 6, 5]), map: "hotspots", project },
  {
    kind: "list",
    ...titled("unassigned", [6, 6, 6, 5]),
    of: "issues",
    project,
    filter: { state: ["open"], assignee: ["none"] },
    rows: 10,
  },
];

/** Makes the dashboard of the demo, which all of its people may edit. */
export async function addDemoDashboard(db: Db, admin: Principal): Promise<void> {
  const project = (await listProjectsOfMember(db, admin.id)).at(-1);
  if (!project) return;
  const layout = { period: "3m" as const, granularity: "weekly" as const, cards: cardsOf(project.slug) };
  await addDashboard(db, admin, { name: "Delivery", sharing: "edit", layout }, actorOf(admin, ""));
}
