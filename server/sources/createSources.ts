import { isIP } from "node:net";
import { join } from "node:path";
import { webTokenFault } from "../../contract/credentialRules.ts";
import { Credential } from "./Credential.ts";
import { SourceError, findSourceError } from "./SourceError.ts";
import { originOf } from "./credentialOrigins.ts";
import { type CodeHostName, canonicalUrl, createCodeHost } from "./codeHosts.ts";
import { type GitAddress, repositoryName } from "./git/gitAddress.ts";
import { withGitAccess } from "./git/gitAccess.ts";
import { type FetchProgress, type Mirrored, removeMirror, updateMirror } from "./git/mirror.ts";
import { type RemoteRef, listRemoteRefs, updateMirrorRefs } from "./git/mirrorRefs.ts";
import { mirrorFolderIn } from "./git/mirrorFolder.ts";
import { type RemoteHead, readRemoteHead } from "./git/remote.ts";
import { type Egress, createEgress } from "./egress.ts";
import {
  type ResolvedAddress,
  type ConnectorInput,
  repositoryFacts,
  requestsOf,
  trackerOf,
  wikiOf,
} from "./connectorRegistry.ts";
import type { CodeHost, SourceFacts } from "./connectorTypes.ts";
import type { RequestReader } from "./requestTypes.ts";
import type { Tracker } from "./trackerTypes.ts";
import type { Wiki } from "./wikiTypes.ts";
import { type Message, message } from "../messages/messages.ts";

export interface SourcesOptions {
  readonly dataDir: string;
  /** CIDR blocks and hosts that may be reached although they are private. */
  readonly allowedNetworks: readonly string[];
  readonly allowedPaths: readonly string[];
  /** Called with the status of every response of a host, and null where there was none. */
  readonly onResponse?: (status: number | null) => void;
  /** A test's own way out. */
  readonly egress?: Egress;
  /** Milliseconds that validating may take. */
  readonly validateTimeoutMs?: number;
  /** Milliseconds before the first repetition of a request that the host failed at. */
  readonly retryDelayMs?: number;
}

/** A source as a user gives it. */
export interface SourceAccess {
  readonly provider: string;
  readonly url: string;
  readonly credential?: CredentialInput | null | undefined;
  /** The texts of items that the host restricts are read too. */
  readonly readsRestricted?: boolean;
}

export interface CredentialInput {
  readonly token: string;
  readonly username?: string | undefined;
  readonly isOauth?: boolean;
  /** The origin that the credential may be sent to. Omitted for one that is typed with the address: then it is the address's. */
  readonly origin?: string | undefined;
}

/** A credential that was stored: it belongs to the origin at which it was given, even if its source has another address now. */
export type StoredCredential = CredentialInput & { readonly origin: string };

/** What validating found, and the spelling of the address to store. */
export type ValidatedSource = SourceFacts & { readonly url: string };

export type LinkedKind = "repository" | "tracker" | "wiki";

export interface MirrorProgress {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: FetchProgress) => void;
}

