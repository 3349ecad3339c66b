import { Treemap, hierarchy, treemapSquarify } from "@visx/hierarchy";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { KnowledgeFolder, KnowledgeMap as MapAnswer } from "../../../contract/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
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

const HEIGHT = 440;
/** Smaller tiles have no space for text; their name remains as accessible name and tooltip. */
const WORDS = { width: 56, height: 26, second: 42 };

/** Approximate width of a letter of the tile's name. */
const LETTER = 7;

interface Node {
  readonly part: KnowledgeFolder | null;
  readonly children?: readonly Node[];
}

/** Treemap of folders by number of files, coloured by the person who knows most. Arrow keys move, Enter opens. */
export function KnowledgeTreemap({
  map: { folders, people },
  folder,
  hrefOf,
  repositoryNames = {},
}: KnowledgeTreemapProps) {
  const { t } = useTranslation("experts");
  const { nameOf, inside, label } = useTileLabels(people);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box, 720);
  const [current, setCurrent] = useState(0);
  const colors = colorsOf(people);
  const root = hierarchy<Node>({ part: null, children: folders.map((part) => ({ part })) }).sum((node) =>
    node.part ? Math.max(1, node.part.files) : 0,
  );
  const shown = Math.min(current, Math.max(0, folders.length - 1));

  const handleKey = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? folders.length - 1 : shown + (steps[event.key] ?? Number.NaN);
    if (!(next >= 0 && next < folders.length)) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.closest("svg")?.querySelector<SVGAElement>(`a[data-at="${next}"]`)?.focus();
  };

  return (
    <div ref={box} className={styles.map}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={t("map.label")}>
        <defs>
          <pattern id={`${id}-orphan`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="8" height="8" className={styles.orphanGround} />
            <rect width="2" height="8" className={styles.orphanStripe} />
          </pattern>
        </defs>
        <Treemap<Node> root={root} size={[width, HEIGHT]} tile={treemapSquarify} paddingInner={3} round>
          {(tree) => (
            <>
              {tree.leaves().map(({ data: { part }, x0, y0, x1, y1 }, at) => {
                if (!part) return null;
                const owner = ownerOf(part);
                return (
                  <a
                    key={part.id}
                    href={hrefOf(part)}
                    aria-label={label(part)}
                    data-at={at}
                    data-holding={part.holding}
                    data-color={owner ? (colors.get(owner.person) ?? 0) : undefined}
                    tabIndex={at === shown ? 0 : -1}
                    className={styles.tile}
                    onKeyDown={handleKey}
                    onFocus={() => setCurrent(at)}
                  >
                    <title>{label(part)}</title>
                    <rect
                      x={x0}
                      y={y0}
                      width={x1 - x0}
                      height={y1 - y0}
                      rx={3}
                      {...(part.holding === "orphan" && { style: { fill: `url(#${id}-orphan)` } })}
                    />
                  </a>
                );
              })}
              {/* Hidden from screen readers: the links' names say the same in one sentence. */}
              <g aria-hidden="true">
                {tree.leaves().map(({ data: { part }, x0, y0, x1, y1 }) => {
                  const size = { width: x1 - x0, height: y1 - y0 };
                  if (!part || size.width < WORDS.width || size.height < WORDS.height) return null;
                  const owner = ownerOf(part);
                  const repository = folder === "" ? repositoryNames[part.repository] : undefined;
                  const local = inside(folder, part.path);
                  const whole = repository === undefined ? local : `${repository}/${local}`;
                  // A truncated path says little: where the whole path does not fit, only its last step is shown.
                  const name = whole.length * LETTER > size.width ? whole.slice(whole.lastIndexOf("/") + 1) : whole;
                  return (
                    <foreignObject key={part.id} x={x0} y={y0} {...size} className={styles.over}>
                      <div className={styles.words}>
                        <span className={styles.name}>{name}</span>
                        {size.height >= WORDS.second && (
                          <span className={styles.owner}>{owner ? nameOf(owner.person) : t("holding.orphan")}</span>
                        )}
                      </div>
                    </foreignObject>
                  );
                })}
              </g>
            </>
          )}
        </Treemap>
      </svg>
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
      <li title={t("holdingText.island")}>
        <span className={styles.swatch} data-holding="island" aria-hidden />
        {t("holding.island")}
      </li>
      <li title={t("holdingText.orphan")}>
        <span className={styles.swatch} data-holding="orphan" aria-hidden />
        {t("holding.orphan")}
      </li>
    </ul>
  );
}
