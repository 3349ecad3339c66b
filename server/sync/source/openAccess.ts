import type { SourceAccess, StoredCredential } from "../../sources/sourceTypes.ts";
import type { SourceCredentials } from "./sourceCredentials.ts";
import type { SyncContext } from "./SyncContext.ts";
import type { SyncedSource } from "./SyncedSource.ts";

/** The address of a source with its credential, which can be renewed once the host has refused it. @throws SourceError `unauthorized` */
export async function openAccess(
  source: SyncedSource,
  credentials: SourceCredentials,
): Promise<Pick<SyncContext, "access" | "refreshCredentials">> {
  const { provider, url, restrictedChoice, customFields } = source;
  const accessWith = (credential: StoredCredential | null): SourceAccess => ({
    provider,
    url,
    credential,
    readsRestricted: restrictedChoice !== null,
    customFields,
  });
  let access = accessWith(await credentials.open(source));
  return {
    access: () => access,
    refreshCredentials: async () => {
      const credential = await credentials.renew(source);
      if (credential) access = accessWith(credential);
      return credential !== null;
    },
  };
}
