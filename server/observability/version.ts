import { readFileSync } from "node:fs";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/** The product's version, from package.json. */
export const VERSION: string = Package.parse(
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")),
).version;
