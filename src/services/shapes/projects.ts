import { number, parts } from "../answerShape.ts";

export const projectContents = parts({
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
