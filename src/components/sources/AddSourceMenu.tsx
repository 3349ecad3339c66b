import { SOURCE_KINDS } from "../../../contract/constants.ts";
import type { SourceKind } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PlusIcon } from "../ui/icons.ts";
import { Menu, MenuDivider, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";

/** What can be added to a project: a source, a group of repositories, or a source of the company's own program. */
export type AddedKind = SourceKind | "group" | "custom";

export interface AddSourceMenuProps {
  /** Whether the plan has sources of the company's own programs. */
  hasCustom: boolean;
  onAdd: (kind: AddedKind) => void;
}

/** The button whose menu opens the form of a source. */
export function AddSourceMenu({ hasCustom, onAdd }: AddSourceMenuProps) {
  const { t } = useTranslation("project");
  const { t: tGroups } = useTranslation("groups");
  const { t: tImports } = useTranslation("imports");
  return (
    <MenuButton
      placement="bottom-end"
      button={{ variant: "outlined", icon: <PlusIcon />, text: t("sources.add") }}
      content={
        <Menu>
          {SOURCE_KINDS.map((kind) => (
            <MenuItem key={kind} text={t(`sources.addKind.${kind}`)} onClick={() => onAdd(kind)} />
          ))}
          <MenuDivider />
          <MenuItem text={tGroups("form.open")} onClick={() => onAdd("group")} />
          {hasCustom && <MenuItem text={tImports("form.open")} onClick={() => onAdd("custom")} />}
        </Menu>
      }
    />
  );
}
