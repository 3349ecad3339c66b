import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { productFile } from "../productFiles.ts";

const Package = z.object({ version: z.string(), released: z.iso.date().optional() });
const file = productFile("package.json");
const { version, released } = Package.parse(JSON.parse(readFileSync(file, "utf8")));

/** The product's version, from package.json. */
export const VERSION: string = version;

/** The day of this version as `YYYY-MM-DD`, which the package names; of a clone that of the last change of package.json. */
export const releaseDay = (): string => released ?? statSync(file).mtime.toISOString().slice(0, 10);
