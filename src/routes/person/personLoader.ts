import { type LoaderFunctionArgs, replace } from "react-router-dom";
import { appContext } from "../appContext.tsx";
import { loadProject } from "../project/loadProject.ts";
import { hrefTo } from "../paths.ts";
import { unwrap } from "../failures/unwrap.ts";

/** Whom the address names, and the project. What they know and do is loaded by the parts of the page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const named = params["person"] ?? "";
  const [answer, project] = await Promise.all([
    app.services.persons.get(slug, named, request.signal).then(unwrap),
    loadProject(app, slug, request.signal),
  ]);
  const address = answer.profile?.address;
  // An account's id, or an id from before a merge, leads to the one address of the person.
  if (address !== undefined && address !== named) throw replace(hrefTo.personAt(slug, address));
  return { answer, project };
}

export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

export type PersonData = Awaited<ReturnType<typeof loader>>;
