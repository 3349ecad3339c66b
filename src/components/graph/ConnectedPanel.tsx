import type { Connected, ConnectedGroup, GraphNode, NodeKind } from "../../../contract/code/graph.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Button } from "../ui/Button.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ConnectedPanel.module.css";

export interface ConnectedPanelProps {
  groups: Connected["groups"];
  /** The page of a node; null for what has none. */
  hrefOf: (node: GraphNode) => { readonly href: string; readonly isExternal: boolean } | null;
  /** Loads more entries of a kind. */
  onMore: (kind: NodeKind) => void;
  /** The kind whose entries are being loaded. */
  loadingKind?: NodeKind | null;
  /** Entries that one group has at most. */
  maxItems: number;
}

/** What is connected with a thing, by kind, with how many there are of each evidence. */
export function ConnectedPanel({ groups, hrefOf, onMore, loadingKind = null, maxItems }: ConnectedPanelProps) {
  const { t } = useTranslation("graph");
  return (
    <PanelCard title={t("title")}>
      {groups.length === 0 && (
        <Text as="p" tone="muted">
          {t("empty")}
        </Text>
      )}
      {groups.map((group) => (
        <Group
          key={group.kind}
          group={group}
          hrefOf={hrefOf}
          isLoading={loadingKind === group.kind}
          canShowMore={group.items.length < Math.min(group.total, maxItems)}
          onMore={() => onMore(group.kind)}
        />
      ))}
    </PanelCard>
  );
}

interface GroupProps extends Pick<ConnectedPanelProps, "hrefOf"> {
  group: ConnectedGroup;
  isLoading: boolean;
  canShowMore: boolean;
  onMore: () => void;
}

function Group({ group, hrefOf, isLoading, canShowMore, onMore }: GroupProps) {
  const { t, format } = useTranslation("graph");
  const { kind, total, total_capped, evidence, items } = group;
  const rest = total - items.length;
  return (
    <section>
      <h3 className={styles.title}>
        {t(`kind.${kind}`)} <Tag round>{total_capped ? t("atLeast", { count: total }) : format.number(total)}</Tag>
      </h3>
      {(evidence.length > 1 || total > 1) && (
        <Text as="p" size="small" tone="muted" className={styles.counts}>
          {evidence.map((one) => t("counted", { count: one.total, how: t(`how.${one.how}`) })).join(" · ")}
        </Text>
      )}
      <Stack as="ul" gap={1}>
        {items.map(({ node, evidence: own }) => (
          <li key={`${node.source ?? ""} ${node.path ?? ""} ${node.id}`} className={styles.item}>
            <NodeLink node={node} target={hrefOf(node)} />{" "}
            <Text size="small" tone="muted">
              {[
                ...(node.state === null ? [] : [t(`state.${node.state}`)]),
                ...own.map(({ how, times }) =>
                  times > 1 ? `${t(`how.${how}`)} ${t("times", { count: times })}` : t(`how.${how}`),
                ),
              ].join(" · ")}
            </Text>
          </li>
        ))}
      </Stack>
      {canShowMore ? (
        <Button size="small" variant="minimal" text={t("more", { count: rest })} loading={isLoading} onClick={onMore} />
      ) : (
        rest > 0 && (
          <Text as="p" size="small" tone="muted">
            {t("rest", { count: rest })}
          </Text>
        )
      )}
    </section>
  );
}

interface NodeLinkProps {
  node: GraphNode;
  target: ReturnType<ConnectedPanelProps["hrefOf"]>;
}

function NodeLink({ node: { kind, key, title, path }, target }: NodeLinkProps) {
  const text = (
    <>
      {key !== null && (kind === "commit" ? <code>{key}</code> : key)}
      {key !== null && key !== title && " "}
      {kind === "file" ? (
        <code>
          <PathText path={path ?? title} />
        </code>
      ) : kind === "function" ? (
        <code>
          <ForeignText text={title} />
        </code>
      ) : (
        key !== title && <ForeignText text={title} />
      )}
    </>
  );
  if (target === null) return <span>{text}</span>;
  return (
    <a href={target.href} {...(target.isExternal && { target: "_blank", rel: "noopener noreferrer" })}>
      {text}
    </a>
  );
}
