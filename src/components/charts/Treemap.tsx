import { Treemap as TreemapLayout, hierarchy, treemapSquarify } from "@visx/hierarchy";
import { useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { nextIndex } from "./chartNavigation.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import styles from "./Chart.module.css";

export interface TreemapTile {
  readonly id: string;
  readonly path: string;
  /** Area. */
  readonly size: number;
  /** Tint, 0 to 1. */
  readonly heat: number;
  /** The accessible name and the tooltip. */
  readonly description: string;
}

export interface TreemapProps {
  label: string;
  tiles: readonly TreemapTile[];
  /** Opens the drill-down of a tile. */
  onOpen: (tile: TreemapTile) => void;
}

const HEIGHT = 260;
const WORDS = { width: 48, height: 20 };

/** The label of a tile: the last step of its path; of `folder/*`, the last two. */
const nameOf = (path: string): string =>
  path
    .split("/")
    .slice(path.endsWith("/*") ? -2 : -1)
    .join("/");

interface Node {
  readonly tile: TreemapTile | null;
  readonly children?: readonly Node[];
}

/** Treemap of files or folders by size, tinted by heat. Arrow keys move, Enter opens the drill-down. */
export function Treemap({ label, tiles, onOpen }: TreemapProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [current, setCurrent] = useState(0);
  const shown = Math.min(current, tiles.length - 1);
  const root = hierarchy<Node>({ tile: null, children: tiles.map((tile) => ({ tile })) }).sum(({ tile }) =>
    tile ? Math.max(1, tile.size) : 0,
  );
  const handleKey = (event: KeyboardEvent<SVGGElement>) => {
    const tile = tiles[shown];
    if ((event.key === "Enter" || event.key === " ") && tile) {
      event.preventDefault();
      onOpen(tile);
      return;
    }
    const next = nextIndex(event, shown, tiles.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.closest("svg")?.querySelector<SVGElement>(`[data-at="${next}"]`)?.focus();
  };
  return (
    <div ref={box} className={styles.chart}>
      <svg width={width} height={HEIGHT} role="group" aria-label={label}>
        <TreemapLayout<Node> root={root} size={[width, HEIGHT]} tile={treemapSquarify} paddingInner={2} round>
          {(tree) =>
            tree.leaves().map((leaf, at) => {
              const { tile } = leaf.data;
              if (!tile) return null;
              const size = { width: leaf.x1 - leaf.x0, height: leaf.y1 - leaf.y0 };
              return (
                <g
                  key={tile.id}
                  role="button"
                  aria-label={tile.description}
                  data-at={at}
                  tabIndex={at === shown ? 0 : -1}
                  className={styles.tile}
                  style={{ "--heat": tile.heat } as CSSProperties}
                  onClick={() => onOpen(tile)}
                  onFocus={() => setCurrent(at)}
                  onKeyDown={handleKey}
                >
                  <title>{tile.description}</title>
                  <rect x={leaf.x0} y={leaf.y0} {...size} rx={2} />
                  {size.width >= WORDS.width && size.height >= WORDS.height && (
                    <foreignObject x={leaf.x0} y={leaf.y0} {...size} aria-hidden="true">
                      <div className={styles.tileName}>{nameOf(tile.path)}</div>
                    </foreignObject>
                  )}
                </g>
              );
            })
          }
        </TreemapLayout>
      </svg>
    </div>
  );
}
