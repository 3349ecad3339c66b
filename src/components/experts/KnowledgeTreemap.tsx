import type { KnowledgeFolder, KnowledgeMap as MapAnswer } from "../../../contract/people/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Treemap } from "../charts/Treemap.tsx";
import { colorsOf, ownerOf } from "./ownerColors.ts";
import { useTileLabels } from "./useTileLabels.ts";
import styles from "./KnowledgeTreemap.module.css";

export interface KnowledgeTreemapProps {
  map: Pick<MapAnswer, "folders" | "people">;
  /** Folder whose parts are shown; empty for all. */
  folder: string;
  /** The address of a part: a folder opens itself, a file the people who know it. */
  hrefOf: (part: KnowledgeFolder) => string;
  /** Names of repositories, shown with folder names that occur in two of them. */
  repositoryNames?: Readonly<Record<string, string>>;
}

const PATTERNS = { island: "outlined", orphan: "hatched" } as const;

/** Treemap of folders by number of files, coloured by the person who knows most. Arrow keys move, Enter opens. */
export function KnowledgeTreemap({
  map: { folders, people },
  folder,
  hrefOf,
  repositoryNames = {},
}: KnowledgeTreemapProps) {
  const { t } = useTranslation("experts");
  const { nameOf, inside, label } = useTileLabels(people);
  const colors = colorsOf(people);
  const tiles = folders.map((part) => {
    const owner = ownerOf(part);
    const repository = folder === "" ? repositoryNames[part.repository] : undefined;
    const local = inside(folder, part.path);
    return {
      id: part.id,
      path: repository === undefined ? local : `${repository}/${local}`,
      size: part.files,
      color: owner ? (colors.get(owner.person) ?? 0) : 0,
      pattern: part.holding === "island" || part.holding === "orphan" ? PATTERNS[part.holding] : undefined,
      description: label(part),
      detail: owner ? nameOf(owner.person) : t("holding.orphan"),
      href: hrefOf(part),
    };
  });

  return (
    <div className={styles.map}>
      <Treemap label={t("map.label")} tiles={tiles} height={440} />
      <MapKey people={people} />
    </div>
  );
}

/** The legend: colours of people, and the marks. */
function MapKey({ people }: Pick<MapAnswer, "people">) {
  const { t } = useTranslation("experts");
  const colors = colorsOf(people);
  const hasOthers = people.some(({ id, presence, files }) => files > 0 && presence !== "gone" && !colors.has(id));
  return (
    <ul className={styles.key} aria-label={t("map.key")}>
      {people.flatMap(({ id, name }) => {
        const color = colors.get(id);
        return color === undefined
          ? []
          : [
              <li key={id}>
                <span className={styles.swatch} data-color={color} aria-hidden />
                {name}
              </li>,
            ];
      })}
      {hasOthers && (
        <li>
          <span className={styles.swatch} data-color={0} aria-hidden />
          {t("map.others")}
        </li>
      )}
      <li>
        <span className={styles.swatch} data-holding="island" aria-hidden />
        {t("holding.island")}: {t("holdingText.island")}
      </li>
      <li>
        <span className={styles.swatch} data-holding="orphan" aria-hidden />
        {t("holding.orphan")}: {t("holdingText.orphan")}
      </li>
    </ul>
  );
}
