import type { DirectoryMapping } from "../../../contract/access/directory.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";

export interface GroupRoleListProps {
  mappings: readonly DirectoryMapping[];
  onRemove: (mapping: DirectoryMapping) => void;
}

/** The roles that groups of the directory give. */
export function GroupRoleList({ mappings, onRemove }: GroupRoleListProps) {
  const { t } = useTranslation("directory");
  const states = useTranslation("states");
  return (
    <ul aria-label={t("groups")}>
      {mappings.map((mapping) => {
        const where = mapping.scope === "company" ? t("company") : (mapping.project?.name ?? t("hiddenProject"));
        const { name } = mapping.group;
        const group = mapping.provider ? t("groupOfProvider", { group: name, provider: mapping.provider.label }) : name;
        const role = states.t(`roles.${mapping.role}`);
        return (
          <ActionRow
            key={mapping.id}
            actions={
              <Button
                size="small"
                variant="outlined"
                text={t("remove")}
                aria-label={t("removeName", { role, group, where })}
                onClick={() => onRemove(mapping)}
              />
            }
          >
            <NameLines name={group}>
              <Text size="small" tone="muted" overflow="anywhere">
                {t("gives", { role, where })}
              </Text>
            </NameLines>
          </ActionRow>
        );
      })}
    </ul>
  );
}
