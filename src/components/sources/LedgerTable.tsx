import type { LedgerCount } from "../../../contract/ledger.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";

export interface LedgerTableProps {
  /** The accessible name. */
  label: string;
  counts: readonly LedgerCount[];
}

/** What a host has of each kind, what is stored, and what is left out with the reason. */
export function LedgerTable({ label, counts }: LedgerTableProps) {
  const { t, format } = useTranslation("ledger");
  return (
    <Table label={label} size="small">
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
            {t("columns.missing")}
          </th>
          <th scope="col" data-align="end">
            {t("columns.extra")}
          </th>
          <th scope="col">{t("columns.leftOut")}</th>
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
            <td data-align="end">{format.number(count.missing + count.refused)}</td>
            <td data-align="end">{format.number(count.extra)}</td>
            <td>
              <LeftOut count={count} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function HostNumber({ count: { host, precision } }: { count: LedgerCount }) {
  const { t, format } = useTranslation("ledger");
  if (host === null) return t("notCounted");
  const number = format.number(host);
  switch (precision) {
    case "exact":
      return number;
    case "about":
      return t("aboutNumber", { number });
    case "at_least":
      return t("atLeastNumber", { number });
    case "reported":
      return t("reported", { number });
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
