import { useCallback, useEffect, useState } from "react";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import { useServices } from "../appContext.tsx";

type Details = Readonly<Record<string, SourceDetail>>;

/**
 * Details of the sources of a project beyond their syncs, reloaded after each sync. Optional: nothing is shown for a host without this
 * call.
 */
export function useSourceDetails(slug: string, sources: readonly LinkedSource[]) {
  const services = useServices();
  const [details, setDetails] = useState<Details>({});
  const stamp = sources.map(({ id, sync }) => `${id} ${sync.finished_at ?? ""}`).join(",");
  useEffect(() => {
    const controller = new AbortController();
    void services.sources.details(slug, controller.signal).then((answer) => {
      if (!answer.success || controller.signal.aborted || !Array.isArray(answer.data)) return;
      setDetails(Object.fromEntries(answer.data.map((detail) => [detail.id, detail])));
    });
    return () => controller.abort();
  }, [services, slug, stamp]);
  /** Stores the response to a change. */
  const keep = useCallback((detail: SourceDetail) => setDetails((now) => ({ ...now, [detail.id]: detail })), []);
  const pause = useCallback(
    async (id: string, isPaused: boolean) => {
      const answer = await (isPaused ? services.sources.pause(id) : services.sources.resume(id));
      if (answer.success) keep(answer.data);
    },
    [services, keep],
  );
  return { details, pause, keep };
}
