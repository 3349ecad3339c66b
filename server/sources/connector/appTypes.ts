/** The interface of a provider at which a company can register an app: registration, installations, their tokens, and deliveries of its webhook. */
import type { AppWrite } from "../../../contract/integrations/apps.ts";
import type { Egress } from "../egress/egress.ts";
import type { DeliveryHeaders } from "./ProviderRules.ts";

/** Where the provider, or a server of a company, is. */
export interface AppHost {
  /** Where tokens of the app are valid. */
  readonly origin: string;
  /** Root of the API, without a slash at the end. */
  readonly api: string;
}

/** What a new app is to be. */
export interface NewApp {
  /** The organisation that is to own it; undefined: the account of the person. */
  readonly organization: string | undefined;
  readonly name: string;
  /** Where users reach this server. */
  readonly homepage: string;
  /** Where the host sends the browser after the registration, and after an installation. */
  readonly redirectUrl: string;
  readonly setupUrl: string;
  /** Null where the host cannot reach this server. */
  readonly webhookUrl: string | null;
  readonly state: string;
  /** What it asks for beyond reading; left out in an attempt that a former release has begun. */
  readonly writes?: readonly AppWrite[];
}

/** A form that the browser sends to the host. */
export interface AppForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface RegisteredApp {
  readonly hostId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: string;
  readonly pageUrl: string;
  readonly settingsUrl: string;
  /** In PEM; it was checked to be a key that can sign. */
  readonly privateKey: string;
  readonly webhookSecret: string | null;
}

/** A registered app with what its requests need. */
export interface OpenedApp extends AppHost {
  readonly hostId: string;
  readonly privateKey: string;
  readonly egress: Pick<Egress, "fetch">;
}

export interface HostInstallation {
  readonly hostId: string;
  readonly account: string;
  readonly pageUrl: string;
  readonly isSelective: boolean;
  readonly suspendedAt: Date | null;
}

/** What a token is made for. */
export type TokenUse = "read" | AppWrite;

/** A permission that a use of an app lacks. */
export interface MissingRight {
  /** `app`: the app does not ask for it; `installation`: the account of the installation has not accepted it yet. */
  readonly by: "app" | "installation";
  /** The page of the host that grants it. */
  readonly url: string;
}

export interface InstallationToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface InstalledRepository {
  readonly name: string;
  readonly url: string;
  readonly visibility: "public" | "private" | "unknown";
}

/** What a signed delivery reports. Nothing else of it is used. */
export interface AppDelivery {
  /** The same for a repeated one. */
  readonly id: string;
  readonly event: string;
  /** The installation at the host; null for an event of none. */
  readonly installationHostId: string | null;
  /** It reports that an installation was made, changed or removed. */
  readonly changesInstallation: boolean;
  readonly repositoryUrl: string | null;
  /** The issue or request that it is about; null for an event of none. */
  readonly item: DeliveredItem | null;
}

export interface DeliveredItem {
  readonly kind: "issue" | "request";
  readonly externalId: string;
  readonly key: string;
  /** When it had changed at the host. */
  readonly updatedAt: Date;
}

/** A report on the newest head of a request. */
export interface HostCheck {
  readonly repositoryUrl: string;
  /** The number of the request. */
  readonly number: number;
  /** Whole hash of the commit that it is about. */
  readonly head: string;
  /** Names the report here: a report of the app with it is changed, and no second one is made. */
  readonly externalId: string;
  readonly title: string;
  /** Markdown of the host. */
  readonly summary: string;
  readonly asksForAction: boolean;
  /** The page of the request here. */
  readonly pageUrl: string;
  /** Whether this process still reports on this head. Asked before each request that changes something. */
  readonly holds: () => Promise<boolean>;
}

/** All functions that ask the host throw SourceError. */
export interface AppService {
  /** @param url of a server of a company; undefined: the provider's public one. @throws SourceError `address`, or what the egress refuses */
  readonly appHost: (url: string | undefined, egress: Pick<Egress, "check">) => AppHost;
  readonly registrationForm: (host: AppHost, app: NewApp) => AppForm;
  /** Exchanges the code of a registration, which is good once, for the app. */
  readonly finishRegistration: (
    host: AppHost,
    egress: Pick<Egress, "fetch">,
    code: string,
    signal: AbortSignal,
  ) => Promise<RegisteredApp>;
  /** The page at which people install the app. */
  readonly installUrl: (pageUrl: string, state: string) => string;
  readonly installations: (app: OpenedApp, signal: AbortSignal) => Promise<HostInstallation[]>;
  /** Null for one that is none of the app's. */
  readonly installation: (app: OpenedApp, hostId: string, signal: AbortSignal) => Promise<HostInstallation | null>;
  /** A token that reads the installation's repositories, or one that writes comments or reports on requests alone. */
  readonly mintToken: (
    app: OpenedApp,
    hostId: string,
    use: TokenUse,
    signal: AbortSignal,
  ) => Promise<InstallationToken>;
  /** What an installation lacks for a use; null for nothing. @throws SourceError `not_found` for an installation that is none of the app's */
  readonly missingRight: (
    app: OpenedApp,
    host: { readonly hostId: string; readonly settingsUrl: string },
    use: AppWrite,
    signal: AbortSignal,
  ) => Promise<MissingRight | null>;
  /** Reports on a request, if it is open and has this head still. */
  readonly publishCheck: (
    app: OpenedApp,
    token: string,
    check: HostCheck,
    signal: AbortSignal,
  ) => Promise<"reported" | "outdated">;
  /** One page of the repositories that a token may read. @param cursor null for the first */
  readonly repositories: (
    host: AppHost & { readonly egress: Pick<Egress, "fetch"> },
    token: string,
    cursor: string | null,
    signal: AbortSignal,
  ) => Promise<{ readonly repositories: readonly InstalledRepository[]; readonly next: string | null }>;
  /** Null for a body that is none of the host's. The signature is checked before. */
  readonly readDelivery: (headers: DeliveryHeaders, body: Buffer) => AppDelivery | null;
}