/** Everything that comes from outside, behind one object. */
export interface Sources {
  /** The guarded way out, for what is no source: signing in at providers, calendars. */
  readonly egress: Egress;
  /**
   * The spelling of the address to store and the name of the source, without a request to the host. SourceError for an address that
   * this server does not read.
   */
  identify(kind: LinkedKind, given: SourceAccess): Promise<{ readonly url: string; readonly name: string }>;
  /** Checks at the host that the repository exists and may be read. SourceError with a message for the user, within five seconds. */
  validateRepository(given: SourceAccess): Promise<ValidatedSource>;
  validateTracker(given: SourceAccess): Promise<ValidatedSource>;
  validateWiki(given: SourceAccess): Promise<ValidatedSource>;
  openTracker(given: SourceAccess): Tracker;
  openWiki(given: SourceAccess): Wiki;
  /** The requests of a repository or tracker; null where there are none to read. */
  openRequests(given: SourceAccess): RequestReader | null;
  /** Where the mirror of a repository is, by the source's id. */
  mirrorFolder(sourceId: string): string;
  updateMirror(sourceId: string, given: SourceAccess, progress: MirrorProgress): Promise<Mirrored>;
  /** All branches and tags of a repository. */
  listRefs(given: SourceAccess, signal: AbortSignal): Promise<RemoteRef[]>;
  /** Brings these refs of the mirror to what the remote has and removes others; the commit of each, null for a tag of something else. */
  updateRefs(
    sourceId: string,
    given: SourceAccess,
    refs: readonly RemoteRef[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string | null>>;
  removeMirror(sourceId: string): Promise<void>;
  close(): Promise<void>;
}

const CODE_HOSTS: ReadonlySet<string> = new Set(["github", "gitlab", "bitbucket", "git"] satisfies CodeHostName[]);
const isCodeHost = (name: string): name is CodeHostName => CODE_HOSTS.has(name);

export function createSources(options: SourcesOptions): Sources {
  const egress =
    options.egress ??
    createEgress({
      allowed: options.allowedNetworks,
      ...(options.onResponse && { onResponse: options.onResponse }),
    });
  const sshFolder = join(options.dataDir, "ssh");
  const rules = { egress, allowedPaths: options.allowedPaths };
  const deadlineMs = options.validateTimeoutMs ?? 5000;
  const mirrorFolder = mirrorFolderIn(options.dataDir);

  const readRepository = async (
    given: SourceAccess,
  ): Promise<{ address: GitAddress; credential: Credential | null; host: CodeHost }> => {
    if (!isCodeHost(given.provider)) throw new SourceError("provider", message("provider.no_repositories"));
    const host = createCodeHost(given.provider, rules);
    const address = await host.address(given.url);
    return { address, credential: gitCredential(given, canonicalUrl(address), host.tokenUser), host };
  };
  const inputOf = (given: SourceAccess, credential: Credential | null, retries?: number): ConnectorInput => ({
    url: given.url,
    credential,
    egress,
    readsRestricted: given.readsRestricted === true,
    ...(retries !== undefined && { retries }),
    ...(options.retryDelayMs !== undefined && { retryDelayMs: options.retryDelayMs }),
  });
  /** The address is read without the credential first, because it determines the origin of a credential that was entered with it. */
  const opened = <T>(
    read: (provider: string, input: ConnectorInput) => ResolvedAddress<T>,
    given: SourceAccess,
    retries?: number,
  ): ResolvedAddress<T> => {
    const { url } = read(given.provider, inputOf(given, null));
    return read(given.provider, inputOf(given, credentialOf(given, url, ""), retries));
  };
  /** A caller waits for this answer, so nothing is retried. */
  const described = <T extends { describe(signal: AbortSignal): Promise<SourceFacts> }>(
    read: (provider: string, input: ConnectorInput) => ResolvedAddress<T>,
    given: SourceAccess,
  ) =>
    within(deadlineMs, async (signal) => {
      const source = opened(read, given, 0);
      return { ...(await source.open().describe(signal)), url: source.url };
    });

  return {
    egress,
    async identify(kind, given) {
      if (kind === "repository") {
        const { address } = await readRepository(given);
        return { url: canonicalUrl(address), name: repositoryName(address) };
      }
      const { url, name } = (kind === "wiki" ? wikiOf : trackerOf)(given.provider, inputOf(given, null));
      return { url, name };
    },
    validateRepository: (given) =>
      within(deadlineMs, async (signal) => {
        const { address, credential, host } = await readRepository(given);
        const url = canonicalUrl(address);
        const [head, facts] = await Promise.all([
          withGitAccess(address, credential, { egress, sshFolder, connectTimeoutMs: deadlineMs }, (access) =>
            readRemoteHead(address, access, { signal, timeoutMs: deadlineMs }),
          ),
          given.credential && address.kind === "web"
            ? repositoryFacts(
                given.provider,
                inputOf({ ...given, url }, credentialOf(given, url, host.tokenUser), 0),
                // Optional: the result of git does not wait for it.
                AbortSignal.any([signal, AbortSignal.timeout(deadlineMs / 2)]),
              )
            : null,
        ]);
        return {
          url,
          name: repositoryName(address),
          visibility:
            facts && facts.visibility !== "unknown"
              ? facts.visibility
              : await visibilityOf(address, credential, signal),
          defaultBranch: head.branch,
          notes: [...notesOn(head), ...(facts?.notes ?? [])],
          ...(facts && {
            account: facts.account ?? null,
            missing: facts.missing ?? [],
            limitLeft: facts.limitLeft ?? null,
            sample: facts.sample ?? [],
          }),
        };
      }),
    validateTracker: (given) => described(trackerOf, given),
    validateWiki: (given) => described(wikiOf, given),
    openTracker: (given) => opened(trackerOf, given).open(),
    openWiki: (given) => opened(wikiOf, given).open(),
    openRequests: (given) => requestsOf(given.provider, inputOf(given, credentialOf(given, given.url, ""))),
    mirrorFolder,
    async updateMirror(sourceId, given, progress) {
      const { address, credential } = await readRepository(given);
      return withGitAccess(address, credential, { egress, sshFolder }, (access) =>
        updateMirror({ folder: mirrorFolder(sourceId), address, access, ...progress }),
      );
    },
    async listRefs(given, signal) {
      const { address, credential } = await readRepository(given);
      return withGitAccess(address, credential, { egress, sshFolder }, (access) =>
        listRemoteRefs(address, access, signal),
      );
    },
    async updateRefs(sourceId, given, refs, signal) {
      const { address, credential } = await readRepository(given);
      return withGitAccess(address, credential, { egress, sshFolder }, (access) =>
        updateMirrorRefs({ folder: mirrorFolder(sourceId), address, access, signal }, refs),
      );
    },
    removeMirror: (sourceId) => removeMirror(mirrorFolder(sourceId)),
    close: () => egress.close(),
  };

  /** Whether it is public, checked without the credential. A path or a host of the own network is neither public nor private. */
  async function visibilityOf(
    address: GitAddress,
    credential: Credential | null,
    signal: AbortSignal,
  ): Promise<SourceFacts["visibility"]> {
    if (address.kind !== "web") return "unknown";
    const isInside = isIP(address.host) !== 0 || !address.host.includes(".");
    if (!credential) return isInside ? "unknown" : "public";
    try {
      await withGitAccess(address, null, { egress, sshFolder }, (access) =>
        readRemoteHead(address, access, { signal }),
      );
      return isInside ? "unknown" : "public";
    } catch (error) {
      const code = error instanceof SourceError ? error.code : null;
      return code === "unauthorized" || code === "forbidden" || code === "not_found" ? "private" : "unknown";
    }
  }
}

/**
 * @param url of the source, in its stored spelling
 * @throws SourceError for a token that no request to this address can carry
 */
function credentialOf(given: SourceAccess, url: string, tokenUser: string): Credential | null {
  const { credential } = given;
  if (!credential) return null;
  const origin = credential.origin ?? originOf(url);
  const fault =
    credential.isOauth || !origin.startsWith("http") ? null : webTokenFault(given.provider, credential.token);
  if (fault !== null) throw new SourceError("unauthorized", message(fault));
  return new Credential({
    token: credential.token.trim(),
    username: credential.username?.trim() || tokenUser,
    isOauth: credential.isOauth,
    origin,
  });
}

/** Bitbucket's API tokens go with the owner's e-mail address everywhere but in git. */
function gitCredential(given: SourceAccess, url: string, tokenUser: string): Credential | null {
  const credential = credentialOf(given, url, tokenUser);
  return credential && given.provider === "bitbucket" && credential.username.includes("@")
    ? credential.withUsername("x-bitbucket-api-token-auth")
    : credential;
}

function notesOn(head: RemoteHead): Message[] {
  return head.commit === null ? [message("repository.empty")] : [];
}

/** Ends work that hangs: not everything (for example a resolver) can be aborted. */
async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = new SourceError("timeout", message("source.timeout", { seconds: Math.round(milliseconds / 1000) }));
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late);
      controller.abort(late);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), tooLate]);
  } catch (error) {
    const known = findSourceError(error);
    throw known?.code === "aborted" ? late : (known ?? error);
  } finally {
    clearTimeout(timer);
  }
}
