/** The environment variables and options of the command line that the server reads, and their validation. */
import { delimiter, isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { INTEGRATIONS } from "../contract/constants.ts";
import { CannotStart, errorMessage } from "./errors.ts";
import { defaultDataFolder } from "./productFiles.ts";

/** `CLEW_ROLE` and `LOG_LEVEL` accept these. */
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const LOG_FORMATS = ["json", "text"] as const;
const ROLES = ["web", "worker", "search"] as const;
/** A process that serves an installation alone. */
const DEFAULT_ROLES: readonly Role[] = ["web", "worker"];
export type Role = (typeof ROLES)[number];
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFormat = (typeof LOG_FORMATS)[number];

const hostAndPort = z
  .string()
  .regex(/^(?:\[[\da-fA-F:.]+\]|[^\s:/[\]]+):\d{1,5}$/, "must be host:port, such as 10.0.0.5:4100");
const httpAddress = z.url({ protocol: /^http$/, error: "must be an http address" });

const wholeNumber = (min: number, max: number, message = "must be a number") =>
  z.coerce
    .number(message)
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const list = (separator: string | RegExp) =>
  z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    );

/** A mistyped entry would trust the wrong proxy, or none. */
const isNetwork = (entry: string): boolean =>
  ["loopback", "linklocal", "uniquelocal"].includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
const isNameServer = (entry: string): boolean =>
  ipaddr.isValid(entry) || ipaddr.isValid(/^\[?(.+?)\]?:\d{1,5}$/.exec(entry)?.[1] ?? "");
const isOrigin = (entry: string): boolean => URL.canParse(entry) && new URL(entry).origin === entry;

/** `CLEW_GITHUB_CLIENT_ID`, `CLEW_GITHUB_CLIENT_SECRET` and, for a self-hosted server, `CLEW_GITHUB_URL`; so for each provider. */
function oauthVariables(): Record<string, z.ZodOptional<z.ZodString> | z.ZodOptional<z.ZodURL>> {
  return Object.fromEntries(
    INTEGRATIONS.flatMap((name) => {
      const prefix = `CLEW_${name.toUpperCase()}`;
      return [
        [`${prefix}_CLIENT_ID`, z.string().optional()],
        [`${prefix}_CLIENT_SECRET`, z.string().optional()],
        [`${prefix}_URL`, z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional()],
      ];
    }),
  );
}

/** Seconds of processor time within a minute. */
const seconds = <D extends number | undefined>(byDefault: D) =>
  z.coerce
    .number("must be a number of seconds")
    .min(1, "must be at least 1")
    .max(100_000, "must be at most 100000")
    .optional()
    .transform((value) => value ?? byDefault);

