import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { THEME_COLORS } from "../../contract/theme.ts";
import { IntegrationWarning } from "../../src/components/shell/IntegrationWarning.tsx";
import { Snackbar, type SnackbarColor } from "../../src/components/shell/Snackbar.tsx";
import { TrialBanner } from "../../src/components/shell/TrialBanner.tsx";
import { contrast } from "./contrast.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { Checkbox } from "../../src/components/ui/Checkbox.ts";
import { Tag } from "../../src/components/ui/Tag.tsx";

/** The painted colours of buttons, snackbars and the trial banner, compared with the specification's section 9. */
const meta = { parameters: { chromatic: { disableSnapshot: false } }, title: "Foundations/Fills" } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** `#3B82F6` in the notation of computed styles. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

const theme = (): "light" | "dark" => (document.documentElement.classList.contains("bp6-dark") ? "dark" : "light");
const specified = (name: "primary" | "secondary" | "error" | "info" | "success" | "warning"): string =>
  rgb(THEME_COLORS[theme()][name]);

const INTENTS = { primary: "primary", success: "success", warning: "warning", danger: "error" } as const;
type IntentName = keyof typeof INTENTS;
const NAMES = Object.keys(INTENTS) as IntentName[];

const row = { display: "flex", flexWrap: "wrap", gap: "0.75rem", marginBlock: "0.75rem" } as const;

export const Buttons: Story = {
  render: () => (
    <>
      {NAMES.map((intent) => (
        <div key={intent} style={row}>
          <Button intent={intent} text={`${intent} rest`} data-filled={intent} />
          <Button intent={intent} text={`${intent} pressed`} active data-filled-active={intent} />
          <Button intent={intent} text={`${intent} disabled`} disabled />
          <Button intent={intent} text={`${intent} minimal`} variant="minimal" data-plain />
          <Button intent={intent} text={`${intent} outlined`} variant="outlined" data-plain />
          <Tag minimal={false} intent={intent} data-filled={intent}>
            {intent}
          </Tag>
          <Tag intent={intent}>{intent}</Tag>
        </div>
      ))}
      <Checkbox label="Checked" defaultChecked />
    </>
  ),
  play: async ({ canvasElement }) => {
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    for (const name of NAMES) {
      for (const filled of canvasElement.querySelectorAll(`[data-filled="${name}"]`)) {
        const { backgroundColor, color } = getComputedStyle(filled);
        await expect(backgroundColor).toBe(specified(INTENTS[name]));
        await expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5);
      }
      for (const pressed of canvasElement.querySelectorAll(`[data-filled-active="${name}"]`)) {
        const { backgroundColor, color } = getComputedStyle(pressed);
        await expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const plain of canvasElement.querySelectorAll("[data-plain]")) {
      await expect(contrast(getComputedStyle(plain).color, ground)).toBeGreaterThanOrEqual(4.5);
    }
    const box = canvasElement.querySelector(".bp6-control-indicator");
    await expect(box && getComputedStyle(box).backgroundColor).toBe(specified("primary"));
  },
};

const focusColor = (): string =>
  rgb(getComputedStyle(document.documentElement).getPropertyValue("--clew-focus").trim());

export const FocusedButton: Story = {
  render: () => <Button intent="primary" text="Save" />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    const button = canvas.getByRole("button");
    // With reduced motion each style change takes a frame, including the outline's.
    await waitFor(() => expect(getComputedStyle(button).outlineColor).toBe(focusColor()));
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    await expect(contrast(focusColor(), ground)).toBeGreaterThanOrEqual(3);
  },
};

const snackbar = (color: SnackbarColor): Story => ({
  render: () => (
    <div style={{ minBlockSize: "10rem" }}>
      <IntegrationWarning warning={{ text: "GitHub is not connected.", href: "/settings" }} onClose={fn()} />
      <Snackbar snackbar={{ message: `A ${color} message`, color }} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    for (const painted of canvasElement.querySelectorAll("[data-color]")) {
      const name = painted.getAttribute("data-color") as SnackbarColor;
      const { backgroundColor, color } = getComputedStyle(painted);
      await expect(backgroundColor).toBe(specified(name));
      await expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5);
    }
    await expect(canvasElement.querySelectorAll("[data-color]")).toHaveLength(2);
  },
});
export const SuccessSnackbar = snackbar("success");
export const ErrorSnackbar = snackbar("error");
export const InfoSnackbar = snackbar("info");

export const TrialBannerFill: Story = {
  render: () => <TrialBanner days={5} onDismiss={fn()} />,
  play: async ({ canvas }) => {
    const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(canvas.getByRole("complementary"));
    await expect(backgroundColor).toBe(specified("secondary"));
    const isLarge = Number.parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700;
    await expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(isLarge ? 3 : 4.5);
  },
};
