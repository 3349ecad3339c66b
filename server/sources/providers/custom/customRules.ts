import type { ProviderRules } from "../../connector/ProviderRules.ts";

export const customRules: ProviderRules = {
  hasIssueKeys: true,
  isPushed: true,
};
