/**
 * Modes of the visual snapshots: both themes for a component, light for a page; the others for stories that set them in
 * `parameters.chromatic.modes`. A file with a story in Turkish has no mode `tr`: that would be the same picture twice.
 */
export const modes = {
  light: { theme: "light", locale: "en" },
  dark: { theme: "dark", locale: "en" },
  narrow: { theme: "light", locale: "en", viewport: { width: 360, height: 740 } },
  tr: { theme: "light", locale: "tr" },
  zoom: { theme: "light", locale: "en", zoom: "200", viewport: { width: 1280, height: 800 } },
} as const;

/** Modes of a story are added to those of the preview, which a single picture has to switch off. */
const OFF = { disable: true };

/**
 * Parameters of a file each story of which has pictures, in the modes of the preview. The preview turns pictures off; a file without these
 * has pictures of the stories with `lightPicture`.
 */
export const pictures = { chromatic: { disableSnapshot: false } };

/** Modes of the stories of a page: its components have pictures in the dark theme and in Turkish. */
export const pageModes = { light: modes.light, dark: OFF };
/** Parameters of the story of a page whose layout differs on a phone; its other states have the same layout. */
export const onPhoneToo = { chromatic: { modes: { ...pageModes, narrow: modes.narrow } } };
/**
 * Modes of a story of a layout: in Turkish, with long text, or on a narrow screen. The dark theme changes colours only, which the other
 * stories of the component show.
 */
export const layoutModes = { dark: OFF };
/** Parameters of such a story that has no other modes. */
export const forLayout = { chromatic: { modes: layoutModes } };
/**
 * Parameters of a state that consists of primitives, such as loading or failed, which have pictures in the dark theme, or that differs from
 * another story in its text alone.
 */
export const forState = forLayout;
/** Parameters of the main state in a file whose other stories have no picture. */
export const lightPicture = { chromatic: { disableSnapshot: false, modes: layoutModes } };
/** Parameters of a story that is checked at 200 % text size: nothing may be clipped or covered. */
export const zoomed = { chromatic: { modes: { light: OFF, dark: OFF, zoom: modes.zoom } } };
/** Parameters of a story that is checked in forced colours (Windows high contrast): a state must not differ by its background alone. */
export const inForcedColors = { chromatic: { forcedColors: "active", modes: { dark: OFF } } };

/**
 * A generated locale, for stories and tests alone: accents, 40 % longer than English, four plural forms. `scripts/pseudoLocale.ts` writes it.
 */
export const PSEUDO_LOCALE = "pl-x-pseudo";
/** A story in it, on a phone, where long words overflow first. Its layout has pictures in other stories. */
export const inPseudoOnPhone = {
  globals: { locale: PSEUDO_LOCALE, viewport: { value: "phone" } },
  parameters: { chromatic: { disableSnapshot: true } },
};
