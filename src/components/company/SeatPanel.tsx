import type { CompanySeats } from "../../../contract/billing/planChange.ts";
import { measureFormatters } from "../../domain/measureFormatters.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { Table } from "../ui/Table.tsx";

export interface SeatPanelProps {
  seats: CompanySeats;
}

/** Used seats of this month, those that the plan includes, and those of the months before. */
export function SeatPanel({ seats: { included, open_invitations: invited, months } }: SeatPanelProps) {
  const { t, format, locale } = useTranslation("settings");
  const [current, ...before] = months;
  return (
    <>
      <FactList label={t("seats.title")} layout="row">
        <Fact name={t("seats.used")}>{format.number(current?.used ?? 0)}</Fact>
        <Fact name={t("seats.included")}>{included === null ? t("seats.noPrice") : format.number(included)}</Fact>
        <Fact name={t("seats.invited")}>{format.number(invited)}</Fact>
      </FactList>
      {before.length > 0 && (
        <Table label={t("seats.before")} size="small">
          <thead>
            <tr>
              <th scope="col">{t("seats.month")}</th>
              <th scope="col" data-align="end">
                {t("seats.usedSeats")}
              </th>
            </tr>
          </thead>
          <tbody>
            {before.map(({ month, used }) => (
              <tr key={month}>
                <th scope="row">{measureFormatters(locale).monthYear(`${month}-01`, "long")}</th>
                <td data-align="end">{format.number(used)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
