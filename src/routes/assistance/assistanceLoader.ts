import type { LoaderFunctionArgs } from "react-router-dom";
import { appContext } from "../appContext.tsx";
import { loadProject } from "../loadProject.ts";
import { withGracePeriod } from "../withGracePeriod.ts";

/** No slow response is awaited: the issue and each panel arrive independently, and a failure affects only its panel. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { services, store } = app;
  const slug = params["slug"] ?? "";
  const id = params["id"] ?? "";
  const { issues } = services;
  const asked = {
    issue: issues.get(slug, id, request.signal),
    project: loadProject(app, slug, request.signal),
    localization: issues.localization(slug, id, request.signal),
    analysis: issues.analysis(slug, id, request.signal),
    similar: issues.similar(slug, id, request.signal),
    commits: issues.commits(slug, id, request.signal),
    // A refusal would redirect away from the issue, so a feature outside the plan is not requested.
    documents: store.plan.has("document_explorer") ? issues.documents(slug, id, request.signal) : null,
  };
  await withGracePeriod(...Object.values(asked).filter((answer) => answer !== null));
  return asked;
}

/** The open file is part of the address too, but needs no new data. */
export { keepOnSearchChange as shouldRevalidate } from "../keepOnSearchChange.ts";

export type AssistanceData = Awaited<ReturnType<typeof loader>>;
