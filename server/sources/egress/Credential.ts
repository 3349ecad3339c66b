import { inspect } from "node:util";
import { CREDENTIAL_FAULTS } from "../../../contract/access/credentialRules.ts";
import { SourceError } from "../SourceError.ts";
import { serviceOf } from "./credentialOrigins.ts";
import { message } from "../../messages/messages.ts";

/** How a secret is written into a request: `basic` with the user name, `token` as GitHub reads it, `private-token` as GitLab does. */
export type AuthorizationScheme = "bearer" | "basic" | "token" | "private-token";

const HIDDEN = "[credential]";
/** A key file without headers between its first line and its base64. */
const KEY = /^(-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----)([A-Za-z0-9+/=\s]+)(-----END [A-Z0-9 ]*PRIVATE KEY-----)$/;

/**
 * A secret and the origins it belongs to. The secret cannot be read back: it is only written into a request or a key file for one of these
 * origins, and it does not show in JSON, in a log or in an error.
 */
export class Credential {
  readonly #token: string;
  readonly username: string;
  /** A token of a connected account. */
  readonly isOauth: boolean;
  /** A token of an installation of an app. */
  readonly isInstalled: boolean;
  /** The first is the one to name to people. */
  readonly origins: readonly string[];
  /** How git sends it. */
  readonly gitScheme: "basic" | "bearer";

  /** @param input.origin where the account was connected, or the origin of the URL that the secret was typed with */
  constructor(input: {
    readonly token: string;
    readonly username?: string | undefined;
    readonly isOauth?: boolean | undefined;
    readonly isInstalled?: boolean | undefined;
    readonly origin: string;
    readonly gitScheme?: "basic" | "bearer" | undefined;
  }) {
    this.#token = input.token;
    this.username = input.username ?? "";
    this.isOauth = input.isOauth === true;
    this.isInstalled = input.isInstalled === true;
    this.origins = serviceOf(input.origin);
    this.gitScheme = input.gitScheme ?? "basic";
  }

  /** The same secret with another user name. */
  withUsername(username: string): Credential {
    return this.#with({ username, gitScheme: this.gitScheme });
  }

  /** The same secret, which git sends in another form. */
  withGitScheme(gitScheme: "basic" | "bearer"): Credential {
    return this.#with({ username: this.username, gitScheme });
  }

  #with(change: Pick<Credential, "username" | "gitScheme">): Credential {
    return new Credential({ token: this.#token, isOauth: this.isOauth, origin: this.origins[0] ?? "", ...change });
  }

  as(scheme: AuthorizationScheme): Authorization {
    return Authorization.ofCredential(this, () => headerOf(scheme, this.username, this.#token));
  }

  /**
   * The secret as a private key for ssh, for the time of one connection.
   * @param origin `ssh://host:port`
   * @throws SourceError when the key belongs to another origin, or is none
   */
  privateKeyFor(origin: string): string {
    requireOrigin(this, origin);
    const text = this.#token.trim();
    const [, begin, body, end] = KEY.exec(text) ?? [];
    if (begin !== undefined && body !== undefined && end !== undefined) {
      // Pasting into a one-line input field removes the line breaks of a key.
      return [begin, ...(body.replaceAll(/\s/g, "").match(/.{1,64}/g) ?? []), end, ""].join("\n");
    }
    if (/^-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) return `${text.replaceAll("\r\n", "\n")}\n`;
    throw new SourceError("unauthorized", message("address.ssh_key_needed"));
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

/** A credential as one request carries it. */
export class Authorization {
  readonly #header: (() => readonly [string, string]) | null;
  readonly isOauth: boolean;
  readonly origins: readonly string[];

  private constructor(
    header: (() => readonly [string, string]) | null,
    bound: { readonly isOauth: boolean; readonly origins: readonly string[] },
  ) {
    this.#header = header;
    this.isOauth = bound.isOauth;
    this.origins = bound.origins;
  }

  static ofCredential(credential: Credential, header: () => readonly [string, string]): Authorization {
    return new Authorization(header, credential);
  }

  /**
   * For a request to a provider's own OAuth endpoints, whose secrets are in its body and perhaps in an `authorization` header that a
   * library has made.
   */
  static ofOauthClient(origin: string, header: string | undefined): Authorization {
    return new Authorization(header === undefined ? null : () => ["authorization", header], {
      isOauth: false,
      origins: serviceOf(origin),
    });
  }

  /**
   * The header to send; null when the secret is in the body.
   * @throws SourceError when the URL is of another origin, or no header can hold the secret
   */
  headerFor(url: URL): readonly [name: string, value: string] | null {
    requireOrigin(this, url.origin);
    return this.#header === null ? null : this.#header();
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, "");

function requireOrigin(
  { origins, isOauth }: { readonly origins: readonly string[]; readonly isOauth: boolean },
  origin: string,
): void {
  if (origins.includes(origin)) return;
  const home = hostOf(origins[0] ?? "");
  const host = hostOf(origin);
  throw isOauth
    ? new SourceError("connection", message("source.connection_origin", { home, asked: host }))
    : new SourceError("unauthorized", message("source.credential_origin", { home, asked: host }));
}

function headerOf(scheme: AuthorizationScheme, username: string, token: string): readonly [string, string] {
  if (scheme === "basic") return ["authorization", `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`];
  // RFC 9110 allows more, but no token of any provider has a space or a character beyond ASCII.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SourceError("unauthorized", message(CREDENTIAL_FAULTS.notToken));
  }
  switch (scheme) {
    case "private-token":
      return ["private-token", token];
    case "token":
      // Three parts: a JSON Web Token, which GitHub reads under another name.
      return ["authorization", token.split(".").length === 3 ? `bearer ${token}` : `token ${token}`];
    case "bearer":
      return ["authorization", `Bearer ${token}`];
  }
}
