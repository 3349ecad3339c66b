import type { ProviderRules } from "../../connector/ProviderRules.ts";
import { signedBySecret } from "../../connector/webhookSignature.ts";

export const gitlabRules: ProviderRules = {
  pages: { commit: "-/commit", file: "-/blob", folder: "-/tree", line: "#L", profiles: "" },
  webhooks: {
    events: {
      repository: ["Push events", "Merge request events"],
      tracker: ["Issues events", "Comments", "Merge request events"],
    },
    groupEvents: { names: ["Project events"], header: "x-gitlab-event", value: "Project Hook" },
    // A webhook of one project reports no members.
    accessEvents: { ofSource: [], ofGroup: ["Member events"], header: "x-gitlab-event", values: ["Member Hook"] },
    isSigned: signedBySecret("x-gitlab-token"),
  },
  hasOneAddress: true,
  groups: { cloudHost: "gitlab.com" },
  takesChanges: true,
  requestReports: "note",
  mention: (login) => `@${login}`,
  assigneeName: ({ externalId }) => externalId,
};
