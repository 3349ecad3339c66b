import type { CalledFunction, Precision } from "../../../contract/code/references.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import { PrecisionTag } from "./PrecisionTag.tsx";
import styles from "./ReferencesPanel.module.css";

export interface CallsPanelProps {
  /** Null while they are loading. */
  callers: readonly CalledFunction[] | null;
  callees: readonly CalledFunction[];
  /** Null while it is not known. */
  precision: Precision | null;
  /** How many of the files that have the name were read for the callers; null: all of them. */
  partial?: { readonly read: number; readonly candidates: number } | null;
  failure?: string | null;
  hrefOf: (place: CalledFunction["calls"][number]) => string;
}

const filesOf = (callers: readonly CalledFunction[]): number =>
  new Set(callers.flatMap(({ calls }) => calls.map(({ source, path }) => `${source} ${path}`))).size;

/** Who calls a function, and what it calls, with the lines of the calls. */
export function CallsPanel({ callers, callees, precision, partial = null, failure = null, hrefOf }: CallsPanelProps) {
  const { t } = useTranslation("symbols");
  if (failure !== null)
    return (
      <Text as="p" role="alert">
        {failure}
      </Text>
    );
  if (callers === null) return <Skeleton shape="rows" count={4} height="1.5rem" />;
  const list = (calls: readonly CalledFunction[]) => (
    <ul className={styles.files}>
      {calls.map(({ definition, calls: places }, at) => (
        <li key={at}>
          <h4 className={styles.path}>
            {definition ? [definition.container, definition.name].filter(Boolean).join(".") : t("outside")}
          </h4>
          <ul className={styles.lines}>
            {places.map((place) => (
              <li key={`${place.path} ${place.line} ${place.column}`}>
                <a className={styles.line} href={hrefOf(place)}>
                  <Text className={styles.number} tone="muted" isNumeric>
                    {place.path.slice(place.path.lastIndexOf("/") + 1)}:{place.line}
                  </Text>
                  <code>{place.text.trim()}</code>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.panel}>
      {precision !== null && (
        <div>
          <PrecisionTag precision={precision} />
        </div>
      )}
      <h3>{t("callers")}</h3>
      {callers.length === 0 ? (
        <Text as="p">{t("noCallers")}</Text>
      ) : (
        <>
          <Text as="p" role="status">
            {t("countIn", {
              what: t("callerCount", { count: callers.length }),
              files: t("inFiles", { count: filesOf(callers) }),
            })}
          </Text>
          {list(callers)}
        </>
      )}
      {partial && (
        <Text as="p" size="small" tone="muted">
          {t("read", partial)}
        </Text>
      )}
      <h3>{t("callees")}</h3>
      {callees.length === 0 ? (
        <Text as="p">{t("noCallees")}</Text>
      ) : (
        <>
          <Text as="p">{t("callCount", { count: callees.reduce((sum, { calls }) => sum + calls.length, 0) })}</Text>
          {list(callees)}
        </>
      )}
    </div>
  );
}
