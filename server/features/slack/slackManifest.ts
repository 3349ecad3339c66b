import { API_PREFIX } from "../../../contract/constants.ts";

/** `chat:write` sends messages, `im:write` opens the conversation with a user, and `commands` is for the command that links a user. */
export const SLACK_SCOPES = ["chat:write", "commands", "im:write"] as const;
/** To choose a channel of a project: the names of public channels, and of private ones where the app is. An app that lacks them works without. */
const CHANNEL_SCOPES = ["channels:read", "groups:read"] as const;

export const SLACK_COMMAND = "/clew";

/** Where Slack sends what users press and type, for the app of one company. */
export const SLACK_PATHS = {
  interactions: `${API_PREFIX}slack/:companyId/interactions/`,
  commands: `${API_PREFIX}slack/:companyId/commands/`,
} as const;

/** What Slack makes the app of. Source: docs.slack.dev/reference/app-manifest. */
export function slackManifest(companyId: string, link: (path: string) => string): string {
  const addressOf = (path: string): string => link(path.replace(":companyId", companyId));
  return JSON.stringify(
    {
      display_information: { name: "Clew", description: "Notices about issues, with buttons" },
      features: {
        app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: true },
        bot_user: { display_name: "Clew", always_online: false },
        slash_commands: [
          {
            command: SLACK_COMMAND,
            url: addressOf(SLACK_PATHS.commands),
            description: "Link your Slack user to Clew",
            usage_hint: "link CODE",
            should_escape: false,
          },
        ],
      },
      oauth_config: { scopes: { bot: [...SLACK_SCOPES, ...CHANNEL_SCOPES] } },
      settings: {
        interactivity: { is_enabled: true, request_url: addressOf(SLACK_PATHS.interactions) },
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: false,
      },
    },
    null,
    2,
  );
}

/** The page of Slack that makes an app of the manifest. Source: docs.slack.dev/app-manifests/configuring-apps-with-app-manifests. */
export function createAppUrl(slackUrl: string, manifest: string): string {
  const isSlack = /\/\/slack(?:-gov)?\.com$/.test(slackUrl);
  const url = new URL("/apps", isSlack ? slackUrl.replace("//", "//api.") : slackUrl);
  url.searchParams.set("new_app", "1");
  url.searchParams.set("manifest_json", JSON.stringify(JSON.parse(manifest)));
  return url.href;
}
