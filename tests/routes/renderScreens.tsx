import type { Locale } from "../../src/i18n/i18n.ts";
import { mountProjectScreens, type ProjectScene } from "../fixtures/projectScreens.tsx";
import { renderMounted } from "./renderMounted.tsx";

/** Draws project list, wizard or project page in jsdom. */
export const renderScreens = (scene: ProjectScene, locale?: Locale) =>
  renderMounted(() => mountProjectScreens(scene), locale);
