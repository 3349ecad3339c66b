import type { i18n as I18n } from "i18next";
import { reaction } from "mobx";
import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { nextTask } from "./components/ui/nextTask.ts";
import { ThemeFrame } from "./components/ui/ThemeFrame.tsx";
import { RouterProvider } from "react-router-dom";
import { endQueriesWithSession } from "./queries/queryClients.ts";
import { languageOf, localeOf, switchLocale, type Locale } from "./i18n/i18n.ts";
import type { Http, HttpOptions } from "./services/http.ts";
import { createServices } from "./services/services.ts";
import { createRootStore, type RootSnapshotIn, type RootStore } from "./stores/RootStore.ts";
import type { StoreEnv } from "./stores/StoreEnv.ts";
import { StoreProvider } from "./stores/StoreProvider.tsx";
import { ServicesProvider } from "./routes/appContext.tsx";
import { ConnectionNotice } from "./routes/connection/ConnectionNotice.tsx";
import { onFailedCall } from "./routes/failures/failurePolicy.ts";
import { interceptLinks } from "./routes/addresses/interceptLinks.ts";
import { PasswordConfirmation } from "./routes/confirmation/PasswordConfirmation.tsx";
import { createPasswordPrompt } from "./routes/confirmation/passwordPrompt.ts";
import { recheckGuards } from "./routes/guards/recheckGuards.ts";
import type { AppRouter, RouterOptions } from "./routes/router.tsx";
import { firstLocale, showStoredLanguage, storeProfileLanguage } from "./routes/browser/syncLanguage.ts";
import { syncTabs } from "./routes/browser/syncTabs.ts";

/** The options of the transport that the app itself decides. */
export interface HttpHooks extends Required<Pick<HttpOptions, "token" | "language" | "onFailure" | "confirm">> {
  /** Receives the version of the server that responded. */
  readonly noteVersion: (version: string) => void;
}

export interface AppOptions extends Omit<StoreEnv, "services"> {
  readonly connect: (hooks: HttpHooks) => Http;
  readonly createRouter: (options: RouterOptions) => AppRouter;
  readonly createI18n: (locale: Locale) => Promise<I18n>;
  /** The languages that the browser prefers, as tags. */
  readonly languages: readonly string[];
  readonly log: (message: string) => void;
  /** The initial state of the stores. */
  readonly state?: RootSnapshotIn;
  readonly onRetryConnection: () => void;
}

/**
 * Assembles the app: stores, services, router, providers, and the effects between them. What the browser or a test decides (transport,
 * history, storage, clock) is in the options.
 */
export async function createApp(options: AppOptions) {
  const { connect, createRouter, createI18n, languages, log, state, onRetryConnection, ...env } = options;
  const currentLocale = (): Locale => localeOf(document.documentElement.lang);
  const passwordPrompt = createPasswordPrompt();
  const goTo = (href: string): void => void router.navigate(href);
  const http = connect({
    token: () => store.session.token,
    noteVersion: (version) => store.connectivity.noteVersion(version),
    onFailure: (failed) => onFailedCall({ store, goTo, log }, failed),
    confirm: passwordPrompt.ask,
    language: currentLocale,
  });
  const services = createServices(http, () => languageOf(document.documentElement.lang) ?? "EN");
  const store: RootStore = createRootStore({ services, ...env }, state);

  const locale = firstLocale(store.preferences.language, languages);
  document.documentElement.lang = locale;
  // The texts, the user and the code of the first screen are requested at the same time, and any of them may be the first to arrive.
  const loadingI18n = createI18n(locale);
  const ends = [
    storeProfileLanguage(store),
    // After a sign-out the password prompt is cancelled.
    reaction(
      () => store.session.token === null,
      () => passwordPrompt.answer(false),
    ),
    endQueriesWithSession(store),
    syncTabs({ store, window, goTo }),
  ];
  // Stores and router together are a task of 200 ms on a slow phone.
  await nextTask();
  const router: AppRouter = createRouter({
    services,
    store,
    loadNamespaces: async (namespaces) => (await loadingI18n).loadNamespaces(namespaces),
  });
  ends.push(interceptLinks(router), recheckGuards(router, store), () => router.dispose());
  const i18n = await loadingI18n;
  await switchLocale(i18n, firstLocale(store.preferences.language, languages));
  ends.push(showStoredLanguage(store, i18n));

  const App = observer(function App() {
    return (
      <I18nextProvider i18n={i18n}>
        <StoreProvider store={store}>
          <ServicesProvider services={services}>
            <ThemeFrame theme={store.theme.value}>
              <Suspense fallback={null}>
                <RouterProvider router={router} />
                <ConnectionNotice onRetry={onRetryConnection} />
                <PasswordConfirmation question={passwordPrompt} />
              </Suspense>
            </ThemeFrame>
          </ServicesProvider>
        </StoreProvider>
      </I18nextProvider>
    );
  });
  /** Ends the effects and the router. */
  const end = (): void => {
    for (const stop of ends) stop();
  };
  return { App, store, services, router, i18n, end };
}
