import type { LoaderFunctionArgs } from "react-router-dom";
import type { CommitAnswer } from "../../../contract/code/commits.ts";
import { isCommitHash } from "../../../contract/code/shortHash.ts";
import { appContext } from "../appContext.tsx";
import { keepOnSameKey } from "../loading/keepOnSameKey.ts";
import { loadProject } from "../project/loadProject.ts";
import { unwrap } from "../failures/unwrap.ts";

/** A text that is no hash names no commit: the host is not asked. */
const NO_HASH: CommitAnswer = { status: "missing", commit: null, candidates: [], repositories: [] };

/** What the hash of the address names, and the project; the changes have a query of their own. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const hash = params["hash"] ?? "";
  const source = new URL(request.url).searchParams.get("source");
  const [answer, project] = await Promise.all([
    isCommitHash(hash)
      ? app.services.commits.get(slug, hash, { source: source ?? undefined }, request.signal).then(unwrap)
      : NO_HASH,
    loadProject(app, slug, request.signal),
  ]);
  return { answer, project };
}

/** How the changes are shown is part of the address too, but needs no new data: the repository does. */
export const shouldRevalidate = keepOnSameKey((search) => search.get("source") ?? "");

export type CommitData = Awaited<ReturnType<typeof loader>>;
