import { render } from "@testing-library/react";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { ClockProvider } from "../../src/components/ui/Clock.tsx";
import { NAMESPACES } from "../../src/i18n/resources.ts";
import { createI18n, type Locale } from "../../src/i18n/i18n.ts";
import type { mountScreen } from "../fixtures/mountScreen.tsx";
import { BlueprintProvider } from "../../src/components/ui/BlueprintProvider.ts";

/**
 * Draws a screen in jsdom, at the fixtures' moment.
 * @param mount called when the words are there: a mounted screen asks its host at once
 */
export async function renderMounted<T extends ReturnType<typeof mountScreen>>(mount: () => T, locale: Locale = "en") {
  const words = await createI18n(locale, NAMESPACES);
  const mounted = mount();
  const view = render(
    <I18nextProvider i18n={words}>
      <BlueprintProvider>
        <ClockProvider now="2026-03-02T09:00:00Z">
          <Suspense fallback={null}>{mounted.screen}</Suspense>
        </ClockProvider>
      </BlueprintProvider>
    </I18nextProvider>,
  );
  const address = () => mounted.router.state.location.pathname + mounted.router.state.location.search;
  return { ...mounted, ...view, words, address };
}
