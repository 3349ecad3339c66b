import { number, object } from "../responseGuard.ts";

export const projectContents = object({
  repositories: number,
  trackers: number,
  wikis: number,
  issues: number,
  pages: number,
  requests: number,
  members: number,
  tokens: number,
  webhooks: number,
  feedback: number,
  backtests: number,
});
