/**
 * The addresses of Microsoft for bots, by the origin of the Bot Framework. Sources: learn.microsoft.com/azure/bot-service (Bot Connector
 * authentication; Azure Government), and of the service addresses learn.microsoft.com/microsoftteams/platform/bots (proactive messages).
 */
export interface TeamsCloud {
  /** The issuer of tokens of the Bot Framework, and the resource that an app asks a token for. */
  readonly botUrl: string;
  /** Microsoft Entra. */
  readonly loginUrl: string;
  /** The OpenID metadata of the Bot Framework. */
  readonly metadataUrl: string;
  /** The origins of the Bot Connector. Nothing is sent to another one. */
  readonly serviceOrigins: readonly string[];
}

const METADATA_PATH = "/v1/.well-known/openidconfiguration";

const CLOUDS: Readonly<Record<string, Omit<TeamsCloud, "botUrl">>> = {
  "https://api.botframework.com": {
    loginUrl: "https://login.microsoftonline.com",
    metadataUrl: `https://login.botframework.com${METADATA_PATH}`,
    serviceOrigins: ["https://smba.trafficmanager.net", "https://smba.infra.gcc.teams.microsoft.com"],
  },
  "https://api.botframework.us": {
    loginUrl: "https://login.microsoftonline.us",
    metadataUrl: `https://login.botframework.azure.us${METADATA_PATH}`,
    serviceOrigins: ["https://smba.infra.gov.teams.microsoft.us", "https://smba.infra.dod.teams.microsoft.us"],
  },
};

/** The addresses of a cloud; at another origin all of them are at that origin. */
export const teamsCloudOf = (botUrl: string): TeamsCloud => ({
  botUrl,
  ...(CLOUDS[botUrl] ?? { loginUrl: botUrl, metadataUrl: botUrl + METADATA_PATH, serviceOrigins: [botUrl] }),
});

/** Whether an address is one of the Bot Connector. */
export const isServiceUrl = ({ serviceOrigins }: TeamsCloud, text: string): boolean =>
  URL.canParse(text) && serviceOrigins.includes(new URL(text).origin) && new URL(text).username === "";
