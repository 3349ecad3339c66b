import { BlueprintProvider } from "@blueprintjs/core";
import { act, render } from "@testing-library/react";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { NowProvider } from "../../../src/components/RelativeTime/Now.tsx";
import { NAMESPACES } from "../../../src/i18n/resources.ts";
import { createWords, type Locale } from "../../../src/i18n/words.ts";
import { mountAccountScreens, type AccountScene } from "../../fixtures/accountScreens.tsx";

/** Draws a screen of account, company or help in jsdom, at the fixtures' moment. */
export async function renderAccount(scene: AccountScene, locale: Locale = "en") {
  const words = await createWords(locale, NAMESPACES);
  const mounted = mountAccountScreens(scene);
  const view = render(
    <I18nextProvider i18n={words}>
      <BlueprintProvider>
        <NowProvider now="2026-03-02T09:00:00Z">
          <Suspense fallback={null}>{mounted.screen}</Suspense>
        </NowProvider>
      </BlueprintProvider>
    </I18nextProvider>,
  );
  const address = () => mounted.router.state.location.pathname + mounted.router.state.location.search;
  return { ...mounted, ...view, words, address };
}

/** Lets React end what an event of user-event began: a part that suspends in its synchronous `act` would wait for the next one. */
export const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
