import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

export type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

/** Which folder directly below `root` imports which others, types included. */
export function importsOfFolders(root: string): FolderImports {
  const folders = new Map<string, Set<string>>();
  for (const file of globSync("*/**/*.ts", { cwd: root })) {
    const [folder = ""] = file.split(sep);
    const targets = folders.get(folder) ?? new Set<string>();
    folders.set(folder, targets);
    for (const [, path = ""] of readFileSync(join(root, file), "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      const [target = "", ...inside] = relative(root, join(root, dirname(file), path)).split(sep);
      if (target !== ".." && target !== folder && inside.length > 0) targets.add(target);
    }
  }
  return folders;
}

/** A circle as its folders in the order of the imports; null where there is none. */
export function findCircle(folders: FolderImports): string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(folder);
    if (start >= 0) return [...path.slice(start), folder];
    if (done.has(folder)) return null;
    for (const target of folders.get(folder) ?? []) {
      const circle = visit(target, [...path, folder]);
      if (circle) return circle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of folders.keys()) {
    const circle = visit(folder, []);
    if (circle) return circle;
  }
  return null;
}
