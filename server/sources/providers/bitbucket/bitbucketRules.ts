import type { ProviderRules } from "../../connector/ProviderRules.ts";
import { signedByHmac } from "../../connector/webhookSignature.ts";

export const bitbucketRules: ProviderRules = {
  pages: { commit: "commits", file: "src", folder: "src", line: "#lines-" },
  webhooks: {
    events: { repository: ["repo:push", "pullrequest:created", "pullrequest:updated", "pullrequest:fulfilled"] },
    isSigned: signedByHmac("x-hub-signature"),
  },
  hasOneAddress: true,
  requestReports: "report",
};
