import { RULES_FILE } from "../../../contract/integrations/ruleKinds.ts";
import type { RuleFile } from "../../../contract/integrations/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Callout } from "../ui/Callout.tsx";

export interface RuleFileErrorsProps {
  file: RuleFile;
}

/** Mistakes of a rules file, by their lines. */
export function RuleFileErrors({ file }: RuleFileErrorsProps) {
  const { t } = useTranslation("rules");
  return (
    <Callout intent="warning" title={t("fileErrors", { file: RULES_FILE, name: file.name })}>
      <ul>
        {file.errors.map(({ line, text }, position) => (
          <li key={`${position} ${line}`}>{t("fileError", { line, text })}</li>
        ))}
      </ul>
    </Callout>
  );
}
