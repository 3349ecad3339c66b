// `node scripts/auditDependencies.ts` asks the registry for known vulnerabilities of the packages of the lock file. If the registry does not
// answer (many mirrors do not, and some builds have no network), it reports that and passes.
import { spawnSync } from "node:child_process";

interface Report {
  readonly error?: { readonly code?: string; readonly summary?: string };
  readonly message?: string;
  readonly metadata?: { readonly vulnerabilities?: Partial<Record<"high" | "critical" | "total", number>> };
  readonly vulnerabilities?: Record<string, { readonly severity: string; readonly range: string }>;
}

export type Verdict =
  | { readonly kind: "unasked"; readonly why: string }
  | { readonly kind: "found"; readonly packages: readonly string[] }
  | { readonly kind: "clean"; readonly lesser: number };

/** The output of `npm audit --json`. */
export function judge(output: string): Verdict {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { kind: "unasked", why: "npm gave no answer that can be read" };
  }
  if (report.error || !report.metadata?.vulnerabilities) {
    const why = report.error?.summary || report.error?.code || report.message || "the registry does not answer this";
    return { kind: "unasked", why: why.replace(/(?: - |\n).*$/s, "") };
  }
  const grave = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    /^(?:high|critical)$/.test(severity),
  );
  if (grave.length > 0) {
    return { kind: "found", packages: grave.map(([name, { severity, range }]) => `${name} ${range} (${severity})`) };
  }
  return { kind: "clean", lesser: report.metadata.vulnerabilities.total ?? 0 };
}

if (import.meta.main) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--omit=dev"], { encoding: "utf8", timeout: 60_000 });
  const verdict = judge(stdout || "");
  if (verdict.kind === "unasked") console.log(`Dependency audit: could not be asked (${verdict.why}).`);
  else if (verdict.kind === "clean") console.log(`Dependency audit: nothing grave, ${verdict.lesser} lesser.`);
  else {
    console.error(`Dependency audit: ${verdict.packages.join(", ")}`);
    process.exitCode = 1;
  }
}
