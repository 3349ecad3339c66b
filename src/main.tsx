import { reaction } from "mobx";
import { observer } from "mobx-react-lite";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { RouterProvider } from "react-router-dom";
import { ThemeFrame } from "./components/ui/ThemeFrame.tsx";
import { createI18n, localeOf, switchLocale, type Locale } from "./i18n/i18n.ts";
import { ServicesProvider } from "./routes/appContext.tsx";
import { onFailedCall } from "./routes/failurePolicy.ts";
import { interceptLinks } from "./routes/interceptLinks.ts";
import { firstLocale, syncLanguage } from "./routes/syncLanguage.ts";
import { syncTabs } from "./routes/syncTabs.ts";
import { recheckGuards } from "./routes/recheckGuards.ts";
import { syncSocketToRoute } from "./routes/syncSocketToRoute.ts";
import { handleChunkErrors } from "./routes/chunkErrors.ts";
import { syncConnectivity } from "./routes/syncConnectivity.ts";
import { PasswordConfirmation } from "./routes/PasswordConfirmation.tsx";
import { createPasswordPrompt } from "./routes/passwordPrompt.ts";
import { ConnectionNotice } from "./routes/ConnectionNotice.tsx";
import { setClockOffset } from "./components/ui/Clock.tsx";
import { watchConnectivity } from "./services/connectivity.ts";
import { createAppRouter, type AppRouter } from "./routes/router.tsx";
import { createHttp } from "./services/http.ts";
import { createServices } from "./services/services.ts";
import { createSocket } from "./services/socket.ts";
import { createRootStore, type RootStore } from "./stores/RootStore.ts";
import { resilientStorage } from "./stores/resilientStorage.ts";
import { StoreProvider } from "./stores/StoreProvider.tsx";
import "./theme/styles.ts";

async function start(): Promise<void> {
  const origin: string = import.meta.env["VITE_PROVIDER_ORIGIN"] ?? "";
  const storage = resilientStorage(() => localStorage);
  const tabStorage = resilientStorage(() => sessionStorage);

  // The validation of responses includes zod, so it is loaded in development only.
  const checkAnswer = import.meta.env.DEV
    ? await (await import("./services/contractAssertion.ts")).createContractAssertion()
    : undefined;
  const currentLocale = (): Locale => localeOf(document.documentElement.lang);
  const passwordQuestion = createPasswordPrompt();
  const http = createHttp({
    origin,
    token: () => store.session.token,
    onFailure: (failed) => {
      onFailedCall(
        {
          store,
          goTo: (href) => void router.navigate(href),
          // oxlint-disable-next-line no-console -- the specification wants failed requests in the log
          log: (message) => console.error(message),
        },
        failed,
      );
    },
    assertResponse: checkAnswer,
    isReachable: () => monitor.check(),
    confirm: passwordQuestion.ask,
    onResponse: ({ version, clock }) => {
      if (version !== null) store.connectivity.noteVersion(version);
      if (clock !== null) setClockOffset(clock - Date.now());
    },
    language: currentLocale,
  });
  const services = createServices(http, () => (currentLocale() === "tr" ? "TR" : "EN"));
  const store: RootStore = createRootStore({
    services,
    storage,
    tabStorage,
    now: Date.now,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => {
        clearTimeout(timer);
      };
    },
  });

  const locale = firstLocale(store.preferences.language, navigator.languages);
  document.documentElement.lang = locale;
  const i18n = await createI18n(locale);
  await switchLocale(i18n, locale);
  syncLanguage(store, i18n);

  // After a sign-out the password question is cancelled.
  reaction(
    () => store.session.token === null,
    () => passwordQuestion.answer(false),
  );

  const router: AppRouter = createAppRouter({
    services,
    store,
    loadNamespaces: (namespaces) => i18n.loadNamespaces(namespaces),
  });
  interceptLinks(router);
  void import("./routes/titleTruncatedText.ts").then(
    ({ titleTruncatedText }) => titleTruncatedText(),
    () => undefined, // a tooltip that failed to load
  );
  recheckGuards(router, store);
  syncTabs({
    store,
    window,
    goTo: (href) => void router.navigate(href),
  });
  const socket = createSocket({
    origin,
    token: () => store.session.token,
    onMessage: store.notifications.push,
    onState: store.notifications.setSocket,
    // Random delay, so that clients that are disconnected at once do not reconnect at once.
    onDrop: () => void setTimeout(() => void monitor.check(), Math.random() * 1000),
  });
  syncSocketToRoute(router, socket);
  const load = (href?: string): void => {
    if (href === undefined) window.location.reload();
    else window.location.assign(href);
  };
  const monitor = watchConnectivity({
    origin,
    onStatus: syncConnectivity({
      router,
      connectivity: store.connectivity,
      socket,
      load,
      random: Math.random,
      after: (milliseconds, run) => setTimeout(run, milliseconds),
    }),
  });
  handleChunkErrors({
    router,
    connectivity: store.connectivity,
    check: monitor.check,
    tabStorage,
    now: Date.now,
    load,
    window,
  });

  const App = observer(function App() {
    return (
      <ThemeFrame theme={store.theme.value}>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
          <ConnectionNotice onRetry={() => void monitor.check()} />
          <PasswordConfirmation question={passwordQuestion} />
        </Suspense>
      </ThemeFrame>
    );
  });

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element with the id root.");
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <StoreProvider store={store}>
          <ServicesProvider services={services}>
            <App />
          </ServicesProvider>
        </StoreProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}

await start();
