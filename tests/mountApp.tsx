import { render } from "@testing-library/react";
import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { RouterProvider } from "react-router-dom";
import { ClockProvider } from "../src/components/ui/Clock.tsx";
import { ThemeFrame } from "../src/components/ui/ThemeFrame.tsx";
import { NAMESPACES } from "../src/i18n/resources.ts";
import { createI18n, type Locale } from "../src/i18n/i18n.ts";
import { ServicesProvider } from "../src/routes/appContext.tsx";
import { createTestRouter } from "../src/routes/router.tsx";
import type { RootStore } from "../src/stores/RootStore.ts";
import { storeEnv } from "../src/stores/StoreEnv.ts";
import { StoreProvider } from "../src/stores/StoreProvider.tsx";

/** The whole app at an address, composed as in main.tsx, without the browser's own parts. */
export async function mountApp(store: RootStore, at: string, locale: Locale = "en") {
  const { services } = storeEnv(store);
  const words = await createI18n(locale, NAMESPACES);
  const router = createTestRouter(
    { services, store, loadNamespaces: (namespaces) => words.loadNamespaces(namespaces) },
    [at],
  );
  const App = observer(function App() {
    return (
      <ThemeFrame theme={store.theme.value}>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </ThemeFrame>
    );
  });
  const view = render(
    <I18nextProvider i18n={words}>
      <ClockProvider now="2026-03-02T09:00:00Z">
        <StoreProvider store={store}>
          <ServicesProvider services={services}>
            <App />
          </ServicesProvider>
        </StoreProvider>
      </ClockProvider>
    </I18nextProvider>,
  );
  const address = (): string => router.state.location.pathname + router.state.location.search;
  return { router, view, words, address };
}
