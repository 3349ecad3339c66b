/** Reading persons of a company's directory, and checking their passwords, by LDAP (RFC 4511). */
import {
  BusyError,
  Client,
  type Entry,
  type Filter,
  NoSuchObjectError,
  ResultCodeError,
  UnavailableError,
  type SearchOptions,
} from "ldapts";
import type { Socket } from "node:net";
import { message } from "../../messages/messages.ts";
import { isIdentifier, type OidcClaims, readClaims } from "../oidc/readClaims.ts";
import { boundGroups, type SignInGroups } from "../oidc/readClaimGroups.ts";
import { SourceError } from "../SourceError.ts";
import { anyoneFilter, filterOf, identityFilter } from "./ldapFilter.ts";
import { type LdapRefusal, LdapRefusedError } from "./LdapRefusedError.ts";
import { LDAP_TIMEOUT_MS, type LdapOptions, openLdapSocket, readLdapAddress } from "./ldapSocket.ts";

export interface LdapSettings {
  readonly server: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly searchBase: string;
  /** With the place of a person's address. */
  readonly filter: string;
  readonly addressAttribute: string;
  readonly nameAttribute: string;
  /** "": groups are not read. */
  readonly groupsAttribute: string;
  /** Certificates in PEM that alone are trusted; null: those of the system. */
  readonly ca: string | null;
}

/** Attributes that identify an entry also after a change of its name, the best first; without one it is its DN. */
const IDENTITIES = ["objectGUID", "entryUUID", "nsUniqueId", "ipaUniqueID"] as const;
const DISABLED = ["userAccountControl", "nsAccountLock", "pwdAccountLockedTime"] as const;
/** ADS_UF_ACCOUNTDISABLE of Active Directory. */
const ACCOUNT_DISABLE = 2;
/** By an administrator of OpenLDAP; another time is a lock by wrong passwords, which a stranger can cause. */
const PERMANENT_LOCK = "000001010000Z";
/** Enough to see that there are several. */
const SIZE_LIMIT = 2;
/** Bytes of all answers on one connection for one person: 200 groups with long names are 60 kB. */
const MAX_BYTES = 1 << 20;

/** Values of an attribute, whose name a directory may write in other letters. */
function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((key) => key !== "dn" && key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : (entry[name] ?? []);
  return Array.isArray(value) ? value : [value];
}

const textsOf = (entry: Entry, attribute: string): string[] =>
  valuesOf(entry, attribute).filter((value) => typeof value === "string");

const isDisabled = (entry: Entry): boolean =>
  textsOf(entry, "userAccountControl").some((value) => (Number(value) & ACCOUNT_DISABLE) !== 0) ||
  textsOf(entry, "nsAccountLock").some((value) => value.toLowerCase() === "true") ||
  textsOf(entry, "pwdAccountLockedTime").includes(PERMANENT_LOCK);

function subjectOf(entry: Entry): string {
  for (const attribute of IDENTITIES) {
    const [value] = valuesOf(entry, attribute);
    if (value === undefined || value.length === 0) continue;
    return `${attribute}:${typeof value === "string" ? value : value.toString("hex")}`;
  }
  return `dn:${entry.dn}`;
}

export class LdapDirectory {
  readonly #settings: LdapSettings;
  readonly #options: LdapOptions;

