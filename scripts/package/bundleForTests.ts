// `node scripts/package/bundleForTests.ts FOLDER` bundles the server and its commands for processes that tests start.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import { BINARY_PACKAGES } from "./binaryPackages.ts";
import { bundleServer } from "./bundleServer.ts";

const root = dirname(dirname(import.meta.dirname));
const ENTRIES = { main: "server/main.ts", clew: "server/cli/clew.ts", clewMcp: "server/cli/clewMcp.ts" };
const OWN_ROOT = "dirname(import.meta.dirname)";

/** Files of the product are those of the clone, wherever the bundle is. */
const filesOfClone: Plugin = {
  name: "files-of-clone",
  transform: {
    filter: { id: /\/server\/productFiles\.ts$/ },
    handler(code) {
      if (!code.includes(OWN_ROOT)) throw new Error("server/productFiles.ts does not find its root as expected.");
      return code.replace(OWN_ROOT, JSON.stringify(root));
    },
  },
};

const folder = process.argv[2];
if (folder === undefined) throw new Error("Usage: node scripts/package/bundleForTests.ts FOLDER");
await bundleServer(root, folder, { external: BINARY_PACKAGES, entries: ENTRIES, plugins: [filesOfClone] });
// Without it Node parses each file twice to find out the kind of its modules.
writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
