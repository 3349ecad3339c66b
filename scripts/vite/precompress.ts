import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt)$/;
const MIN_BYTES = 1024;

/** Writes a `.gz` and a `.br` next to every text file of the build, so that the server compresses nothing per request. */
export const precompress = (): Plugin => ({
  name: "clew-precompress",
  apply: "build",
  writeBundle: {
    order: "post",
    sequential: true,
    async handler({ dir }) {
      // A Storybook build is not served to users.
      if (!dir?.endsWith("dist")) return;
      for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || path.includes(".vite")) continue;
        const bytes = await readFile(path);
        if (bytes.length < MIN_BYTES) continue;
        const [zipped, brotli] = await Promise.all([
          promisify(gzip)(bytes, { level: 9 }),
          promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        ]);
        await Promise.all([writeFile(`${path}.gz`, zipped), writeFile(`${path}.br`, brotli)]);
      }
    },
  },
});
