/* Modules that scripts/vite/endpointModules.ts generates from contract/endpoints.ts. */

/** Method and path of each endpoint, by name. */
declare module "virtual:endpoints" {
  const endpoints: {
    readonly [N in import("../../contract/endpoints.ts").EndpointName]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** The guard of each response, by the endpoint's method and path. */
declare module "virtual:guards" {
  const guards: Readonly<Partial<Record<string, import("./guards/guardParts.ts").Guard>>>;
  export default guards;
}
