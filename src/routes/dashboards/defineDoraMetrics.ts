import { DORA_METRICS, doraDrafts, type DoraMetric } from "../../domain/doraMetrics.ts";
import type { Result } from "../../services/result.ts";
import type { Services } from "../../services/services.ts";

/**
 * Defines the metrics of the four keys for a project, or for the company. A metric of that name that exists there is used as it is.
 * @param project null: of the company. @returns the id of each
 */
export async function defineDoraMetrics(
  { ownMetrics }: Pick<Services, "ownMetrics">,
  { project, incidents }: { readonly project: string | null; readonly incidents: string },
  nameOf: (metric: DoraMetric) => string,
): Promise<Result<ReadonlyMap<DoraMetric, string>>> {
  const known = await ownMetrics.list(project);
  if (!known.success) return known;
  const existing = known.data.filter((metric) => (metric.project?.slug ?? null) === project);
  const drafts = doraDrafts(incidents, nameOf);
  const ids = new Map<DoraMetric, string>();
  for (const metric of DORA_METRICS) {
    const { name } = drafts[metric];
    const named = existing.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (named) ids.set(metric, named.id);
    else {
      const defined = await ownMetrics.create({ ...drafts[metric], project });
      if (!defined.success) return defined;
      ids.set(metric, defined.data.id);
    }
  }
  return { success: true, data: ids, error: null };
}
