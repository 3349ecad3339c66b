/* Modules that scripts/vite/endpointModules.ts generates from contract/endpoints.ts. */

/** Method and path of each endpoint, by name. */
declare module "virtual:endpoints" {
  const endpoints: {
    readonly [N in import("../../contract/endpoints.ts").EndpointName]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of API tokens, of the consent to remote MCP clients, and of what a company demands of sessions, for the service that is loaded later. */
declare module "virtual:endpoints/access" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        `apiToken${string}` | `${string}ApiToken${string}` | `${string}AccessPolicy` | `${string}McpConsent`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of seats, the buyer of invoices and changes of the plan, for the service that is loaded later. */
declare module "virtual:endpoints/billing" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        "previewPlan" | "getSeats" | `${string}InvoiceBuyer`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of companies, their users, invitations, invoices, set-up, audit log and files, for the service that is loaded later. */
declare module "virtual:endpoints/companies" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        | `${string}Compan${"y" | "ies"}${string}`
        | `${string}Invitation${string}`
        | `${string}Invoice${string}`
        | `${string}Setup`
        | `${string}Audit${string}`
        | `export${"Archive" | "Table"}`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of dashboards, reports and own metrics, for the services that are loaded later. */
declare module "virtual:endpoints/dashboards" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        | `${string}${"d" | "D"}ashboard${string}`
        | `${string}${"o" | "O"}wnMetric${string}`
        | `${string}Report${"" | "s" | "Run" | "Runs"}`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of Insights and backtests, for the services that are loaded later. */
declare module "virtual:endpoints/insights" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        `${string}${"i" | "I"}nsight${string}` | `${string}Annotation${string}` | `${string}Backtest${string}`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of the directory of a company, for the service that is loaded later. */
declare module "virtual:endpoints/directory" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `${string}Directory${string}`>
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of single sign-on, for the service that is loaded later. */
declare module "virtual:endpoints/sso" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        `sso${string}` | `${string}Sso${string}` | `${string}Saml${string}` | `${string}Ldap${string}`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of second factors, for the service that is loaded later. */
declare module "virtual:endpoints/secondFactors" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        | `${string}SecondFactor${string}`
        | `${string}Passkey${string}`
        | `${string}AuthenticatorApp`
        | `${string}RecoveryCodes`
        | "confirmCode"
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of custom sources, for the service that is loaded later. */
declare module "virtual:endpoints/imports" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        "importItems" | `${string}Import${string}` | `${string}CustomSource${string}`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of linked groups, for the service that is loaded later. */
declare module "virtual:endpoints/groups" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `${string}Group${string}`>
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of questions about a project and of the model of a company, for the service that is loaded later. */
declare module "virtual:endpoints/ask" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `ask${string}` | `${string}Model${string}`>
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of apps at code hosts, for the service that is loaded later. */
declare module "virtual:endpoints/apps" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        | `${string}HostApp${string}`
        | `${string}UsableInstallation${string}`
        | `installationRepo${string}`
        | `getAppRights`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of the apps in chats and of their links, for the service that is loaded later. */
declare module "virtual:endpoints/chats" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        `${string}Slack${string}` | `${string}Teams${string}` | `${string}ChatLink`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of outgoing webhooks, for the service that is loaded later. */
declare module "virtual:endpoints/webhooks" {
  const endpoints: {
    readonly [
      N in Extract<
        import("../../contract/endpoints.ts").EndpointName,
        | `${string}OutgoingWebhook${string}`
        | `${string}CompanyWebhook${string}`
        | `${string}WebhookSecret`
        | `${string}Deliver${string}`
      >
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of findings about requests and of their reports, for the service that is loaded later. */
declare module "virtual:endpoints/checks" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `${string}SourceChecks` | "requestFindings">
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of marks, for the service that is loaded later. */
declare module "virtual:endpoints/marks" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `${string}Mark`>
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** Those of rules, for the service that is loaded later. */
declare module "virtual:endpoints/rules" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `${string}Rule${string}`>
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}

/** The guard of each response, by the endpoint's method and path. */
declare module "virtual:guards" {
  const guards: Readonly<Partial<Record<string, import("./guards/guardParts.ts").Guard>>>;
  export default guards;
}

/** Those of replies on issues, for the service that is loaded later. */
declare module "virtual:endpoints/replies" {
  const endpoints: {
    readonly [
      N in Extract<import("../../contract/endpoints.ts").EndpointName, `${string}Replies` | `${string}Reply`>
    ]: import("./client.ts").EndpointPath<N>;
  };
  export = endpoints;
}
