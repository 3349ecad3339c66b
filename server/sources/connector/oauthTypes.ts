/** How an account of a provider is connected by OAuth. */

/** What the operator has registered at a provider. */
export interface OauthClientSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A self-hosted server instead of the provider's public one; without a slash at the end. */
  readonly url?: string | undefined;
}

export interface OauthRules {
  readonly authorize: string;
  readonly token: string;
  /** The fewest scopes that reading needs. */
  readonly scopes: readonly string[];
  /** Further ones that writing needs, requested when a user turns it on; empty where reading has them. Left out: accounts are for reading alone. */
  readonly writeScopes?: readonly string[];
  /** The provider understands proof of possession of the code (RFC 7636). */
  readonly hasPkce?: boolean;
  /** How the client authenticates at the token endpoint; `post` when left out. */
  readonly clientAuth?: "basic" | "post";
  /** Parameters of the sign-in page beyond the standard's. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Address of the account's profile, and the fields of its answer that may name the account, the best first. */
  readonly profile?: { readonly url: string; readonly names: readonly string[] };
  /** How access is revoked: by RFC 7009, or by DELETE with the token in a body of JSON, authenticated as the client. */
  readonly revoke?: { readonly kind: "rfc7009" | "delete"; readonly url: string };
}

/** How the operator registers at a provider and users sign in there. */
export interface OauthService {
  /** Whose page the user signs in at, the same in every language. */
  readonly accountName: string;
  /** The page of the provider's public server at which an app is registered. */
  readonly registerUrl: string;
  /** The addresses of the provider, or of the self-hosted server that the operator has registered at. */
  readonly rules: (settings: OauthClientSettings) => OauthRules;
}
