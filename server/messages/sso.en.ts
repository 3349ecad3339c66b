/** English texts about single sign-on, as ICU MessageFormat. */
export const ENGLISH_SSO = {
  "field.ldap_attribute": "Give the name of one attribute, such as mail.",
  "field.ldap_filter":
    "Give a filter that compares an attribute with the placeholder of the address, as in the example of the form.",
  "field.ldap_server": "Give the server’s address, such as ldaps://ldap.example.org or ldap://ldap.example.org:389.",
  "sso.confirm": "You sign in without a password. Sign out, sign in again with single sign-on, and repeat this.",
  "sso.directory_unreachable":
    "Your company’s directory cannot be reached. Try again later, or ask an Admin of the company.",
  "sso.domain_known": "This provider has the domain already.",
  "sso.domain_not_found": "There is no such domain.",
  "sso.domain_taken":
    "Another provider signs in the people of {domain}. Remove the domain there first; if you do not know that provider, contact support.",
  "sso.domain_unproven": "{domain} has no TXT record with this text yet. A new record can take some hours to be seen.",
  "sso.domain_unreachable": "No name server answered for {domain}. Try again later.",
  "sso.domains_limit": "A company can have {max} domains. Remove one first.",
  "sso.expired": "This sign-in has expired or was used already. Begin again.",
  "sso.last_password_admin":
    "This is the only Admin who can sign in with a password. Name another one under Single sign-on first.",
  "sso.ldap_answer": "The server answers, but not as an LDAP directory. Check the address and the port.",
  "sso.ldap_base": "The directory has no entry with the DN of the search base, or the bind DN may not read it.",
  "sso.ldap_bind": "The directory refuses the bind DN with this password. Enter both again.",
  "sso.ldap_certificates":
    "Paste one or more certificates in PEM, each from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.",
  "sso.ldap_found": "The directory accepts the bind DN, and has one entry for {login}.",
  "sso.ldap_groups":
    "{count, plural, =0 {The entry names no group.} one {The entry names # group.} other {The entry names # groups.}}",
  "sso.ldap_identity":
    "The entry has neither entryUUID nor objectGUID, and its DN is too long to be stored. Let the bind DN read one of them.",
  "sso.ldap_many":
    "More than one entry matches {login}, so no user can sign in with this address. Make the filter or the search base narrower.",
  "sso.ldap_no_address": "The entry of {login} has no email address in the attribute for addresses.",
  "sso.ldap_no_password": "Enter the password of the bind DN.",
  "sso.ldap_none":
    "The directory accepts the bind DN, but no entry under the search base matches {login}. The test looks for your own address; check the filter and the search base.",
  "sso.ldap_search":
    "The directory refuses the search. The bind DN may lack the permission, or the filter may name an attribute that the directory does not know.",
  "sso.ldap_start_tls":
    "The server does not accept StartTLS, which Clew requires for ldap://. Turn it on there, or use ldaps://.",
  "sso.metadata_other":
    "These are the metadata of another provider. The entity ID must be {issuer}; add a new provider for another one.",
  "sso.metadata_wrong":
    "These are no usable metadata of a SAML 2.0 provider ({reason}). It must be the XML of one provider with a sign-in address for HTTP-Redirect and an RSA certificate of at least 2048 bits.",
  "sso.needs_password_admin":
    "Name at least one Admin who can still sign in with a password, for the time that the provider fails.",
  "sso.no_sign_out": "The provider names no address for signing out, so that people cannot be signed out there.",
  "sso.not_admin": "Choose Admins of the company.",
  "sso.not_ready": "Turn on a provider and verify a domain for it first.",
  "sso.plan":
    "The plan of your company has no single sign-on. Sign in with your password, or ask an Admin of the company.",
  "sso.provider_not_found": "There is no such provider.",
  "sso.provider_unreachable":
    "Your company’s sign-in page cannot be reached. Try again later, or ask an Admin of the company.",
  "sso.provider_wrong":
    "Your company’s sign-in is not set up correctly. Ask an Admin of the company to test it in the settings.",
  "sso.providers_limit": "A company can have {max} providers. Remove one first.",
  "sso.required": "Your company requires single sign-on. Sign in with it instead of a password.",
  "sso.still_required":
    "Single sign-on is required of your company’s people, and this would leave them no way to sign in. Stop requiring it first.",
  "sso.test_certificates":
    "{count, plural, =0 {None of its certificates is valid now, so no user can sign in. Renew the certificate at the provider and read its metadata again.} one {# of its certificates is valid.} other {# of its certificates are valid.}}",
  "sso.test_client_known": "The provider accepts the client ID and the client secret.",
  "sso.test_client_refused":
    "The provider does not accept the client ID and the client secret. Copy both from it again.",
  "sso.test_client_unclear":
    "The provider does not say whether the client ID and the client secret are right. Try a sign-in.",
  "sso.test_discovered": "The provider describes itself as {issuer}.",
  "sso.test_expiring":
    "Its certificate expires within 30 days. Add a new one at the provider and read its metadata again before.",
  "sso.test_groups_refused":
    "At the last sign-in the groups of {claim} could not be read: the provider sent more than {max}, an address in place of them, or no list of names, or its UserInfo did not answer. No role was given or taken. Let it send only the groups that are assigned to Clew.",
  "sso.test_keys":
    "{count, plural, =0 {It publishes no key for signatures.} one {It publishes # key for signatures.} other {It publishes # keys for signatures.}}",
  "sso.test_no_pkce": "It does not accept PKCE with S256, which Clew requires. Turn it on at the provider.",
  "sso.test_no_secret": "Enter the client ID and the client secret from the provider.",
  "sso.test_not_provider": "{issuer} answers, but not as an OpenID Connect provider of exactly this address.",
  "sso.unknown_domain":
    "No company signs in with this address by single sign-on. Check the address, or sign in with your password.",
} as const;
