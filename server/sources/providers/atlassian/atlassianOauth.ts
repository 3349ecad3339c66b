import type { OauthClientSettings, OauthRules, OauthService } from "../../connector/oauthTypes.ts";

/** One account of Atlassian for Jira and Confluence. */
export const atlassianOauth: OauthService = {
  accountName: "Atlassian",
  registerUrl: "https://developer.atlassian.com/console/myapps/",
  rules: oauthRules,
};

function oauthRules({ url }: OauthClientSettings): OauthRules {
  const web = url ?? "https://auth.atlassian.com";
  return {
    authorize: `${web}/authorize`,
    token: `${web}/oauth/token`,
    scopes: [
      "read:jira-work",
      "read:jira-user",
      "read:space:confluence",
      "read:page:confluence",
      "read:content-details:confluence",
      "read:me",
      "offline_access",
    ],
    writeScopes: ["write:jira-work"],
    extra: { audience: "api.atlassian.com", prompt: "consent" },
    profile: {
      url: url === undefined ? "https://api.atlassian.com/me" : `${url}/me`,
      names: ["email", "name", "nickname"],
    },
  };
}
