import type { ProviderRules } from "../../connector/ProviderRules.ts";
import { signedByHmac } from "../../connector/webhookSignature.ts";

export const githubRules: ProviderRules = {
  pages: { commit: "commit", file: "blob", folder: "tree", line: "#L", profiles: "" },
  webhooks: {
    events: {
      repository: ["push", "pull_request", "pull_request_review"],
      tracker: ["issues", "issue_comment", "pull_request", "pull_request_review"],
    },
    groupEvents: { names: ["repository"], header: "x-github-event", value: "repository" },
    accessEvents: {
      ofSource: ["member", "team_add", "repository", "public"],
      ofGroup: ["member", "membership", "team", "organization"],
      header: "x-github-event",
      values: ["member", "membership", "team", "team_add", "organization", "repository", "public"],
    },
    isSigned: signedByHmac("x-hub-signature-256"),
  },
  hasOneAddress: true,
  takesChanges: true,
  customFields: "apart",
  readersReadCode: true,
  mention: (login) => `@${login}`,
  assigneeName: ({ login }) => login,
};
