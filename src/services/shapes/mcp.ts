import { list, number, orNull, parts, text, flag } from "../answerShape.ts";

export const mcpTokenTest = parts({ works: flag, reason: orNull(text), projects: list(text) });
export const mcpUsage = parts({ calls: number, tokens: number, errors: number, days: list(parts({ day: text })) });
