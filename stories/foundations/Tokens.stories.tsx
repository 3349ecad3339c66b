import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";

/** Sizes, corners, shadows, movement and layers, each measured from its custom property. */
const meta = {
  parameters: { chromatic: { disableSnapshot: false } },
  title: "Foundations/Tokens",
  tags: ["!autodocs"],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const list = { display: "grid", gap: "var(--space-3)", margin: 0, padding: 0, listStyle: "none" } as const;
const line = { display: "flex", alignItems: "center", gap: "var(--space-4)" } as const;
const name = { inlineSize: "10rem", fontSize: "var(--text-code)" } as const;

const TEXT = ["tiny", "small", "compact", "body", "large", "heading", "title"] as const;
/** Names of the steps and their sizes in px. */
const SPACE = {
  half: 2,
  "1": 4,
  "1-half": 6,
  "2": 8,
  "2-half": 10,
  "3": 12,
  "4": 16,
  "5": 20,
  "6": 24,
  "8": 32,
  "12": 48,
} as const;

/** The text sizes from 11 to 24 px. */
export const Type: Story = {
  render: () => (
    <ul style={list}>
      {TEXT.map((step) => (
        <li key={step} style={line}>
          <code style={name}>--text-{step}</code>
          <span style={{ fontSize: `var(--text-${step})` }} data-token={`--text-${step}`}>
            İstanbul’dan Çeşme’ye, 1,234 issues
          </span>
        </li>
      ))}
      <li style={line}>
        <code style={name}>--font-code</code>
        <code>parseUrl(input: string): URL {"=>"} 0O 1lI</code>
      </li>
    </ul>
  ),
  play: async ({ canvasElement }) => {
    const sizes = [...canvasElement.querySelectorAll("[data-token]")].map((text) =>
      Number.parseFloat(getComputedStyle(text).fontSize),
    );
    await expect(sizes).toEqual([11, 12, 13, 14, 16, 18, 24]);
  },
};

/** A scale of 4 px; half steps are for the inside of one control or line. */
export const Space: Story = {
  render: () => (
    <ul style={list}>
      {Object.entries(SPACE).map(([step, px]) => (
        <li key={step} style={line}>
          <code style={name}>--space-{step}</code>
          <span
            data-token={px}
            style={{ inlineSize: `var(--space-${step})`, blockSize: "1rem", background: "var(--clew-primary)" }}
          />
        </li>
      ))}
    </ul>
  ),
  play: async ({ canvasElement }) => {
    for (const bar of canvasElement.querySelectorAll("[data-token]")) {
      await expect(Number.parseFloat(getComputedStyle(bar).inlineSize)).toBe(Number(bar.getAttribute("data-token")));
    }
  },
};

const box = {
  display: "grid",
  placeItems: "center",
  inlineSize: "9rem",
  blockSize: "5rem",
  background: "var(--clew-raised)",
  border: "1px solid var(--clew-line)",
  fontSize: "var(--text-small)",
} as const;
const row = { display: "flex", flexWrap: "wrap", gap: "var(--space-6)", padding: "var(--space-4)" } as const;

export const Radius: Story = {
  render: () => (
    <div style={row}>
      {["--radius-small", "--radius", "--radius-large", "--radius-full"].map((token) => (
        <code key={token} style={{ ...box, borderRadius: `var(${token})` }}>
          {token}
        </code>
      ))}
    </div>
  ),
};

/** The elevation of a surface above the page: a dragged card, a menu, a dialog. */
export const Elevation: Story = {
  render: () => (
    <div style={row}>
      {["--elevation-raised", "--elevation-menu", "--elevation-dialog"].map((token) => (
        <code key={token} style={{ ...box, borderRadius: "var(--radius)", boxShadow: `var(${token})` }}>
          {token}
        </code>
      ))}
    </div>
  ),
};

/** The stacking order of surfaces; components use these and no numbers. */
export const Layers: Story = {
  render: () => (
    <ol style={list}>
      {[
        "--layer-inner",
        "--layer-sticky",
        "--layer-menu",
        "--layer-header",
        "--layer-dialog",
        "--layer-toast",
        "--layer-alert",
      ].map((token) => (
        <li key={token} style={line}>
          <code style={name}>{token}</code>
          <span data-layer={token}>{getComputedStyle(document.documentElement).getPropertyValue(token)}</span>
        </li>
      ))}
    </ol>
  ),
  play: async ({ canvasElement }) => {
    const layers = [...canvasElement.querySelectorAll("[data-layer]")].map(({ textContent }) => Number(textContent));
    await expect(layers).toEqual(layers.toSorted((a, b) => a - b));
    await expect(new Set(layers).size).toBe(7);
  },
};
