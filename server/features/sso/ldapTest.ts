import type { SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { type Message, message } from "../../messages/messages.ts";
import { type LdapRefusal, LdapRefusedError } from "../../sources/ldap/LdapRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { directoryOf } from "./directoryOf.ts";
import type { SsoDeps } from "./ssoDeps.ts";

interface Step {
  readonly passed: boolean;
  readonly text: Message;
}

/** Why the test did not pass, for the Admin who set the directory up. */
const textOf = (reason: LdapRefusal, login: string): Message => {
  switch (reason) {
    case "none":
      return message("sso.ldap_none", { login });
    case "many":
      return message("sso.ldap_many", { login });
    case "bind":
      return message("sso.ldap_bind");
    case "base":
      return message("sso.ldap_base");
    case "search":
      return message("sso.ldap_search");
    case "start_tls":
      return message("sso.ldap_start_tls");
    case "identity":
      return message("sso.ldap_identity");
    case "answer":
      return message("sso.ldap_answer");
  }
};

/** Binds as Clew, and looks for the entry of the Admin who tests, which needs no password of a user. */
export async function ldapSteps(deps: SsoDeps, provider: SsoProviderRow, login: string): Promise<Step[]> {
  const directory = await directoryOf(deps, provider);
  if (!directory) return [{ passed: false, text: message("sso.ldap_no_password") }];
  try {
    const { email, groups } = await directory.find(login);
    const steps: Step[] = [{ passed: true, text: message("sso.ldap_found", { login }) }];
    if (email === undefined) steps.push({ passed: false, text: message("sso.ldap_no_address", { login }) });
    if (groups?.names) steps.push({ passed: true, text: message("sso.ldap_groups", { count: groups.names.length }) });
    return steps;
  } catch (error) {
    if (error instanceof SourceError) return [{ passed: false, text: error.text }];
    if (!(error instanceof LdapRefusedError)) throw error;
    return [{ passed: false, text: textOf(error.reason, login) }];
  }
}
