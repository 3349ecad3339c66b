import type { LedgerCount, SourceLedger as Ledger } from "../../../contract/sources/ledger.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Inline } from "../ui/Inline.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";
import { LedgerTable } from "./LedgerTable.tsx";

export interface SourceLedgerProps {
  /** Name of the source. */
  name: string;
  ledger: Ledger;
  /** The request for a comparison is pending. */
  isRequesting?: boolean;
  /** Omit for users who may not compare. */
  onCompare?: (() => void) | undefined;
}

const UNDER_WAY: ReadonlySet<Ledger["state"]> = new Set(["queued", "running", "waiting"]);

/** What the host of a source has and what is stored: one quiet line when both are equal, and what differs otherwise. */
export function SourceLedger({ name, ledger, isRequesting = false, onCompare }: SourceLedgerProps) {
  const { t, format } = useTranslation("ledger");
  const { counted_at: countedAt, counts, differences, sampled, is_outdated: isOutdated } = ledger;
  const isUnderWay = UNDER_WAY.has(ledger.state);
  const problems = useProblems(ledger);
  return (
    <Stack as="section" gap={1} aria-label={t("title", { name })}>
      <Inline gap={2}>
        <Text as="p" size="small" tone="muted" role="status">
          <Progress ledger={ledger} />
          {countedAt !== null && !isUnderWay && (
            <>
              {problems.length === 0 && <Equal counts={counts} />} {t("compared")} <RelativeTime at={countedAt} />.
              {isOutdated && <> {t("outdated")}</>}
            </>
          )}
        </Text>
        {onCompare && (
          <Button
            size="small"
            variant="outlined"
            text={t("compare")}
            aria-label={t("compareName", { name })}
            loading={isRequesting || isUnderWay}
            onClick={onCompare}
          />
        )}
      </Inline>
      {!isUnderWay &&
        problems.map((text) => (
          <Text key={text} as="p" size="small">
            {text}
          </Text>
        ))}
      {countedAt !== null && (
        <Disclosure variant="quiet" summary={t("details")}>
          <Stack gap={2}>
            <LedgerTable label={t("title", { name })} counts={counts} />
            {sampled > 0 && differences.length === 0 && (
              <Text as="p" size="small" tone="muted">
                {t("sampled", { count: sampled, formatted: format.number(sampled) })}
              </Text>
            )}
            {differences.length > 0 && <Differences differences={differences} />}
          </Stack>
        </Disclosure>
      )}
    </Stack>
  );
}

/** Where the comparison is that was requested last, and why it failed. */
function Progress({ ledger: { state, done, total, text, needs_access: needsAccess } }: { ledger: Ledger }) {
  const { t, format } = useTranslation("ledger");
  switch (state) {
    case "none":
      return t("none");
    case "queued":
      return t("queued");
    case "waiting":
      return text ?? t("running");
    case "running":
      return total === null || total === 0
        ? t("running")
        : t("sampling", { done: format.number(done), total: format.number(total) });
    case "failed":
      return (
        <>
          {t("failed", { reason: text ?? "" })} {needsAccess && t("needsAccess")}{" "}
        </>
      );
    case "done":
      return null;
  }
}

function Equal({ counts }: { counts: readonly LedgerCount[] }) {
  const { t, format } = useTranslation("ledger");
  const kinds = counts
    .filter(({ host }) => host !== null && host > 0)
    .map(({ kind, host, precision }) => {
      const what = t(`count.${kind}`, { count: host ?? 0, formatted: format.number(host ?? 0) });
      return precision === "about" ? t("about", { what }) : precision === "at_least" ? t("atLeast", { what }) : what;
    });
  if (kinds.length === 0) return null;
  const isLeftOut = counts.some(({ left_out: leftOut }) => leftOut.length > 0);
  return t(isLeftOut ? "equalOrLeftOut" : "equal", { kinds: format.list(kinds) });
}

/** A sentence for each way in which the host and what is stored are not equal. */
function useProblems({ counts, differences }: Ledger): string[] {
  const { t, format } = useTranslation("ledger");
  const numbered = (count: number) => ({ count, formatted: format.number(count) });
  return [
    ...counts.flatMap(({ kind, host, missing, refused, extra, unreadable }) => [
      ...(missing > 0 ? [t(`missing.${kind}`, numbered(missing))] : []),
      ...(unreadable.count > 0 ? [t(`unreadable.${kind}`, numbered(unreadable.count))] : []),
      ...(refused > 0 ? [t(`refused.${kind}`, numbered(refused))] : []),
      ...(extra > 0 ? [t(`extra.${kind}`, numbered(extra))] : []),
      ...(host !== null ? [] : [kind === "commits" ? t("newCommits") : t("uncounted", { kind: t(`kinds.${kind}`) })]),
    ]),
    ...(differences.length > 0 ? [t("differences", numbered(differences.length))] : []),
  ];
}

function Differences({ differences }: Pick<Ledger, "differences">) {
  const { t, format } = useTranslation("ledger");
  return (
    <Table label={t("differing")} caption={t("differing")} size="small" isFixed>
      <thead>
        <tr>
          <th scope="col">{t("columns.item")}</th>
          <th scope="col">{t("columns.fields")}</th>
          <th scope="col">{t("columns.state")}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ item, state, fields }, at) => (
          <tr key={item?.url ?? at}>
            <td>{item ? <ItemName item={item} /> : t("notStored")}</td>
            <td>{fields.length === 0 ? t("all") : format.list(fields.map((field) => t(`fields.${field}`)))}</td>
            <td>{t(`states.${state}`)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function ItemName({ item: { key, title, url } }: { item: NonNullable<Ledger["differences"][number]["item"]> }) {
  const name = <ForeignText text={key === "" ? title : `${key} ${title}`} />;
  return webHref(url) ? (
    <a href={webHref(url)} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    name
  );
}
