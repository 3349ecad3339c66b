import { expect, screen, waitFor } from "storybook/test";

/** Waits until a dialog has the focus, which it takes after its first frame: before that a key goes to the page behind it. */
export const untilDialogHasFocus = (): Promise<void> =>
  waitFor(() => {
    const portal = screen.getByRole("dialog").closest(".bp6-portal");
    return expect(portal?.contains(document.activeElement)).toBe(true);
  });
