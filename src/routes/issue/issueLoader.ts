import type { LoaderFunctionArgs } from "react-router-dom";
import { appContext } from "../appContext.tsx";
import { loadProject } from "../project/loadProject.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";

/** The issue and its project; each panel next to it has its own query. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const name = params["id"] ?? "";
  const issue = app.services.issues.get(slug, name, request.signal);
  const requests = {
    issue,
    /** The issues that the address may mean, where its number or key is that of several; empty otherwise. */
    choice: issue.then(async ({ error }) =>
      error?.code === "issue.ambiguous"
        ? ((await app.services.issues.list(slug, { key: name }, request.signal)).data?.results ?? [])
        : [],
    ),
    project: loadProject(app, slug, request.signal),
  };
  await withGracePeriod(requests.issue, requests.choice, requests.project);
  return requests;
}

/** The open file is part of the address too, but needs no new data. */
export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

export type IssueData = Awaited<ReturnType<typeof loader>>;

/** What each part of the page receives. */
export interface IssueSectionProps {
  slug: string;
  /** The issue as the address names it. */
  id: string;
  data: IssueData;
}