const Variables = z.object({
  CLEW_DATA: z.string().min(1),
  PORT: wholeNumber(0, 65535, "must be a number from 0 to 65535").default(4000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must start with postgres:// or postgresql://")
    .optional(),
  CLEW_DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  CLEW_DEMO: z.enum(["on", "off"], "must be on or off").default("on"),
  CLEW_ALLOWED_NETWORKS: list(/[,\s]+/),
  CLEW_ALLOWED_PATHS: list(delimiter).transform((paths) => paths.map((path) => resolve(path))),
  CLEW_MAX_FILES: wholeNumber(1000, 20_000_000).default(1_000_000),
  CLEW_MASTER_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  CLEW_MASTER_KEY_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  CLEW_BACKUP_KEY_FILE: z.string().min(1).optional(),
  CLEW_BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  CLEW_BACKUP_FOLDER: z
    .string()
    .refine(isAbsolute, "must be an absolute path")
    .transform((path) => resolve(path))
    .optional(),
  CLEW_BACKUP_EVERY_HOURS: wholeNumber(1, 8760).default(24),
  CLEW_BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  CLEW_BACKUP_DRILL_DAYS: wholeNumber(0, 365).default(7),
  CLEW_BACKUP_MAX_AGE_HOURS: wholeNumber(0, 100_000).default(168),
  CLEW_DISK_RESERVE_MB: wholeNumber(0, 100_000_000).default(1024),
  CLEW_COMPANY_DISK_MB: wholeNumber(0, 1_000_000_000).default(0),
  CLEW_COMPANY_SOURCES: wholeNumber(0, 1_000_000).default(0),
  CLEW_COMPANY_SYNCS: wholeNumber(0, 1000).default(2),
  CLEW_PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  CLEW_SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" }).optional(),
  CLEW_MAIL_FROM: z
    .string()
    .max(254)
    .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be an address, or Name <address>")
    .optional(),
  CLEW_SUPPORT_EMAIL: z.email("must be an email address").optional(),
  CLEW_TRUSTED_PROXIES: list(/[,\s]+/).refine(
    (entries) => entries.every(isNetwork),
    "must name addresses or networks, such as 10.0.0.5 or 10.0.0.0/8",
  ),
  CLEW_ALLOWED_ORIGINS: list(/[,\s]+/).refine(
    (entries) => entries.every(isOrigin),
    "must name origins, such as https://clew.example.org",
  ),
  CLEW_DNS_SERVERS: list(/[,\s]+/).refine(
    (servers) => servers.every(isNameServer),
    "must name addresses of name servers, such as 10.0.0.53 or 127.0.0.1:5353",
  ),
  CLEW_PLAIN_LDAP: z.enum(["on", "off"], "must be on or off").default("off"),
  CLEW_SLACK_URL: z
    .string()
    .refine(isOrigin, "must be an origin, such as https://slack.com")
    .default("https://slack.com"),
  CLEW_TEAMS_URL: z
    .string()
    .refine(isOrigin, "must be an origin, such as https://api.botframework.com")
    .default("https://api.botframework.com"),
  CLEW_BROWSER: z.string().min(1).optional(),
  CLEW_MCP_RATE: wholeNumber(1, 100_000).default(120),
  CLEW_CONFIRM_MINUTES: wholeNumber(1, 300_000).default(720),
  CLEW_METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  CLEW_OPS_PORT: wholeNumber(0, 65535, "must be a number from 0 to 65535").optional(),
  CLEW_OPS_HOST: z.string().min(1).default("127.0.0.1"),
  CLEW_BLOBS: z.enum(["files", "database", "s3"], "must be files, database or s3").optional(),
  CLEW_BLOB_CACHE_MB: wholeNumber(0, 10_000_000, "must be a number of megabytes").default(2048),
  CLEW_ENGINE_THREADS: wholeNumber(2, 64, "must be a number of threads").optional(),
  CLEW_ENGINE_SECONDS_PER_PERSON: seconds(30),
  CLEW_ENGINE_SECONDS_PER_COMPANY: seconds(undefined),
  CLEW_INDEX_MEMORY_MB: wholeNumber(32, 1_000_000, "must be a number of megabytes").default(256),
  CLEW_SEARCH_ADDRESS: hostAndPort.default("127.0.0.1:4100"),
  CLEW_SEARCH_URL: httpAddress.optional(),
  CLEW_SEARCH_REPLICAS: wholeNumber(1, 8).default(1),
  CLEW_MIRROR_ADDRESS: hostAndPort.default("127.0.0.1:0"),
  CLEW_MIRROR_URL: httpAddress.optional(),
  CLEW_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  CLEW_S3_REGION: z.string().default("us-east-1"),
  CLEW_S3_BUCKET: z.string().optional(),
  CLEW_S3_KEY: z.string().optional(),
  CLEW_S3_SECRET: z.string().optional(),
  CLEW_S3_PATH_STYLE: z.enum(["on", "off"], "must be on or off").optional(),
  CLEW_S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, "must be a path of letters, digits, . _ - and /")
    .default(""),
  CLEW_DIST: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).optional(),
  LOG_FORMAT: z.enum(LOG_FORMATS, "must be json or text").optional(),
  CLEW_OPEN: z.enum(["on", "off"], "must be on or off").default("off"),
  ...oauthVariables(),
  CLEW_ROLE: list(",")
    .pipe(z.array(z.enum(ROLES, "must be web, worker, search or several of them, such as web,worker")))
    .transform((roles): readonly Role[] => (roles.length === 0 ? DEFAULT_ROLES : roles)),
  NODE_ENV: z.string().default("production"),
});

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Variables.shape);

/** The validated variables by name, with defaults. */
export type Environment = z.output<typeof Variables>;

/**
 * Validates the environment.
 * @param args command-line options, which override the environment
 * @returns `env`: the variables; `set`: all variables that are not empty, as they came
 * @throws CannotStart naming every variable that is wrong and its form
 */
export function readEnvironment(
  environment: Record<string, string | undefined>,
  args: readonly string[],
): { readonly env: Environment; readonly set: Record<string, string | undefined> } {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const CLEW_DATA = set["CLEW_DATA"] ?? defaultFolder(set);
  const parsed = Variables.safeParse({ ...set, CLEW_DATA, ...variablesOf(args) });
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    throw new CannotStart(`Wrong settings: ${wrong.join("; ")}.`);
  }
  return { env: parsed.data, set };
}

/** @throws CannotStart for a user without a home folder */
function defaultFolder(set: Record<string, string | undefined>): string {
  try {
    return defaultDataFolder(set);
  } catch (error) {
    throw new CannotStart(errorMessage(error), { cause: error });
  }
}

/** The variables that options of the command line set. @throws CannotStart */
function variablesOf(args: readonly string[]): Record<string, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { role: { type: "string" }, port: { type: "string" }, open: { type: "boolean" } },
    });
    return {
      ...(values.role !== undefined && { CLEW_ROLE: values.role }),
      ...(values.port !== undefined && { PORT: values.port }),
      ...(values.open === true && { CLEW_OPEN: "on" }),
    };
  } catch (error) {
    throw new CannotStart(errorMessage(error), { cause: error });
  }
}
