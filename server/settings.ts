/**
 * The settings of an operator, derived once at the start from the environment. Each module receives the parsed object. docs/OPERATING.md
 * describes each setting.
 */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { INTEGRATIONS } from "../contract/constants.ts";
import { MEGABYTE } from "./sizes.ts";
import { type Environment, type LogFormat, type LogLevel, type Role, readEnvironment } from "./environment.ts";
import { CannotStart } from "./errors.ts";
import { productFile } from "./productFiles.ts";

export { SETTING_NAMES } from "./environment.ts";

export interface OauthRegistration {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A self-hosted server instead of the provider's public one; without a slash at the end. */
  readonly url: string | undefined;
}

/** Where the parts of the search index are kept. */
export interface BlobSettings {
  readonly driver: "files" | "database" | "s3";
  /** Set with `s3`. */
  readonly s3: S3Settings | undefined;
  /** Bytes of this machine's disk that copies of far blobs may take; 0: none. */
  readonly cacheBytes: number;
}

export interface S3Settings {
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
  /** Ends with a slash where it is not empty. */
  readonly prefix: string;
}

/** What a company may use; null: as much as there is. */
export interface Quotas {
  /** Bytes of copies, index and rows. */
  readonly diskBytes: number | null;
  readonly sources: number | null;
  /** Syncs that run at the same time, in all processes. */
  readonly syncs: number | null;
}

/** The threads that search, localize, rank and measure. */
export interface EngineSettings {
  readonly threads: number;
  /** Milliseconds of processor time that may be used within a minute. */
  readonly limits: { readonly userMsPerMinute: number; readonly companyMsPerMinute: number };
  /** Bytes of indexes that may be kept open. */
  readonly indexBytes: number;
}

/** How processes with the role `search` are reached, and how they are used. */
export interface SearchSettings {
  /** Where a search process takes tasks. */
  readonly host: string;
  readonly port: number;
  /** How other processes reach it, without a slash at the end; undefined: by its host and port. */
  readonly url: string | undefined;
  /** Replicas of every project. */
  readonly minReplicas: number;
}

/** How processes with the role `worker` are reached by others that read their mirrors. */
export interface MirrorSettings {
  /** Where reads of other processes are taken. */
  readonly host: string;
  readonly port: number;
  /** How other processes reach it, without a slash at the end; undefined: by its host and port. */
  readonly url: string | undefined;
}

export interface Settings {
  /** Absolute path of the one folder that holds everything this installation owns. */
  readonly dataDir: string;
  readonly port: number;
  readonly host: string;
  /** Undefined: the embedded database inside `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Milliseconds after SIGTERM in which a web process still answers while it reports that it is not ready. */
  readonly drainMs: number;
  readonly demo: boolean;
  /** CIDR blocks and exact host names that a user's URL may reach although they are private. */
  readonly allowedNetworks: readonly string[];
  /** Absolute folders whose repositories may be linked by a local path. */
  readonly allowedPaths: readonly string[];
  /** Files that one commit of a repository may have, or change; a larger one is not read. */
  readonly maxFiles: number;
  /**
   * How backups are encrypted; where the server makes them itself, how often, how many are kept, and after how many days one is restored as a
   * test (0: never); and the age in hours beyond which the newest one is warned of (0: never).
   */
  readonly backup: {
    /** Absolute; undefined: the server makes none. */
    readonly folder: string | undefined;
    readonly everyHours: number;
    readonly keep: number;
    readonly drillDays: number;
    readonly keyFile: string | undefined;
    readonly passphrase: string | undefined;
    readonly maxAgeHours: number;
  };
  /** Bytes of the data folder's disk that syncs leave free. */
  readonly diskReserveBytes: number;
  /** The quotas of companies without their own values. */
  readonly companyQuotas: Quotas;
  /** Undefined: a key file in `dataDir`, made at the first start. */
  readonly masterKey: string | undefined;
  /** The master key that is being replaced, or that replaces it, while a rotation is in progress. */
  readonly previousMasterKey: string | undefined;
  /** Where people reach this server, without a slash at the end; undefined: the address it listens on. */
  readonly publicUrl: string | undefined;
  /** Undefined: mails stay in the outbox, where the operator lists them. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** The address for support. */
  readonly supportEmail: string | undefined;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call this server in addition to its own; none: no CORS. */
  readonly allowedOrigins: readonly string[];
  /** Name servers that prove domains of single sign-on, each with an optional port; none: those of the system. */
  readonly dnsServers: readonly string[];
  /** `ldap://` at a loopback address is not encrypted. */
  readonly allowsPlainLdap: boolean;
  /** Where Slack is; the API is below it. */
  readonly slackUrl: string;
  /** The origin of the Bot Framework: it names the cloud of Microsoft. */
  readonly teamsUrl: string;
  /** The path of the Chromium that makes PDF and PNG of reports; undefined: the first on the PATH, if there is one. */
  readonly browser: string | undefined;
  /** Calls that one token for agents may make within a minute. */
  readonly mcpRate: number;
  /** Minutes after entering the password in which a session may make sensitive calls without entering it again. */
  readonly confirmMinutes: number;
  /** The token for reading metrics on the app's port; undefined disables them there. */
  readonly metricsToken: string | undefined;
  /** A separate port for metrics and health; undefined: none. */
  readonly operatorPort: { readonly host: string; readonly port: number } | undefined;
  readonly blobs: BlobSettings;
  readonly engines: EngineSettings;
  readonly search: SearchSettings;
  readonly mirrors: MirrorSettings;
  /** Absolute path of the built web app. */
  readonly distDir: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Whether the browser of this machine is opened once the server is ready. */
  readonly opensBrowser: boolean;
  readonly roles: readonly Role[];
  /** Where the operator has registered this server, so that people can connect their accounts. */
  readonly oauth: Partial<Record<(typeof INTEGRATIONS)[number], OauthRegistration>>;
  /** Answers are checked against the contract before they leave: on everywhere but in production. */
  readonly checkAnswers: boolean;
}

