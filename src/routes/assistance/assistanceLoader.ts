import type { LoaderFunctionArgs } from "react-router-dom";
import { appContext } from "../appContext.tsx";
import { loadProject } from "../loadProject.ts";
import { withGracePeriod } from "../withGracePeriod.ts";

/** The issue and its project; each panel next to it has its own query. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const asked = {
    issue: app.services.issues.get(slug, params["id"] ?? "", request.signal),
    project: loadProject(app, slug, request.signal),
  };
  await withGracePeriod(asked.issue, asked.project);
  return asked;
}

/** The open file is part of the address too, but needs no new data. */
export { keepOnSearchChange as shouldRevalidate } from "../keepOnSearchChange.ts";

export type AssistanceData = Awaited<ReturnType<typeof loader>>;
