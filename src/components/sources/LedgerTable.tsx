import type { LedgerCount } from "../../../contract/sources/ledger.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Stack } from "../ui/Stack.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";

export interface LedgerTableProps {
  /** The accessible name. */
  label: string;
  counts: readonly LedgerCount[];
}

/** What a host has of each kind, what is stored, and what is left out; below it the reasons. */
export function LedgerTable({ label, counts }: LedgerTableProps) {
  const { t, format } = useTranslation("ledger");
  const hasExtra = counts.some(({ extra }) => extra > 0);
  return (
    <Stack gap={1}>
      <Table label={label} size="small" isSingleLine>
        <thead>
          <tr>
            <th scope="col">{t("columns.kind")}</th>
            <th scope="col" data-align="end">
              {t("columns.host")}
            </th>
            <th scope="col" data-align="end">
              {t("columns.held")}
            </th>
            <th scope="col" data-align="end">
              {t("columns.leftOut")}
            </th>
            <th scope="col" data-align="end">
              {t("columns.missing")}
            </th>
            {hasExtra && (
              <th scope="col" data-align="end">
                {t("columns.extra")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <tr key={count.kind}>
              <th scope="row">{t(`kinds.${count.kind}`)}</th>
              <td data-align="end">
                <HostNumber count={count} />
              </td>
              <td data-align="end">{format.number(count.held)}</td>
              <td data-align="end">{format.number(leftOutOf(count))}</td>
              <td data-align="end">{format.number(count.missing + count.refused)}</td>
              {hasExtra && <td data-align="end">{format.number(count.extra)}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
      {counts
        .filter((count) => leftOutOf(count) > 0)
        .map((count) => (
          <Text key={count.kind} as="p" size="small" tone="muted">
            {t("leftOut")} <LeftOut count={count} />.
          </Text>
        ))}
      {counts.some(({ precision }) => precision === "reported") && (
        <Text as="p" size="small" tone="muted">
          {t("reported")}
        </Text>
      )}
    </Stack>
  );
}

const leftOutOf = ({ left_out: leftOut, unreadable }: LedgerCount): number =>
  leftOut.reduce((sum, { count }) => sum + count, unreadable.count);

function HostNumber({ count: { host, precision } }: { count: LedgerCount }) {
  const { t, format } = useTranslation("ledger");
  if (host === null) return t("notCounted");
  const number = format.number(host);
  switch (precision) {
    case "exact":
    case "reported":
      return number;
    case "about":
      return t("aboutNumber", { number });
    case "at_least":
      return t("atLeastNumber", { number });
  }
}

function LeftOut({ count: { left_out: leftOut, unreadable } }: { count: LedgerCount }) {
  const { t, format } = useTranslation("ledger");
  const { t: tProject } = useTranslation("project");
  const kinds = leftOut.map(({ kind, count }) =>
    tProject(`skipped.kinds.${kind}`, { count, formatted: format.number(count) }),
  );
  const examples = unreadable.examples.map(({ item, field }) => t("example", { item, field }));
  const unread =
    unreadable.count > 0
      ? [t("unreadableNumber", { number: format.number(unreadable.count), examples: format.list(examples) })]
      : [];
  return format.list([...kinds, ...unread]);
}
