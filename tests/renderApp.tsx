import { act, render } from "@testing-library/react";
import { onTestFinished } from "vitest";
import type { User } from "../contract/access/users.ts";
import { ClockProvider } from "../src/components/ui/ClockProvider.tsx";
import { createI18n, type Locale } from "../src/i18n/i18n.ts";
import { NAMESPACES } from "../src/i18n/resources.ts";
import { createApp } from "../src/createApp.tsx";
import { createTestRouter } from "../src/routes/router.tsx";
import { createHttp } from "../src/services/http.ts";
import type { KeyValueStorage } from "../src/stores/StoreEnv.ts";
import { memoryStorage } from "./fixtures/memoryStorage.ts";
import { type Handlers, respond } from "./fixtures/handlers.ts";
import { initialState, usualHandlers } from "./fixtures/host.ts";
import { user } from "./fixtures/people.ts";
import { assertServed, serve, watchCalls } from "./fixtures/server.ts";
import { testEnv } from "./fixtures/testEnv.ts";

/** The moment of the fixtures. */
export const NOW = "2026-03-02T09:00:00Z";

export interface RenderOptions {
  /** The address that is open at first. */
  readonly path: string;
  /** The user who is signed in, with the plan of the company; null: a visitor, or the token of `storage`. */
  readonly as?: User | null;
  /** The host's responses, over the usual ones. */
  readonly handlers?: Handlers;
  readonly locale?: Locale;
  /** The time at the mount, as ISO 8601; the store's clock runs from there. */
  readonly now?: string;
  readonly storage?: KeyValueStorage;
  readonly tabStorage?: KeyValueStorage;
}

/** Mounts the app as src/main.tsx does, over a host that responds as configured, without socket and address bar. */
export async function renderApp(options: RenderOptions) {
  const { path, as = user(), handlers, locale = "en", now = NOW } = options;
  const { storage = memoryStorage(), tabStorage = memoryStorage() } = options;
  window.scrollTo = () => undefined; // jsdom has no layout to scroll
  serve({ ...usualHandlers, ...(as && { getMe: respond(as) }), ...handlers });
  const mountedAt = Date.now();
  const app = await createApp({
    connect: (hooks) => watchCalls(createHttp({ ...hooks, origin: "" })),
    createRouter: (parts) => createTestRouter(parts, [path]),
    createI18n: (language) => createI18n(language, NAMESPACES),
    languages: [locale],
    log: () => undefined,
    onRetryConnection: () => undefined,
    ...testEnv({ storage, tabStorage, now: () => Date.parse(now) + Date.now() - mountedAt }),
    state: initialState(as),
  });
  onTestFinished(() => {
    app.end();
    assertServed();
  });
  const view = render(
    <ClockProvider now={now}>
      <app.App />
    </ClockProvider>,
  );
  const address = (): string => app.router.state.location.pathname + app.router.state.location.search;
  return { ...view, ...app, address, storage, tabStorage };
}

/** Lets React end what an event of user-event began: a part that suspends in its synchronous `act` would wait for the next one. */
export const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
