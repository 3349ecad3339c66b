import type { Locale } from "../../src/i18n/words.ts";
import { mountProjectScreens, type Scene } from "../fixtures/projectScreens.tsx";
import { renderMounted } from "./renderMounted.tsx";

/** Draws project list, wizard or project page in jsdom. */
export const renderScreens = (scene: Scene, locale?: Locale) => renderMounted(() => mountProjectScreens(scene), locale);
