import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { GRAMMARS } from "../../server/index/text/languages.ts";

/** Packages of which files are loaded at run time, such as WebAssembly and fonts: they are not bundled, and of each only these files are packed. */
const FILES: Readonly<Record<string, RegExp>> = {
  // No extension of PostgreSQL, which are archives, and no copy of the modules as CommonJS.
  "@electric-sql/pglite": /^dist\/(?:fs\/)?[\w-]+\.js$|^dist\/(?:pglite|initdb)\.(?:wasm|data)$/,
  // The fonts of server/access/billing/PdfText.ts.
  "@fontsource/inter": /^files\/inter-(?:latin|latin-ext|cyrillic|greek|vietnamese)-(?:400|600)-normal\.woff$/,
  "@vscode/tree-sitter-wasm": new RegExp(
    `^cgmanifest\\.json$|^wasm/tree-sitter-(?:${[...GRAMMARS].join("|")})\\.wasm$`,
  ),
  "web-tree-sitter": /^web-tree-sitter\.(?:js|wasm)$/,
};
const NEEDED = /^(?:package\.json|LICENSE)$/;
const Package = z.object({ version: z.string() });

export const BINARY_PACKAGES: readonly string[] = Object.keys(FILES);

/** Copies the packages into the `node_modules` of a folder. @returns the version of each by its name */
export function copyBinaryPackages(root: string, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FILES).map(([name, files]) => {
      const from = join(root, "node_modules", name);
      cpSync(from, join(folder, "node_modules", name), {
        recursive: true,
        filter: (source) => {
          const path = source.slice(from.length + 1).replaceAll("\\", "/");
          return /^(?:|dist|dist\/fs|files|wasm)$/.test(path) || NEEDED.test(path) || files.test(path);
        },
      });
      return [name, Package.parse(JSON.parse(readFileSync(join(from, "package.json"), "utf8"))).version];
    }),
  );
}
