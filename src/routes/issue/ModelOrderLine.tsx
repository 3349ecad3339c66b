import { ModelOrderList } from "../../components/localization/ModelOrderList.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

/** Milliseconds in which the way back to an issue does not ask for the order again. */
const FRESH_MS = 5 * 60_000;

/** A line below the likely files where the company's model orders them otherwise. Nothing is shown while it is asked, and where it is not. */
export function ModelOrderLine({ slug, id }: { slug: string; id: string }) {
  const { ask } = useServices();
  const { data } = useQuery(
    queryKeys.modelOrderOf(slug, id),
    (signal) => ask.orderFiles({ project: slug, issue: id }, signal),
    { staleMs: FRESH_MS },
  );
  return (
    <div aria-live="polite">
      {data && (
        <ModelOrderList
          order={data}
          hrefOf={({ repository, path }) => hrefTo.codeAt(slug, { source: repository, path })}
        />
      )}
    </div>
  );
}
