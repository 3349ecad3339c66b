/** Types of what a client sends to an endpoint and receives from it, by the endpoint's name. */
import type { z } from "zod";
import type { AnswerOf, EndpointName, endpoints, ParamsOf } from "./endpoints.ts";

type Table = typeof endpoints;

/** A value to send: lists may be readonly. */
export type Sent<T> = T extends readonly (infer E)[]
  ? readonly Sent<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T;
/** A list of one value may be sent as the value. */
type SentOnce<T> = Sent<T> | (T extends readonly (infer E)[] ? E : never);

/** Parameters whose input type is unknown (numbers and lists that are sent as texts) have the type of the parsed value, and are optional. */
type Query<I, O extends { [K in keyof I]: unknown }> = {
  readonly [K in keyof I as unknown extends I[K] ? K : never]?: SentOnce<O[K]> | null | undefined;
} & {
  readonly [K in keyof I as unknown extends I[K] ? never : K]: Sent<I[K]> | (undefined extends I[K] ? null : never);
};

export type BodySent<N extends EndpointName> = Table[N] extends { readonly body: infer B extends z.ZodType }
  ? Sent<z.input<B>>
  : never;
/** Parameters that are undefined or null are omitted; lists become repeated keys. */
export type QuerySent<N extends EndpointName> = Table[N] extends { readonly query: infer Q extends z.ZodType }
  ? Query<z.input<Q>, z.output<Q> & { [K in keyof z.input<Q>]: unknown }>
  : never;

/** What a call of an endpoint takes: each part that the endpoint has, and no other. */
export type CallOptions<N extends EndpointName> = { readonly signal?: AbortSignal | undefined } & ([
  keyof ParamsOf<N>,
] extends [never]
  ? { readonly params?: never }
  : { readonly params: ParamsOf<N> }) &
  (Table[N] extends { readonly body: z.ZodType } ? { readonly body: BodySent<N> } : { readonly body?: never }) &
  (Table[N] extends { readonly query: z.ZodType } ? { readonly query: QuerySent<N> } : { readonly query?: never });
/** The options may be left out where nothing in them is required. */
export type CallArguments<N extends EndpointName> =
  Record<never, never> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

/** The data of a success. */
export type CallAnswer<N extends EndpointName> = Table[N] extends { readonly type: "text/csv" } ? string : AnswerOf<N>;

/** Endpoints that answer with the bytes of a file. */
export type FileEndpoint = {
  [N in EndpointName]: Table[N] extends { readonly type: "application/octet-stream" } ? N : never;
}[EndpointName];

/** Endpoints that answer with lines of JSON. */
export type LineEndpoint = {
  [N in EndpointName]: Table[N] extends { readonly type: "application/x-ndjson" } ? N : never;
}[EndpointName];
