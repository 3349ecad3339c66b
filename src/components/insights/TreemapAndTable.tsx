import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type TreemapTile, Treemap } from "../charts/Treemap.tsx";
import { Table } from "../ui/Table.tsx";
import styles from "./TreemapAndTable.module.css";

/** A file or a folder of a repository. */
export interface RepositoryPath {
  readonly repository: string;
  readonly path: string;
}

export interface TreemapAndTableProps {
  name: string;
  tiles: readonly (TreemapTile & RepositoryPath)[];
  onOpen: (place: RepositoryPath) => void;
  /** The head and body of the table. */
  children: ReactNode;
}

/** A treemap by size and heat, and the same data in a table next to it. */
export function TreemapAndTable({ name, tiles, onOpen, children }: TreemapAndTableProps) {
  const { t } = useTranslation("charts");
  return (
    <div className={styles.sides}>
      <Treemap
        label={name}
        tiles={tiles}
        onOpen={({ id }) => {
          const tile = tiles.find((one) => one.id === id);
          if (tile) onOpen(tile);
        }}
      />
      <Table label={t("table.label", { name })} maxHeight="22rem">
        {children}
      </Table>
    </div>
  );
}
