/** Emulates forced colours (Windows high contrast) in the page of the tests; the setting of vitest.config.ts for motion stays. */
async function emulate(forcedColors: "active" | "none"): Promise<void> {
  const { cdp } = await import("vitest/browser");
  const features = [
    { name: "forced-colors", value: forcedColors },
    { name: "prefers-reduced-motion", value: "reduce" },
  ];
  await cdp().send("Emulation.setEmulatedMedia", { features });
}

/**
 * A story whose play function looks at computed colours in forced colours, in their light scheme. It is for the tests alone: Storybook cannot
 * emulate them, and a picture of it would be one of the limited number.
 */
export const forcedColors = {
  tags: ["!autodocs", "!dev"],
  parameters: { chromatic: { forcedColors: "active", disableSnapshot: true } },
  beforeEach: async (): Promise<(() => Promise<void>) | undefined> => {
    if (!import.meta.env["VITEST"]) return undefined;
    await emulate("active");
    return () => emulate("none");
  },
};
