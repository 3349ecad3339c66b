import type { LoaderFunctionArgs } from "react-router-dom";
import type { Result } from "../../services/result.ts";
import type { Services } from "../../services/services.ts";
import { appContext } from "../appContext.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";

/** What the loader of a list has: the first page, and the key of its rows, which is that of the list's `dataKey` in a project. */
export interface ListData<P> {
  readonly key: string;
  readonly page: Promise<Result<P>>;
}

/**
 * The loader of a list. The screen does not wait for a slow answer: a skeleton replaces the rows until they arrive.
 * @param dataKey what the rows of an address depend on
 */
export const listLoader =
  <P>(
    dataKey: (search: URLSearchParams) => string,
    loadPage: (services: Services, slug: string, search: URLSearchParams, signal: AbortSignal) => Promise<Result<P>>,
  ) =>
  async ({ request, params, context }: LoaderFunctionArgs): Promise<ListData<P>> => {
    const { services } = context.get(appContext);
    const slug = params["slug"] ?? "";
    const { searchParams } = new URL(request.url);
    const page = loadPage(services, slug, searchParams, request.signal);
    await withGracePeriod(page);
    return { key: `${slug} ${dataKey(searchParams)}`, page };
  };
