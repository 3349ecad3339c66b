import { arrayOf, number, nullable, object, string, boolean } from "../responseGuard.ts";

export const mcpTokenTest = object({ works: boolean, reason: nullable(string), projects: arrayOf(string) });
export const mcpUsage = object({
  calls: number,
  tokens: number,
  errors: number,
  days: arrayOf(object({ day: string })),
});
