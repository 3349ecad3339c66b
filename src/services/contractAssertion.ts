import type { Endpoint } from "../../contract/endpoints.ts";
import type { Method } from "./http.ts";

/** A response that violates the contract: a bug on one of the two sides, so it is thrown and not shown as a failure. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[a-zA-Z]+/g, "[^/]+")}$`);

/** Number of parameters in a path: `users/me/` is a more specific match than `users/:id/`. */
const openParts = (path: string): number => path.split(":").length - 1;

/**
 * Validates responses against the schemas of the contract. For development and tests only, and loaded only there: it includes zod, which is
 * not part of the first load.
 * @throws ContractViolation for an unknown call or a response that does not parse
 */
export async function createContractAssertion(): Promise<
  (method: Method, path: string, answer: unknown) => Promise<void>
> {
  const { endpoints } = await import("../../contract/endpoints.ts");
  const table = Object.entries<Endpoint>(endpoints)
    .map(([name, endpoint]) => ({ name, endpoint, pattern: patternOf(endpoint.path) }))
    .toSorted((a, b) => openParts(a.endpoint.path) - openParts(b.endpoint.path));
  return async (method, path, answer) => {
    const row = table.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
    if (!row) throw new ContractViolation(`${method} ${path} is not in the contract.`);
    const parsed = row.endpoint.response?.safeParse(answer);
    if (parsed && !parsed.success) {
      const faults = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
      throw new ContractViolation(
        `${row.name} (${method} ${path}) answers outside of the contract. ${faults.join("; ")}`,
      );
    }
    await Promise.resolve();
  };
}
