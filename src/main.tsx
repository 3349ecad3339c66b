import { reaction } from "mobx";
import { observer } from "mobx-react-lite";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { RouterProvider } from "react-router-dom";
import { ThemeFrame } from "./components/ui/ThemeFrame.tsx";
import { createWords, localeOf, switchLocale, type Locale } from "./i18n/words.ts";
import { ServicesProvider } from "./routes/appContext.tsx";
import { onFailedCall } from "./routes/failurePolicy.ts";
import { followLinks } from "./routes/followLinks.ts";
import { followTabs } from "./routes/followTabs.ts";
import { keepGuarding } from "./routes/keepGuarding.ts";
import { followLiveRoutes } from "./routes/liveSocket.ts";
import { followMissingChunks } from "./routes/missingChunk.ts";
import { followReach } from "./routes/followReach.ts";
import { PasswordAgain } from "./routes/PasswordAgain.tsx";
import { createPasswordQuestion } from "./routes/passwordQuestion.ts";
import { ReachNotice } from "./routes/ReachNotice.tsx";
import { setClockOffset } from "./components/ui/Clock.tsx";
import { watchReach } from "./services/reach.ts";
import { createAppRouter, type AppRouter } from "./routes/router.tsx";
import { firstLanguage, LANGUAGE_KEY } from "./routes/useLocale.ts";
import { createHttp } from "./services/http.ts";
import { createServices } from "./services/services.ts";
import { createSocket } from "./services/socket.ts";
import { createRootStore, type RootStore } from "./stores/RootStore.ts";
import { lastingStorage } from "./stores/lastingStorage.ts";
import { StoreProvider } from "./stores/StoreProvider.tsx";
import "./theme/styles.ts";

async function start(): Promise<void> {
  const origin: string = import.meta.env["VITE_PROVIDER_ORIGIN"] ?? "";
  const storage = lastingStorage(() => localStorage);
  const tabStorage = lastingStorage(() => sessionStorage);
  const locale = localeOf(firstLanguage(storage, navigator.languages));
  const wordsReady = createWords(locale);

  // The validation of responses includes zod, so it is loaded in development only.
  const checkAnswer = import.meta.env.DEV
    ? await (await import("./services/contractCheck.ts")).createContractCheck()
    : undefined;
  const presentLocale = (): Locale => localeOf(document.documentElement.lang);
  const passwordQuestion = createPasswordQuestion();
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
    checkAnswer,
    isReachable: () => reach.check(),
    confirm: passwordQuestion.ask,
    onAnswer: ({ version, clock }) => {
      if (version !== null) store.reach.hearVersion(version);
      if (clock !== null) setClockOffset(clock - Date.now());
    },
    language: presentLocale,
  });
  const services = createServices(http, () => (presentLocale() === "tr" ? "TR" : "EN"));
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

  document.documentElement.lang = locale;
  const words = await wordsReady;
  await switchLocale(words, locale);
  reaction(
    () => store.session.user?.language,
    (language) => {
      if (!language) return;
      storage.setItem(LANGUAGE_KEY, language);
      void switchLocale(words, localeOf(language));
    },
  );

  // After a sign-out the password question is cancelled.
  reaction(
    () => store.session.token === null,
    () => passwordQuestion.answer(false),
  );

  const router: AppRouter = createAppRouter({
    services,
    store,
    loadWords: (namespaces) => words.loadNamespaces(namespaces),
  });
  followLinks(router);
  void import("./routes/nameCutTexts.ts").then(
    ({ nameCutTexts }) => nameCutTexts(),
    () => undefined, // a tooltip that failed to load
  );
  keepGuarding(router, store);
  followTabs({
    store,
    window,
    goTo: (href) => void router.navigate(href),
    onLanguage: (language) => void switchLocale(words, localeOf(language)),
  });
  const socket = createSocket({
    origin,
    token: () => store.session.token,
    onMessage: store.notifications.push,
    onState: store.notifications.setSocket,
    // Random delay, so that clients that are disconnected at once do not reconnect at once.
    onDrop: () => void setTimeout(() => void reach.check(), Math.random() * 1000),
  });
  followLiveRoutes(router, socket);
  const load = (href?: string): void => {
    if (href === undefined) window.location.reload();
    else window.location.assign(href);
  };
  const reach = watchReach({
    origin,
    onPlace: followReach({
      router,
      reach: store.reach,
      socket,
      load,
      random: Math.random,
      after: (milliseconds, run) => setTimeout(run, milliseconds),
    }),
  });
  followMissingChunks({ router, reach: store.reach, check: reach.check, tabStorage, now: Date.now, load, window });

  const App = observer(function App() {
    return (
      <ThemeFrame theme={store.theme.value}>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
          <ReachNotice onRetry={() => void reach.check()} />
          <PasswordAgain question={passwordQuestion} />
        </Suspense>
      </ThemeFrame>
    );
  });

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element with the id root.");
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={words}>
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
