/** The experts of issues as rules choose among them: the list that the page of the issue shows, with who is a member and who has an account. */
import type { FastifyBaseLogger } from "fastify";
import { listAccountsAt, listIssueSources, listMemberNames } from "../../db/tables/rules/ruleItems.ts";
import { findCompanyOfProject, findProject } from "../../db/tables/projects/projects.ts";
import type { PlaceExperts } from "../../engines/rules/chooseExpert.ts";
import { trackerAccountsOf } from "../../project/personAccounts.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { expertRanking } from "./expertRanking.ts";
import { presentExperts } from "./present.ts";
import type { ExpertsDeps } from "./routes.ts";
import { withCalendars } from "./withCalendars.ts";

export interface PlaceExpertsQuestion {
  readonly projectId: string;
  readonly issueIds: readonly string[];
}

/** By the id of the issue; one that the project does not have is missing. */
export async function placeExperts(
  deps: ExpertsDeps & { readonly now: () => Date },
  { projectId, issueIds }: PlaceExpertsQuestion,
  log: FastifyBaseLogger,
): Promise<Record<string, PlaceExperts>> {
  const { db, indexes, now } = deps;
  const [projectRow, companyId] = await Promise.all([findProject(db, projectId), findCompanyOfProject(db, projectId)]);
  if (!projectRow || companyId === undefined) return {};
  // Nothing of the ranking depends on the role: a rule reads as its project.
  const project = { ...projectRow, companyId, role: "Viewer" as const };
  const index = await openProjectIndex(db, indexes, projectId, log);
  const members = await listMemberNames(db, projectId);
  const answer: Record<string, PlaceExperts> = {};
  for (const { id, source_id: sourceId } of await listIssueSources(db, projectId, issueIds)) {
    const ranking = await expertRanking(db, index, project, { issue: id });
    const { table } = ranking;
    const experts = await withCalendars(deps, project, ranking, await presentExperts(db, index, project, ranking));
    const memberPersons = new Set(members.map((member) => table.find(member)).filter((person) => person >= 0));
    const numberOf = new Map(table.people.map(({ id: personId }, number) => [personId, number]));
    const persons = new Set([...memberPersons, ...experts.flatMap(({ person }) => numberOf.get(person.id) ?? [])]);
    const idsOf = (person: number): readonly string[] => table.people[person]?.accounts ?? [];
    const accounts = new Map(
      (await listAccountsAt(db, sourceId, [...persons].flatMap(idsOf))).map((account) => [account.id, account]),
    );
    const accountOf = (person: number) => idsOf(person).flatMap((accountId) => accounts.get(accountId) ?? [])[0];
    const able = [...memberPersons].filter((person) => accountOf(person) !== undefined);
    const facts = await trackerAccountsOf(db, projectId, table, able);
    answer[id] = {
      experts: experts.map(({ person, presence, availability, load }) => {
        const number = numberOf.get(person.id) ?? -1;
        const account = accountOf(number);
        const isBusy = availability?.busy.some(
          ({ start, end }) => Date.parse(start) <= now().getTime() && now().getTime() < Date.parse(end),
        );
        return {
          name: person.name,
          account: account ? { id: account.id, externalId: account.external_id, login: account.login } : null,
          isMember: memberPersons.has(number),
          isAway: presence !== "active" || isBusy === true,
          load,
        };
      }),
      memberLoads: able.map((person) => facts.get(person)?.load ?? 0),
    };
  }
  return answer;
}
