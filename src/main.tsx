// First: the styles of components come after those of the theme.
import "./theme/styles.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "./createApp.tsx";
import { nextTask } from "./components/ui/nextTask.ts";
import { setClockOffset } from "./components/ui/Clock.ts";
import { createI18n } from "./i18n/i18n.ts";
import { handleChunkErrors } from "./routes/failures/chunkErrors.ts";
import { createAppRouter } from "./routes/router.tsx";
import { syncConnectivity } from "./routes/connection/syncConnectivity.ts";
import { syncSocketToRoute } from "./routes/connection/syncSocketToRoute.ts";
import { watchConnectivity, type ConnectivityMonitor } from "./services/connectivity.ts";
import { createHttp } from "./services/http.ts";
import { createSocket } from "./services/socket.ts";
import { resilientStorage } from "./stores/resilientStorage.ts";

async function start(): Promise<void> {
  const origin: string = import.meta.env["VITE_PROVIDER_ORIGIN"] ?? "";
  const tabStorage = resilientStorage(() => sessionStorage);

  // The validation of responses includes zod, so it is loaded in development only.
  const assertResponse = import.meta.env.DEV
    ? await (await import("./services/contractAssertion.ts")).createContractAssertion()
    : undefined;
  // The code of the first screen is requested before the app is assembled.
  let hasFailed = false;
  const noteFailure = (): void => {
    hasFailed = true;
  };
  window.addEventListener("vite:preloadError", noteFailure);
  // The first requests are sent before the monitor exists.
  const monitoring = Promise.withResolvers<ConnectivityMonitor>();
  // The evaluation of the modules before is a long task already.
  await nextTask();
  const { App, store, router } = await createApp({
    connect: ({ noteVersion, ...hooks }) =>
      createHttp({
        ...hooks,
        origin,
        assertResponse,
        isReachable: async () => (await monitoring.promise).check(),
        onResponse: ({ version, clock }) => {
          if (version !== null) noteVersion(version);
          if (clock !== null) setClockOffset(clock - Date.now());
        },
      }),
    createRouter: createAppRouter,
    createI18n,
    languages: navigator.languages,
    // oxlint-disable-next-line no-console -- the specification wants failed requests in the log
    log: (message) => console.error(message),
    storage: resilientStorage(() => localStorage),
    tabStorage,
    now: Date.now,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => {
        clearTimeout(timer);
      };
    },
    onRetryConnection: () => void monitoring.promise.then((monitor) => monitor.check()),
  });

  void import("./routes/browser/titleTruncatedText.ts").then(
    ({ titleTruncatedText }) => titleTruncatedText(),
    () => undefined, // a tooltip that failed to load
  );
  const socket = createSocket({
    origin,
    token: () => store.session.token,
    onMessage: store.receive,
    onState: (state) => {
      if (state === "closed") store.progress.disconnect();
    },
    // Random delay, so that clients that are disconnected at the same time do not reconnect at the same time.
    onDrop: () =>
      void setTimeout(() => void monitoring.promise.then((monitor) => monitor.check()), Math.random() * 1000),
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
  monitoring.resolve(monitor);
  window.removeEventListener("vite:preloadError", noteFailure);
  handleChunkErrors({
    hasFailed,
    router,
    connectivity: store.connectivity,
    check: monitor.check,
    tabStorage,
    now: Date.now,
    load,
    window,
  });

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element with the id root.");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

await start();