/**
 * Reads and checks the settings.
 * @param environment usually process.env; an empty value counts as not set
 * @param args command-line words: `--role=web,worker`, `--port=4000` and `--open` win over the environment
 * @param options `isTerminal`: whether standard output is a terminal, which decides the default of `LOG_FORMAT`
 * @throws CannotStart naming every setting that is wrong and what it must be
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  args: readonly string[] = [],
  { isTerminal = false }: { readonly isTerminal?: boolean } = {},
): Settings {
  const { env, set } = readEnvironment(environment, args);
  const logFormat = env.LOG_FORMAT ?? (isTerminal ? "text" : "json");
  return {
    dataDir: resolve(env.CLEW_DATA),
    port: env.PORT,
    host: env.HOST,
    ...readDatabase(env),
    demo: env.CLEW_DEMO === "on",
    allowedNetworks: env.CLEW_ALLOWED_NETWORKS,
    allowedPaths: env.CLEW_ALLOWED_PATHS,
    maxFiles: env.CLEW_MAX_FILES,
    masterKey: env.CLEW_MASTER_KEY,
    previousMasterKey: env.CLEW_MASTER_KEY_PREVIOUS,
    backup: {
      keyFile: env.CLEW_BACKUP_KEY_FILE,
      passphrase: env.CLEW_BACKUP_PASSPHRASE,
      folder: env.CLEW_BACKUP_FOLDER,
      everyHours: env.CLEW_BACKUP_EVERY_HOURS,
      keep: env.CLEW_BACKUP_KEEP,
      drillDays: env.CLEW_BACKUP_DRILL_DAYS,
      maxAgeHours: env.CLEW_BACKUP_MAX_AGE_HOURS,
    },
    diskReserveBytes: env.CLEW_DISK_RESERVE_MB * MEGABYTE,
    companyQuotas: {
      diskBytes: env.CLEW_COMPANY_DISK_MB === 0 ? null : env.CLEW_COMPANY_DISK_MB * MEGABYTE,
      sources: env.CLEW_COMPANY_SOURCES || null,
      syncs: env.CLEW_COMPANY_SYNCS || null,
    },
    publicUrl: env.CLEW_PUBLIC_URL?.replace(/\/+$/, ""),
    smtp: readSmtp(env),
    supportEmail: env.CLEW_SUPPORT_EMAIL,
    trustedProxies: env.CLEW_TRUSTED_PROXIES,
    allowedOrigins: env.CLEW_ALLOWED_ORIGINS,
    dnsServers: env.CLEW_DNS_SERVERS,
    allowsPlainLdap: env.CLEW_PLAIN_LDAP === "on",
    ...readChats(env),
    browser: env.CLEW_BROWSER,
    mcpRate: env.CLEW_MCP_RATE,
    confirmMinutes: env.CLEW_CONFIRM_MINUTES,
    metricsToken: env.CLEW_METRICS_TOKEN,
    operatorPort: env.CLEW_OPS_PORT === undefined ? undefined : { host: env.CLEW_OPS_HOST, port: env.CLEW_OPS_PORT },
    blobs: readBlobs(env),
    engines: readEngines(env),
    search: readSearch(env),
    mirrors: { ...readAddress(env.CLEW_MIRROR_ADDRESS), url: env.CLEW_MIRROR_URL?.replace(/\/+$/, "") },
    distDir: resolve(env.CLEW_DIST ?? productFile("dist")),
    // People who start it in a terminal read what went wrong; programs read every line.
    logLevel: env.LOG_LEVEL ?? (logFormat === "text" ? "warn" : "info"),
    logFormat,
    opensBrowser: env.CLEW_OPEN === "on",
    roles: env.CLEW_ROLE,
    oauth: readRegistrations(set),
    checkAnswers: env.NODE_ENV !== "production",
  };
}

const readChats = ({ CLEW_SLACK_URL: slackUrl, CLEW_TEAMS_URL: teamsUrl }: Environment) => ({ slackUrl, teamsUrl });

/** With the embedded database no other process could answer during a wait. */
function readDatabase({ DATABASE_URL: databaseUrl, CLEW_DRAIN_SECONDS: seconds }: Environment) {
  return { databaseUrl, drainMs: (seconds ?? (databaseUrl === undefined ? 0 : 5)) * 1000 };
}

