/** Repositories by git: their addresses, and what validating finds. */
import { isIP } from "node:net";
import { type Message, message } from "../messages/messages.ts";
import type { Credential } from "./egress/Credential.ts";
import { SourceError } from "./SourceError.ts";
import type { SourceAccess, ValidatedSource } from "./sourceTypes.ts";
import type { RepositoryRules } from "./connector/Connector.ts";
import { repositoryFacts, repositoryRulesOf } from "./providers/connectorRegistry.ts";
import { otherHostOf } from "./providers/rulesRegistry.ts";
import type { SourceFacts } from "./connector/connectorTypes.ts";
import { withGitAccess } from "./git/gitAccess.ts";
import { type GitAddress, canonicalUrl, readGitAddress, repositoryName } from "./git/gitAddress.ts";
import { findRemoteMissing } from "./git/remoteFolders.ts";
import { type RemoteHead, readRemoteHead } from "./git/remote.ts";
import { type ConnectorContext, connectorInput } from "./openConnector.ts";
import { credentialOf, gitCredential } from "./sourceCredential.ts";

export interface RepositoryContext extends ConnectorContext {
  readonly allowedPaths: readonly string[];
  readonly sshFolder: string;
}

export interface RepositoryAccess {
  /** For git. */
  readonly address: GitAddress;
  /** The stored spelling, and what the source is called. */
  readonly url: string;
  readonly name: string;
  /** The API of the host decides whether it can be read. */
  readonly isConfirmedByApi: boolean;
  readonly credential: Credential | null;
  /** The user name that goes with a token when the user gave none. */
  readonly tokenUser: string;
}

/** @throws SourceError for an address that is no repository's, or may not be reached */
export async function readRepositoryAccess(
  context: RepositoryContext,
  access: SourceAccess,
): Promise<RepositoryAccess> {
  const rules = repositoryRulesOf(access.provider);
  const { tokenUser } = rules;
  const typed = await readAddress(context, access.url, rules);
  const other = typed.kind === "web" ? otherHostOf(access.provider, typed.url.href) : null;
  if (other === null || typed.kind !== "web") {
    const url = canonicalUrl(typed);
    const credential = gitCredential(access, url, rules);
    return { address: typed, url, name: repositoryName(typed), isConfirmedByApi: false, credential, tokenUser };
  }
  const { page: url, clone, name, tokenScheme } = other;
  const basic = gitCredential(access, url, rules);
  const credential = basic?.username === tokenUser ? basic.withGitScheme(tokenScheme) : basic;
  return { address: { ...typed, url: new URL(clone) }, url, name, isConfirmedByApi: true, credential, tokenUser };
}

async function readAddress(
  context: RepositoryContext,
  url: string,
  { innerPage, allowsPaths = false }: RepositoryRules,
): Promise<GitAddress> {
  const address = await readGitAddress(url, context);
  if (address.kind === "path" && !allowsPaths) throw new SourceError("address", message("path.not_for_provider"));
  if (address.kind !== "web" || !innerPage) return address;
  const page = new URL(address.url);
  page.pathname = page.pathname.replace(innerPage, "$1").replace(/\/+$/, "");
  return { ...address, url: page };
}

/** Asks the host by git, and by its API where it has one and the user gave a credential. */
export async function validateRepository(
  context: RepositoryContext,
  access: SourceAccess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ValidatedSource> {
  const { address, url, name, isConfirmedByApi, credential, tokenUser } = await readRepositoryAccess(context, access);
  const readHead = () =>
    withGitAccess(address, credential, { ...context, connectTimeoutMs: timeoutMs }, (access) =>
      readRemoteHead(address, access, { signal, timeoutMs }),
    );
  const readFacts = () =>
    repositoryFacts(
      access.provider,
      connectorInput(context, { ...access, url }, credentialOf(access, url, tokenUser), 0),
      // Optional: the result of git does not wait for it.
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs / 2)]),
      isConfirmedByApi,
    );
  const hasApi = address.kind === "web" && (access.credential || isConfirmedByApi);
  // What the host is comes before what git reports about an address that only this kind of host has.
  const [facts, head] = isConfirmedByApi
    ? [await readFacts(), await readHead()]
    : await Promise.all([hasApi ? readFacts() : null, readHead()]);
  const [visibility, missingFolders] = await Promise.all([
    facts && facts.visibility !== "unknown" ? facts.visibility : visibilityOf(context, address, credential, signal),
    withGitAccess(address, credential, { ...context, connectTimeoutMs: timeoutMs }, (gitAccess) =>
      // Less than the whole time: the answer of the host does not wait for it.
      findRemoteMissing({ address, access: gitAccess, head }, access.folders ?? [], {
        signal,
        timeoutMs: timeoutMs / 2,
      }),
    ),
  ]);
  return {
    url,
    name,
    visibility,
    ...(missingFolders && missingFolders.length > 0 && { missingFolders }),
    defaultBranch: head.branch,
    notes: [...notesOn(head), ...(facts?.notes ?? [])],
    ...(facts && {
      account: facts.account ?? null,
      missing: facts.missing ?? [],
      limitLeft: facts.limitLeft ?? null,
      sample: facts.sample ?? [],
    }),
  };
}

/** Asks the host for the refs by git, which it gives to those alone who may read the code. @throws SourceError */
export async function proveByGit(
  context: RepositoryContext,
  access: SourceAccess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { address, credential } = await readRepositoryAccess(context, access);
  await withGitAccess(address, credential, { ...context, connectTimeoutMs: timeoutMs }, (gitAccess) =>
    readRemoteHead(address, gitAccess, { signal, timeoutMs }),
  );
}

/** Whether it is public, checked without the credential. A path or a host in the network of this server is neither public nor private. */
async function visibilityOf(
  context: RepositoryContext,
  address: GitAddress,
  credential: Credential | null,
  signal: AbortSignal,
): Promise<SourceFacts["visibility"]> {
  if (address.kind !== "web") return "unknown";
  const isInside = isIP(address.host) !== 0 || !address.host.includes(".");
  if (!credential) return isInside ? "unknown" : "public";
  try {
    await withGitAccess(address, null, context, (access) => readRemoteHead(address, access, { signal }));
    return isInside ? "unknown" : "public";
  } catch (error) {
    const code = error instanceof SourceError ? error.code : null;
    return code === "unauthorized" || code === "forbidden" || code === "not_found" ? "private" : "unknown";
  }
}

function notesOn(head: RemoteHead): Message[] {
  return head.commit === null ? [message("repository.empty")] : [];
}
