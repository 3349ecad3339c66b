/**
 * The endpoint table: every call of the specification's section 7 and every call that this project adds, once. The rows are in
 * the folders of their nouns. The server mounts the table, the app's development build validates responses against it, and the contract test
 * iterates over it.
 *
 * `path` is relative to the API prefix, `:name` marks a parameter. All of them are also answered without the trailing slash.
 */
import type { z } from "zod";
import { PROJECT_ENDPOINTS } from "./projectEndpoints.ts";
import { SOURCE_ENDPOINTS } from "./sources/sourceEndpoints.ts";
import { PEOPLE_ENDPOINTS } from "./people/peopleEndpoints.ts";
import { SEARCH_ENDPOINTS } from "./search/searchEndpoints.ts";
import { ISSUE_ENDPOINTS } from "./issues/issueEndpoints.ts";
import { MARK_ENDPOINTS } from "./marks/markEndpoints.ts";
import { CODE_ENDPOINTS } from "./code/codeEndpoints.ts";
import { REQUEST_ENDPOINTS } from "./requests/requestEndpoints.ts";
import { DOCUMENT_ENDPOINTS } from "./documents/documentEndpoints.ts";
import { COMPANY_ENDPOINTS } from "./access/companyEndpoints.ts";
import { USER_ENDPOINTS } from "./access/userEndpoints.ts";
import { NOTICE_ENDPOINTS } from "./notices/noticeEndpoints.ts";
import { INSIGHT_ENDPOINTS } from "./insights/insightEndpoints.ts";
import { INTEGRATION_ENDPOINTS } from "./integrations/integrationEndpoints.ts";
import { ACCESS_ENDPOINTS } from "./access/accessEndpoints.ts";
import { DASHBOARD_ENDPOINTS } from "./insights/dashboardEndpoints.ts";
import { REPORT_ENDPOINTS } from "./insights/reportEndpoints.ts";
import { OWN_METRIC_ENDPOINTS } from "./insights/ownMetricEndpoints.ts";
import { EXPORT_ENDPOINTS } from "./insights/exports.ts";
import type { Endpoint } from "./endpoint.ts";

export type { Endpoint } from "./endpoint.ts";

export const endpoints = {
  ...PROJECT_ENDPOINTS,
  ...SOURCE_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
  ...ISSUE_ENDPOINTS,
  ...MARK_ENDPOINTS,
  ...CODE_ENDPOINTS,
  ...REQUEST_ENDPOINTS,
  ...DOCUMENT_ENDPOINTS,
  ...COMPANY_ENDPOINTS,
  ...USER_ENDPOINTS,
  ...NOTICE_ENDPOINTS,
  ...INSIGHT_ENDPOINTS,
  ...INTEGRATION_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...DASHBOARD_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  ...OWN_METRIC_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Table = typeof endpoints;
type Column = "runs" | "agents" | "expired" | "confirm";
/** The names of the endpoints that have a value in a column. */
export type EndpointsWith<C extends Column, V extends Endpoint[C]> = {
  [N in EndpointName]: Table[N][C] extends V ? N : never;
}[EndpointName];
export const endpointsWith = <C extends Column, const V extends Endpoint[C]>(column: C, ...values: readonly V[]) =>
  (Object.keys(endpoints) as EndpointName[]).filter((name): name is EndpointsWith<C, V> =>
    values.some((value) => endpoints[name][column] === value),
  );
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
/** What a handler receives and returns, by the endpoint's name. */
export type BodyOf<N extends EndpointName> = Table[N] extends { body: infer B } ? Parsed<B> : undefined;
export type QueryOf<N extends EndpointName> = Table[N] extends { query: infer Q } ? Parsed<Q> : undefined;
export type AnswerOf<N extends EndpointName> = Table[N]["response"] extends z.ZodType
  ? z.output<Table[N]["response"]>
  : void;
/** The `:name` parameters of a path, as an object of strings. */
export type ParamsOf<N extends EndpointName> = Record<ParamNames<Table[N]["path"]>, string>;
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}` ? Name | ParamNames<Rest> : never;
