import type { LoaderFunctionArgs } from "react-router-dom";
import { appContext } from "../appContext.tsx";
import { loadProject } from "../project/loadProject.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";

/** The request and its project; the changes have a query of their own. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const name = params["id"] ?? "";
  const found = app.services.requests.get(slug, name, request.signal);
  const pending = {
    request: found,
    /** The requests that the address may mean, where its number is that of several; empty otherwise. */
    choice: found.then(async ({ error }) =>
      error?.code === "request.ambiguous"
        ? ((await app.services.requests.list(slug, { key: name }, request.signal)).data?.results ?? [])
        : [],
    ),
    project: loadProject(app, slug, request.signal),
  };
  await withGracePeriod(pending.request, pending.choice, pending.project);
  return pending;
}

/** The part of the page and how the changes are shown are in the address too, but need no new data. */
export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

export type RequestData = Awaited<ReturnType<typeof loader>>;
