import { act } from "@testing-library/react";
import type { Locale } from "../../../src/i18n/i18n.ts";
import { mountAccountScreens, type AccountScene } from "../../fixtures/accountScreens.tsx";
import { renderMounted } from "../renderMounted.tsx";

/** Draws a screen of account, company or help in jsdom. */
export const renderAccount = (scene: AccountScene, locale?: Locale) =>
  renderMounted(() => mountAccountScreens(scene), locale);

/** Lets React end what an event of user-event began: a part that suspends in its synchronous `act` would wait for the next one. */
export const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
