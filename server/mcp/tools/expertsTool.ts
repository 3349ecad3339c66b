/** Who knows an issue, a path or a subject. */
import type { Expert } from "../../../contract/people/experts.ts";
import { askedRepositories } from "../namedSources.ts";
import { firstNotes, requireRead, noCode, staleNote } from "../sourceStaleness.ts";
import { issueHref, tabHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { ISSUE, OFFSET, OPTIONAL_PATH, QUERY, SOURCE } from "./arguments.ts";
import { paged } from "./paged.ts";
import { rankingLead } from "./counted.ts";

const MAX_REASONS = 3;
/** Reasons whose points round to 0 are omitted. */
const MIN_POINTS = 0.05;

export const recommendExperts = tool({
  name: "recommend_experts",
  title: "Recommend experts",
  description: "Who knows an issue, a path or a subject best, with reasons. With none of them: the whole project.",
  input: {
    issue: ISSUE.optional(),
    path: OPTIONAL_PATH,
    source: SOURCE,
    query: QUERY.optional(),
    offset: OFFSET,
  },
  draft: async (scope, { project: slug, issue, path, source, query: q, offset: from }) => {
    const project = await scope.projectOf(slug, issue);
    if ([issue, path, q].filter((value) => value !== undefined).length > 1) {
      throw toolRefusal("invalid_arguments", "issue: Give issue, path or query: one of them at most.");
    }
    if (source !== undefined && path === undefined)
      throw toolRefusal("invalid_arguments", "source: Give it with path alone.");
    const repositories = await askedRepositories(project, source);
    const repository = source === undefined ? undefined : repositories[0];
    const named = issue === undefined ? undefined : await project.issueNamed(issue);
    const query = { path, repository: repository?.id, q };
    const [people, context] = await Promise.all([
      named === undefined
        ? project.invoke("projectExperts", { query })
        : project.invoke("issueExperts", { params: { issueId: named.id } }),
      project.invoke("expertContext", { query: { ...query, issue: named?.id } }),
    ]);
    if (context.as_of === null) throw noCode(repositories);
    if (people.length === 0 && !context.found) {
      requireRead(repositories);
      const missing = context.missing.filter((name) => repositories.some((candidate) => candidate.name === name));
      if (missing.length > 0)
        throw toolRefusal(
          "stale_source",
          "No repository that is indexed has this path.",
          firstNotes(missing.map((name) => staleNote(name, "no history yet."))),
        );
      throw toolRefusal(
        "not_found",
        `${repository === undefined ? "No repository has" : "The repository does not have"} this path.`,
      );
    }
    const address =
      named === undefined
        ? tabHref(project, "experts", { ...(path !== undefined && { path }), ...(q !== undefined && { q }) })
        : issueHref(project, named.address);
    return paged({
      all: people,
      from,
      lead: [
        people.length === 0
          ? "No person can be recommended."
          : `${rankingLead(people.length, "person", "people")} Page: ${address}`,
        ...(path !== undefined && context.repositories.length > 1
          ? [
              `${context.repositories.length} repositories have this path, and the people of all are ranked: give source for one.`,
            ]
          : []),
        ...(context.opted_out > 0 ? [`${context.opted_out} left out, as they asked not to be recommended.`] : []),
      ],
      fenced: firstNotes([
        ...(path === undefined ? [] : context.repositories.map((name) => `Repository: ${singleLine(name)}`)),
        ...context.missing.map((name) => staleNote(name, "no history yet.")),
      ]),
      present: presentExpert,
    });
  },
});

function presentExpert({ person, score, reasons, presence, last_active_at: last, load, deputy }: Expert): string {
  const address = person.email === null ? "" : ` <${singleLine(person.email)}>`;
  const listed = new Set<string>();
  return [
    `- score ${score.toFixed(1)}, ${presence}${last ? `, last seen ${last.slice(0, 10)}` : ""}, ${load} open issues: ${singleLine(person.name)}${address}`,
    ...(deputy ? [`    ask instead: ${singleLine(deputy.name)}`] : []),
    ...reasons
      .filter(({ points }) => Math.abs(points) >= MIN_POINTS)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, MAX_REASONS)
      .map(({ code, points, evidence }) => {
        // The same commit is often evidence for several reasons: it is named once.
        const rests = evidence.map(({ text }) => singleLine(text).slice(0, 160)).filter((text) => !listed.has(text));
        const shown = rests.slice(0, 2);
        for (const text of shown) listed.add(text);
        return `    ${[`${code} ${points.toFixed(1)}`, shown.join("; ")].filter(Boolean).join(": ")}`;
      }),
  ].join("\n");
}
