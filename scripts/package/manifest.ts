import { z } from "zod";

const Source = z.object({ version: z.string(), description: z.string(), license: z.string() });

/** What the package.json of the package has, as far as its maker reads it; the rest is for npm. */
export interface PackageManifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The oldest version of Node that runs the package. */
const NODE = 24;

/**
 * The package.json of the package.
 * @param source that of the clone
 * @param changelog CHANGELOG.md, whose heading of this version has its day
 * @param binaries versions of the packages that the package contains
 * @throws Error for a version that the changelog does not have
 */
export function packageManifest(
  source: unknown,
  changelog: string,
  binaries: Readonly<Record<string, string>>,
): PackageManifest {
  const { version, description, license } = Source.parse(source);
  const [, released] =
    new RegExp(`^## ${RegExp.escape(version)} \\((\\d{4}-\\d\\d-\\d\\d)\\)$`, "m").exec(changelog) ?? [];
  if (released === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)".`);
  return {
    name: "clew",
    version,
    released,
    description,
    license,
    private: true,
    type: "module",
    engines: { node: `>=${NODE}` },
    bin: { clew: "bin/clew.js", "clew-mcp": "bin/clew-mcp.js" },
    man: ["man/clew.1"],
    dependencies: binaries,
    // They are inside the package: npm takes nothing from a registry.
    bundleDependencies: Object.keys(binaries),
  };
}

/** The script of a command: it says which Node is missing before anything is loaded that an older one cannot read. */
export const binScript = (command: string): string => `#!/usr/bin/env node
if (Number(process.versions.node.split(".")[0]) < ${NODE}) {
  console.error("Clew needs Node ${NODE} or newer, and this is Node " + process.versions.node + ".");
  process.exit(1);
}
await import("../server/${command}.js");
`;
