import type { StoredWrite } from "../../../contract/issues/issueWrites.ts";
import { type Translation, useTranslation } from "../../i18n/useTranslation.ts";
import { TitledList } from "../patterns/TitledList.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./StoredWriteList.module.css";

export interface StoredWriteListProps {
  /** Those that are neither waiting nor in progress. */
  writes: readonly StoredWrite[];
  /** Ids of those that are being repeated or discarded. */
  pending: readonly string[];
  /** The page of an issue, by its id; omitted on that page. */
  hrefOf?: (issueId: string) => string;
  onRetry: (write: StoredWrite) => void;
  onDiscard: (write: StoredWrite) => void;
}

/** Changes of the member that the tracker does not have, each with the reason. What is not known to have failed cannot be discarded. */
export function StoredWriteList({ writes, pending, hrefOf, onRetry, onDiscard }: StoredWriteListProps) {
  const { t } = useTranslation("issueWrites");
  return (
    <TitledList
      title={t("stored.title")}
      headingLevel={3}
      total={writes.length}
      emptyText={null}
      lead={t("stored.lead")}
      maxHeight="16rem"
    >
      {writes.map((write) => {
        const { id, issue, state, text } = write;
        const isBusy = pending.includes(id);
        const isUnknown = state === "unknown";
        const key = issue?.key ?? t("stored.newIssue");
        return (
          <li key={id} className={styles.stored}>
            <div>
              <Text as="p" overflow="anywhere">
                {hrefOf && issue && (
                  <>
                    <a href={hrefOf(issue.id)} className={styles.key}>
                      {key}
                    </a>{" "}
                  </>
                )}
                {describe(write, t)}
              </Text>
              <Text as="p" size="small" tone="muted" overflow="anywhere">
                {text ?? (isReasoned(state) ? t(`stored.state.${state}`) : "")}
              </Text>
            </div>
            <div>
              <Button
                size="small"
                variant="outlined"
                text={t(isUnknown ? "stored.look" : "stored.retry")}
                aria-label={t(isUnknown ? "stored.lookOf" : "stored.retryOf", { key })}
                loading={isBusy}
                onClick={() => onRetry(write)}
              />{" "}
              {!isUnknown && (
                <Button
                  size="small"
                  variant="minimal"
                  text={t("stored.discard")}
                  aria-label={t("stored.discardOf", { key })}
                  disabled={isBusy}
                  onClick={() => onDiscard(write)}
                />
              )}
            </div>
          </li>
        );
      })}
    </TitledList>
  );
}

const isReasoned = (state: StoredWrite["state"]): state is "unknown" | "lost" | "unsent" | "refused" =>
  state !== "held" && state !== "sending" && state !== "done";

const MAX_EXCERPT = 160;

/** Ids of people, milestones and states are not words: of those only the field is named. */
function describe({ change }: StoredWrite, t: Translation<"issueWrites">["t"]): string {
  if (change.action === "create") return t("stored.new", { title: change.title });
  if (change.action === "comment") {
    const { body } = change;
    const text = body.length > MAX_EXCERPT ? `${body.slice(0, MAX_EXCERPT)}…` : body;
    return t("stored.comment", { text });
  }
  if (change.action !== "labels") return t(`action.${change.action}`);
  const names = [...change.add.map((name) => `+${name}`), ...change.remove.map((name) => `−${name}`)];
  return t("stored.labels", { names: names.join(", ") });
}
