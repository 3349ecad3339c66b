import type { KnowledgeFolder, KnowledgeMap } from "../../../contract/people/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { nameIn, ownerOf } from "./ownerColors.ts";

/** Texts of a tile or row: its accessible name, and its holder in a few words. */
export function useTileLabels(people: KnowledgeMap["people"]): {
  nameOf: (id: string) => string;
  ownershipText: (part: KnowledgeFolder) => string;
  /** Its name inside of the open folder. */
  inside: (folder: string, path: string) => string;
  label: (part: KnowledgeFolder) => string;
} {
  const { t } = useTranslation("experts");
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? "";
  const holdingText = (part: KnowledgeFolder): string => {
    const owner = ownerOf(part);
    if (!owner) return part.left ? t("map.orphanAfter", { name: nameOf(part.left.person) }) : t("map.orphan");
    const values = { name: nameOf(owner.person), share: owner.share };
    return part.holding === "island" ? t("map.heldBy", values) : t("map.ownedBy", values);
  };
  const inside = (folder: string, path: string): string => {
    const name = nameIn(folder, path);
    return name === "*" ? t("map.direct") : name;
  };
  return {
    nameOf,
    ownershipText: holdingText,
    inside,
    label: (part) =>
      t("map.tile", {
        path: inside("", part.path),
        files: t("map.files", { count: part.files }),
        holding: holdingText(part),
      }),
  };
}
