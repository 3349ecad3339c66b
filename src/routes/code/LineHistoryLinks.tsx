import type { CodeSymbol } from "../../../contract/code/code.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import type { LineRange } from "../../domain/address.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FileAddress } from "./useFileAddress.ts";

interface LineHistoryLinksProps extends Pick<FileAddress, "hrefOf"> {
  selected: LineRange;
  /** The symbol around the selected lines. */
  around: CodeSymbol | undefined;
}

/** Links to the history of the selected lines, and of the function around them. */
export function LineHistoryLinks({ selected, around, hrefOf }: LineHistoryLinksProps) {
  const { t } = useTranslation("code");
  const button = { size: "small", variant: "outlined" } as const;
  return (
    <Inline gap={1}>
      <LinkButton {...button} href={hrefOf({ view: "history", lines: selected })} text={t("history.linesAction")} />
      {around && (
        <LinkButton
          {...button}
          href={hrefOf({ view: "history", lines: { from: around.start_line, to: around.end_line } })}
          text={t("history.functionAction", { name: around.name })}
        />
      )}
    </Inline>
  );
}
