import { Treemap as TreemapLayout, hierarchy, treemapSquarify } from "@visx/hierarchy";
import { useId, useRef, type CSSProperties } from "react";
import { useElementWidth } from "../ui/useElementWidth.ts";
import { useRovingTabIndex } from "../ui/useRovingTabIndex.ts";
import styles from "./Treemap.module.css";

export interface TreemapTile {
  readonly id: string;
  readonly path: string;
  /** Area. */
  readonly size: number;
  /** Tint, 0 to 1. */
  readonly heat?: number;
  /** Colour of a category, 0 (none) to 6, in the place of a tint. */
  readonly color?: number;
  readonly pattern?: "outlined" | "hatched" | undefined;
  /** The accessible name and the tooltip. */
  readonly description: string;
  /** A second line, shown where there is space. */
  readonly detail?: string;
  /** The tile is a link; omitted: a button for `onOpen`. */
  readonly href?: string;
}

export interface TreemapProps {
  label: string;
  tiles: readonly TreemapTile[];
  /** Pixels. */
  height?: number;
  /** Opens the drill-down of a tile that is no link. */
  onOpen?: (tile: TreemapTile) => void;
}

/** Pixels. Smaller tiles have no space for text; their name remains as accessible name and tooltip. */
const MIN_SIZE = { width: 48, height: 24, heightOfTwo: 42 };
/** Average width of a letter, in pixels. */
const LETTER_WIDTH = 7;

/** The path, or its last step where the whole path does not fit: a truncated path is ambiguous. Of `folder/*`, the last two. */
const fitPath = (path: string, width: number): string =>
  path.length * LETTER_WIDTH <= width
    ? path
    : path
        .split("/")
        .slice(path.endsWith("/*") ? -2 : -1)
        .join("/");

interface Node {
  readonly tile: TreemapTile | null;
  readonly children?: readonly Node[];
}

/** Treemap of files or folders by size, coloured by heat or by category. Arrow keys move, Enter opens. */
export function Treemap({ label, tiles, height = 260, onOpen }: TreemapProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const item = useRovingTabIndex(tiles.length);
  const root = hierarchy<Node>({ tile: null, children: tiles.map((tile) => ({ tile })) }).sum(({ tile }) =>
    tile ? Math.max(1, tile.size) : 0,
  );
  return (
    <div ref={box} className={styles.map}>
      <svg width={width} height={height} role="group" aria-label={label}>
        <defs>
          <pattern id={`${id}hatch`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="8" height="8" className={styles.ground} />
            <rect width="2" height="8" className={styles.stripe} />
          </pattern>
        </defs>
        <TreemapLayout<Node> root={root} size={[width, height]} tile={treemapSquarify} paddingInner={3} round>
          {(tree) => (
            <>
              {tree.leaves().map(({ data: { tile }, x0, y0, x1, y1 }, at) => {
                if (!tile) return null;
                const shared = {
                  "aria-label": tile.description,
                  "data-color": tile.color,
                  "data-pattern": tile.pattern,
                  className: styles.tile,
                  style: tile.heat === undefined ? undefined : ({ "--heat": tile.heat } as CSSProperties),
                };
                const content = (
                  <>
                    <title>{tile.description}</title>
                    <rect
                      x={x0}
                      y={y0}
                      width={x1 - x0}
                      height={y1 - y0}
                      rx={3}
                      {...(tile.pattern === "hatched" && { style: { fill: `url(#${id}hatch)` } })}
                    />
                  </>
                );
                return tile.href === undefined ? (
                  <g
                    key={tile.id}
                    role="button"
                    {...shared}
                    {...item(at, () => onOpen?.(tile))}
                    onClick={() => onOpen?.(tile)}
                  >
                    {content}
                  </g>
                ) : (
                  <a key={tile.id} href={tile.href} {...shared} {...item(at)}>
                    {content}
                  </a>
                );
              })}
              {/* Hidden from screen readers: the tiles' names say the same in one sentence. */}
              <g aria-hidden="true">
                {tree.leaves().map(({ data: { tile }, x0, y0, x1, y1 }) => {
                  const size = { width: x1 - x0, height: y1 - y0 };
                  if (!tile || size.width < MIN_SIZE.width || size.height < MIN_SIZE.height) return null;
                  return (
                    <foreignObject key={tile.id} x={x0} y={y0} {...size} className={styles.over}>
                      <div className={styles.words}>
                        <span className={styles.name}>{fitPath(tile.path, size.width)}</span>
                        {tile.detail !== undefined && size.height >= MIN_SIZE.heightOfTwo && (
                          <span className={styles.detail}>{tile.detail}</span>
                        )}
                      </div>
                    </foreignObject>
                  );
                })}
              </g>
            </>
          )}
        </TreemapLayout>
      </svg>
    </div>
  );
}
