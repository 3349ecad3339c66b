/** The metrics of projects, sources or periods next to each other, as the page of Insights answers them. */
import type { CardContent } from "../../../contract/insights/cardContents.ts";
import { type ComparedMember, comparedProjects, comparedSources } from "../../../contract/insights/comparedMembers.ts";
import type { DashboardComparison } from "../../../contract/insights/dashboardRules.ts";
import { isWithinYear, METRICS } from "../../../contract/insights/metrics.ts";
import type { RequestedProject } from "../../project/requestedProjects.ts";
import type { CardCall } from "./listCards.ts";

type Content = Extract<CardContent, { kind: "comparison" }>;
type Member = Content["members"][number];

export interface ComparisonScope {
  readonly call: CardCall;
  /** The query of Insights, with the filters of the page. */
  readonly query: Readonly<Record<"project" | "repository", readonly string[]>> & { readonly period: string };
  /** Those that the reader is a member of. */
  readonly projects: readonly RequestedProject[];
}

/** @param by what is compared. Fewer than two are no comparison: then there are no members */
export async function comparisonContent(by: DashboardComparison, scope: ComparisonScope): Promise<Content> {
  const members = by === "periods" ? await periodsOf(scope) : await membersOf(by, scope);
  return { kind: "comparison", by, members: members.length < 2 ? [] : members };
}

async function membersOf(by: "projects" | "sources", { call, query, projects }: ComparisonScope): Promise<Member[]> {
  const compared = by === "projects" ? comparedProjects(projects, query.project) : await sourcesOf({ call, query });
  return Promise.all(
    compared.map(async ({ id, name, narrowed, without }) => {
      const { changes, targets } = await call("getInsights", {}, { ...query, ...narrowed });
      return {
        id,
        name,
        is_earlier: false,
        changes: changes.filter(({ metric }) => METRICS[metric].needs !== without),
        // A target is about the whole project.
        targets: by === "projects" ? targets : [],
      };
    }),
  );
}

async function sourcesOf({ call, query }: Pick<ComparisonScope, "call" | "query">): Promise<ComparedMember[]> {
  const { repositories, trackers } = await call("insightOptions", {}, { project: query.project });
  return comparedSources(
    { repository: repositories, tracker: trackers },
    { repository: query.repository, tracker: [] },
  );
}

/** The period, the one before, and where it is shorter than a year, the same days a year before. */
async function periodsOf({ call, query }: ComparisonScope): Promise<Member[]> {
  const [now, year] = await Promise.all([
    call("getInsights", {}, query),
    isWithinYear(query.period) ? call("getInsights", {}, { ...query, against: "year_before" }) : null,
  ]);
  const member = { name: "", targets: [], is_earlier: true };
  return [
    { ...member, id: "current", is_earlier: false, changes: now.changes, targets: now.targets },
    { ...member, id: "before", changes: now.changes },
    ...(year === null ? [] : [{ ...member, id: "year_before", changes: year.changes }]),
  ];
}
