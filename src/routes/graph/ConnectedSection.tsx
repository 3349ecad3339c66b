import { useState } from "react";
import type { Connected, NodeKind } from "../../../contract/code/graph.ts";
import { ConnectedPanel } from "../../components/graph/ConnectedPanel.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { LinesAddress, NodeAddress } from "../../services/graph.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { nodeTarget } from "./nodeTarget.ts";

export interface ConnectedSectionProps {
  slug: string;
  node: NodeAddress | LinesAddress;
  /** Kinds that the page lists itself. */
  without?: readonly NodeKind[];
}

const NO_KINDS: readonly NodeKind[] = [];

const MAX_ITEMS = 50;

/** What is connected with the subject of a page; loads, fails and is retried by itself. */
export function ConnectedSection({ slug, node, without = NO_KINDS }: ConnectedSectionProps) {
  const { graph } = useServices();
  const { t } = useTranslation("graph");
  const [open, setOpen] = useState<NodeKind | null>(null);
  const ask = (more: { kinds?: NodeKind[]; limit?: number }, signal: AbortSignal) =>
    "kind" in node
      ? graph.connected(slug, { ...node, ...more }, signal)
      : graph.connectedLines(slug, { ...node, ...more }, signal);
  const all = useQuery(queryKeys.connected(slug, node), (signal) => ask({}, signal), {
    isLive: true,
    keepPreviousData: false,
  });
  const selection = { kinds: open === null ? [] : [open], limit: MAX_ITEMS };
  const more = useQuery(open === null ? null : queryKeys.connected(slug, { ...node, ...selection }), (signal) =>
    ask(selection, signal),
  );
  return (
    <AsyncContent query={all} failed={t("failed")} loading={<Skeleton count={6} />}>
      {(data) => {
        const groups = withMore(data, open, more.data).filter(({ kind }) => !without.includes(kind));
        // "Nothing is connected" would be false.
        if (groups.length === 0 && data.groups.length > 0) return null;
        return (
          <ConnectedPanel
            groups={groups}
            hrefOf={(one) => nodeTarget(slug, one)}
            maxItems={MAX_ITEMS}
            loadingKind={more.isLoading ? open : null}
            onMore={setOpen}
          />
        );
      }}
    </AsyncContent>
  );
}

/** The groups with the open one in full, once it is loaded. */
const withMore = ({ groups }: Connected, open: NodeKind | null, more: Connected | null): Connected["groups"] =>
  groups.map((group) => (group.kind === open ? (more?.groups.find(({ kind }) => kind === open) ?? group) : group));
