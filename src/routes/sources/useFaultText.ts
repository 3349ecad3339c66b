import type { ImportFault } from "../../../contract/importing/itemOfRecord.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** The words for what is wrong with a row. */
export function useFaultText(): {
  /** With the column. */
  readonly textOf: (fault: ImportFault) => string;
  /** With the row and the column. */
  readonly textAt: (fault: ImportFault) => string;
} {
  const { t } = useTranslation("imports");
  const reasonOf = ({ code, value }: ImportFault): string => t(`file.faults.${code}`, { value });
  return {
    textOf: (fault) => (fault.column === null ? reasonOf(fault) : `${fault.column}: ${reasonOf(fault)}`),
    textAt: (fault) => {
      const at = { place: String(fault.place), reason: reasonOf(fault) };
      return fault.column === null ? t("file.line", at) : t("file.lineColumn", { ...at, column: fault.column });
    },
  };
}