/** @throws CannotStart for a mail server without a sender */
function readSmtp({ CLEW_SMTP_URL: url, CLEW_MAIL_FROM: from }: Environment): Settings["smtp"] {
  if (url === undefined) return undefined;
  if (from === undefined) {
    throw new CannotStart("Wrong settings: CLEW_MAIL_FROM must name the sender of mails when CLEW_SMTP_URL is set.");
  }
  return { url, from };
}

/** Reads the limits of the engines. A company gets four fifths of what the threads can do by default: the rest is for others. */
function readEngines(env: Environment): EngineSettings {
  const cores = env.CLEW_ENGINE_THREADS ?? Math.min(8, Math.max(2, availableParallelism()));
  const person = env.CLEW_ENGINE_SECONDS_PER_PERSON;
  const company = env.CLEW_ENGINE_SECONDS_PER_COMPANY ?? Math.max(person, cores * 48);
  if (company < person) {
    throw new CannotStart(
      "Wrong settings: CLEW_ENGINE_SECONDS_PER_COMPANY must be at least CLEW_ENGINE_SECONDS_PER_PERSON.",
    );
  }
  return {
    threads: cores,
    limits: { userMsPerMinute: person * 1000, companyMsPerMinute: company * 1000 },
    indexBytes: env.CLEW_INDEX_MEMORY_MB * MEGABYTE,
  };
}

/** @throws CannotStart for a search process without a database that others share */
function readSearch(env: Environment): SearchSettings {
  if (env.CLEW_ROLE.includes("search") && env.DATABASE_URL === undefined) {
    throw new CannotStart(
      "Wrong settings: CLEW_ROLE=search needs DATABASE_URL. The embedded database belongs to one process, which searches itself.",
    );
  }
  return {
    ...readAddress(env.CLEW_SEARCH_ADDRESS),
    url: env.CLEW_SEARCH_URL?.replace(/\/+$/, ""),
    minReplicas: env.CLEW_SEARCH_REPLICAS,
  };
}

function readAddress(address: string): { readonly host: string; readonly port: number } {
  const [, host = "", port = ""] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? [];
  return { host, port: Number(port) };
}

/** With PostgreSQL there may be several machines, so blobs are in the database unless another driver is set. */
function readBlobs(env: Environment): BlobSettings {
  const driver = env.CLEW_BLOBS ?? (env.DATABASE_URL === undefined ? "files" : "database");
  if (driver === "database" && env.DATABASE_URL === undefined) {
    throw new CannotStart(
      "Wrong settings: CLEW_BLOBS=database needs DATABASE_URL. The embedded database keeps blobs in files next to it.",
    );
  }
  return {
    driver,
    s3: driver === "s3" ? readS3(env) : undefined,
    cacheBytes: env.CLEW_BLOB_CACHE_MB * MEGABYTE,
  };
}

function readS3(env: Environment): S3Settings {
  const { CLEW_S3_BUCKET: bucket, CLEW_S3_KEY: accessKeyId, CLEW_S3_SECRET: secretAccessKey } = env;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new CannotStart("Wrong settings: CLEW_BLOBS=s3 needs CLEW_S3_BUCKET, CLEW_S3_KEY and CLEW_S3_SECRET.");
  }
  const endpoint = env.CLEW_S3_ENDPOINT?.replace(/\/+$/, "");
  const prefix = env.CLEW_S3_PREFIX.replaceAll(/^\/+|\/+$/g, "");
  return {
    endpoint,
    region: env.CLEW_S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    // Self-hosted stores rarely have a host name for each bucket.
    pathStyle: env.CLEW_S3_PATH_STYLE === undefined ? endpoint !== undefined : env.CLEW_S3_PATH_STYLE === "on",
    prefix: prefix === "" ? "" : `${prefix}/`,
  };
}

/** @throws CannotStart for an id without its secret, or the other way round */
function readRegistrations(set: Record<string, string | undefined>): Settings["oauth"] {
  const registrations: Settings["oauth"] = {};
  for (const name of INTEGRATIONS) {
    const prefix = `CLEW_${name.toUpperCase()}`;
    const [clientId, clientSecret] = [set[`${prefix}_CLIENT_ID`], set[`${prefix}_CLIENT_SECRET`]];
    if ((clientId === undefined) !== (clientSecret === undefined)) {
      throw new CannotStart(`Wrong settings: ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together.`);
    }
    if (clientId === undefined || clientSecret === undefined) continue;
    registrations[name] = { clientId, clientSecret, url: set[`${prefix}_URL`]?.replace(/\/+$/, "") };
  }
  return registrations;
}
