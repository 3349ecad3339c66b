/** A JSON schema, as the checks read it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a provider publishes of one call. */
export interface PublishedCall {
  /** The parameters of the address, by name. */
  readonly query: Readonly<Record<string, Schema>>;
  /** What is sent; left out: nothing is. */
  readonly body?: Schema;
  /** The answer of a call that succeeds; left out where only its status is described. */
  readonly answer?: Schema;
}

/** Descriptions of a provider's calls. */
export interface PublishedCalls {
  /** Where they come from: the package, its version and its licence. */
  readonly source: string;
  /** By `METHOD /path/{parameter}`. */
  readonly calls: Readonly<Record<string, PublishedCall>>;
  /** What `#/schemas/…` in the calls refers to. */
  readonly schemas: Readonly<Record<string, Schema>>;
}