  constructor(settings: LdapSettings, options: LdapOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  /**
   * Who a person is, if the password is right and the account not disabled. An address without an entry takes as many requests.
   * @throws SourceError, LdapRefusedError where the directory cannot say so
   */
  async authenticate(login: string, password: string): Promise<OidcClaims | undefined> {
    // A bind without a password always succeeds, without a name (RFC 4513, section 5.1.2).
    if (password === "") return undefined;
    return this.#connected(async (session) => {
      const entry = await this.#entryOf(session, login);
      const dn = entry?.dn ?? `cn=none,${this.#settings.searchBase}`;
      const isRight = await session.isPassword(dn, password);
      return entry && isRight && !isDisabled(entry) ? this.#claimsOf(entry, login) : undefined;
    });
  }

  /** Who the entry of an address is, without a password. @throws SourceError, LdapRefusedError also for none */
  async find(login: string): Promise<OidcClaims> {
    return this.#connected(async (session) => {
      const entry = await this.#entryOf(session, login);
      if (!entry) throw new LdapRefusedError("none");
      return this.#claimsOf(entry, login);
    });
  }

  /** Those subjects whose entry is gone or disabled. @throws SourceError, LdapRefusedError where not all are known */
  async ended(subjects: readonly string[]): Promise<string[]> {
    if (subjects.length === 0) return [];
    const ended: string[] = [];
    await this.#connected(async (session) => {
      for (const subject of subjects) {
        const entries = await this.#entriesOf(session, subject);
        if (entries.length === 0 || entries.some(isDisabled)) ended.push(subject);
        session.forgetBytes();
      }
    });
    return ended;
  }

  async #entryOf(session: LdapSession, login: string): Promise<Entry | undefined> {
    const { searchBase, filter } = this.#settings;
    const entries = await session.search(searchBase, this.#searchFor(filterOf(filter, login)));
    if (entries.length > 1) throw new LdapRefusedError("many");
    return entries[0];
  }

  async #entriesOf(session: LdapSession, subject: string): Promise<Entry[]> {
    const { searchBase, filter } = this.#settings;
    const end = subject.indexOf(":");
    const [kind, value] = [subject.slice(0, end), subject.slice(end + 1)];
    if (kind === "dn") {
      const options = { ...this.#searchFor(anyoneFilter(filter)), scope: "base" as const };
      return session.search(value, options).catch((error: unknown) => {
        if (error instanceof LdapRefusedError && error.cause instanceof NoSuchObjectError) return [];
        throw error;
      });
    }
    const identity = kind === "objectGUID" ? Buffer.from(value, "hex") : value;
    return session.search(searchBase, this.#searchFor(identityFilter(filter, kind, identity)));
  }

  #searchFor(filter: Filter): SearchOptions {
    const { addressAttribute, nameAttribute, groupsAttribute } = this.#settings;
    const attributes = [addressAttribute, nameAttribute, ...(groupsAttribute === "" ? [] : [groupsAttribute])];
    return {
      filter,
      scope: "sub",
      sizeLimit: SIZE_LIMIT,
      timeLimit: Math.ceil((this.#options.timeoutMs ?? LDAP_TIMEOUT_MS) / 1000),
      attributes: [...attributes, ...IDENTITIES, ...DISABLED],
      explicitBufferAttributes: ["objectGUID"],
    };
  }

  #claimsOf(entry: Entry, login: string): OidcClaims {
    const { addressAttribute, nameAttribute, groupsAttribute } = this.#settings;
    const addresses = textsOf(entry, addressAttribute);
    const subject = subjectOf(entry);
    if (!isIdentifier(subject)) throw new LdapRefusedError("identity");
    const claims = readClaims(
      {
        sub: subject,
        email: addresses.find((address) => address.toLowerCase() === login) ?? addresses[0],
        email_verified: true,
        name: textsOf(entry, nameAttribute)[0],
      },
      {},
    );
    return groupsAttribute === "" ? claims : { ...claims, groups: groupsOf(entry, groupsAttribute) };
  }

  async #connected<T>(work: (session: LdapSession) => Promise<T>): Promise<T> {
    const { server, ca, bindDn, bindPassword } = this.#settings;
    const socket = await openLdapSocket(server, ca, this.#options);
    const session = new LdapSession(socket, readLdapAddress(server).host, this.#options.timeoutMs);
    try {
      await session.bind(bindDn, bindPassword);
      return await work(session);
    } finally {
      socket.destroy();
    }
  }
}

/** Active Directory gives a long list in parts, of which the first is not all. */
function groupsOf(entry: Entry, attribute: string): SignInGroups {
  const isPart = Object.keys(entry).some((key) => key.toLowerCase().startsWith(`${attribute.toLowerCase()};range=`));
  return isPart ? { refused: "limit" } : boundGroups(valuesOf(entry, attribute));
}

/** Requests on one connection. The library would open another one, without encryption, when it is closed: here that fails. */
class LdapSession {
  readonly #client: Client;
  readonly #host: string;
  #bytes = 0;

  constructor(socket: Socket, host: string, timeoutMs: number = LDAP_TIMEOUT_MS) {
    this.#host = host;
    let isTaken = false;
    this.#client = new Client({
      url: "ldap://directory",
      timeout: timeoutMs,
      connectTimeout: timeoutMs,
      createConnection: () => {
        if (isTaken) throw new SourceError("cut", message("host.cut", { host }));
        isTaken = true;
        return socket;
      },
    });
    socket.on("data", (part: Buffer) => {
      this.#bytes += part.length;
      if (this.#bytes > MAX_BYTES) socket.destroy();
    });
    // What is waited for learns of it by the library.
    socket.on("error", () => undefined);
  }

  /** @throws LdapRefusedError where the directory refuses the account of Clew */
  async bind(dn: string, password: string): Promise<void> {
    if (!(await this.isPassword(dn, password))) throw new LdapRefusedError("bind");
  }

  /** Whether a bind succeeds. Without a name or a password it is none: both would be anonymous. @throws SourceError */
  async isPassword(dn: string, password: string): Promise<boolean> {
    if (dn === "" || password === "") return false;
    try {
      await this.#client.bind(dn, password);
      return true;
    } catch (error) {
      const failure = this.#failureOf(error, "bind");
      if (failure instanceof LdapRefusedError && failure.reason === "bind") return false;
      throw failure;
    }
  }

  /** Entries of a search; references to other directories are not followed. @throws LdapRefusedError, SourceError */
  async search(base: string, options: SearchOptions): Promise<Entry[]> {
    try {
      return (await this.#client.search(base, options)).searchEntries;
    } catch (error) {
      throw this.#failureOf(error, error instanceof NoSuchObjectError ? "base" : "search");
    }
  }

  /** The bound is for one person. */
  forgetBytes(): void {
    this.#bytes = 0;
  }

  #failureOf(error: unknown, reason: LdapRefusal): Error {
    const params = { host: this.#host };
    if (error instanceof SourceError || error instanceof LdapRefusedError) return error;
    const cause = { cause: error };
    if (this.#bytes > MAX_BYTES) return new SourceError("too_large", message("host.large_answer", params), cause);
    if (error instanceof BusyError || error instanceof UnavailableError) {
      return new SourceError("host_failure", message("host.failure", params), cause);
    }
    if (error instanceof ResultCodeError) return new LdapRefusedError(reason, cause);
    if (error instanceof Error && error.message.includes("timed out")) {
      return new SourceError("timeout", message("host.timeout", params), cause);
    }
    if (error instanceof Error && /^(?:Connection closed|Socket)/.test(error.message)) {
      return new SourceError("cut", message("host.cut", params), cause);
    }
    return new LdapRefusedError("answer", cause);
  }
}
