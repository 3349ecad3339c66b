import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Table } from "../ui/Table.tsx";
import { Tag } from "../ui/Tag.tsx";

/** An invoice for display. Fields that a host omits are an empty string or null. */
export interface ShownInvoice {
  readonly id: string;
  readonly number: string;
  readonly issued_at: string;
  readonly due_at: string | null;
  readonly amount_cents: number | null;
  readonly currency: string;
  readonly status: string;
  readonly download_url: string | null;
  /** Whether the server makes the file. */
  readonly has_file?: boolean | undefined;
}

export interface InvoiceTableProps {
  invoices: readonly ShownInvoice[];
  /** Downloads the file of an invoice with `has_file`. */
  onDownload: (invoice: ShownInvoice) => void;
}

const INTENTS = { paid: "success", open: "warning", void: "none" } as const;
const isKnown = (status: string): status is keyof typeof INTENTS => Object.hasOwn(INTENTS, status);
const isMoment = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text));
/** A host may give a path of this server. */
const invoiceHref = (url: string | null): string | undefined =>
  url !== null && /^\/(?![/\\])/.test(url) ? url : webHref(url);

/** The invoices of the company. */
export function InvoiceTable({ invoices, onDownload }: InvoiceTableProps) {
  const { t, format } = useTranslation("settings");
  return (
    <Table label={t("invoices.title")} isSingleLine>
      <thead>
        <tr>
          <th scope="col">{t("invoices.number")}</th>
          <th scope="col">{t("invoices.issued")}</th>
          <th scope="col">{t("invoices.due")}</th>
          <th scope="col" data-align="end">
            {t("invoices.amount")}
          </th>
          <th scope="col">{t("invoices.status")}</th>
          <th scope="col">{t("invoices.file")}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row">{invoice.number}</th>
            <td>{isMoment(invoice.issued_at) ? format.date(invoice.issued_at) : t("invoices.none")}</td>
            <td>{isMoment(invoice.due_at) ? format.date(invoice.due_at) : t("invoices.none")}</td>
            <td data-align="end">
              {invoice.amount_cents === null
                ? t("invoices.none")
                : format.money(invoice.amount_cents, invoice.currency)}
            </td>
            <td>
              {isKnown(invoice.status) ? (
                <Tag intent={INTENTS[invoice.status]}>{t(`invoices.is.${invoice.status}`)}</Tag>
              ) : (
                invoice.status || t("invoices.none")
              )}
            </td>
            <td>
              {invoice.has_file ? (
                <Button
                  size="small"
                  variant="minimal"
                  aria-label={t("invoices.downloadNumber", { number: invoice.number })}
                  onClick={() => onDownload(invoice)}
                >
                  {t("invoices.download")}
                </Button>
              ) : invoiceHref(invoice.download_url) ? (
                <a
                  href={invoiceHref(invoice.download_url)}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t("invoices.downloadNumber", { number: invoice.number })}
                >
                  {t("invoices.download")}
                </a>
              ) : (
                t("invoices.none")
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
