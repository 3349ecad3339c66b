import type { Meta, StoryObj } from "@storybook/react-vite";
import { useLayoutEffect, useRef, useState } from "react";
import { expect } from "storybook/test";
import { pictures } from "../../.storybook/modes.ts";
import { STEPPED_COLORS, THEME_COLORS } from "../../contract/theme.ts";
import { contrast } from "./contrast.ts";

const meta = { parameters: pictures, title: "Foundations/Colour samples", tags: ["!autodocs"] } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const STEPS = ["-lighten-2", "-lighten-1", "", "-darken-1", "-darken-2"];

/** The computed value of a custom property in the current theme. */
const resolved = (parent: Element, token: string): string => {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const GROUNDS: readonly string[] = ["--clew-background", "--clew-surface"];

/** A colour with its contrast on the given backgrounds; by default on background and surface. */
function Swatch({ token, on = GROUNDS }: { token: string; on?: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [figures, setFigures] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const { current } = place;
    if (current) setFigures(on.map((ground) => contrast(resolved(current, token), resolved(current, ground))));
  }, [token, on]);
  return (
    <div ref={place} style={{ inlineSize: "10rem" }}>
      <div
        style={{
          blockSize: "2.5rem",
          borderRadius: 6,
          border: "1px solid var(--clew-line)",
          background: `var(${token})`,
        }}
      />
      <code style={{ fontSize: "0.6875rem", overflowWrap: "anywhere" }}>{token}</code>
      <ul style={{ margin: 0, padding: 0, listStyle: "none", fontSize: "0.6875rem" }}>
        {on.map((ground, index) => (
          <li key={ground} data-contrast={figures[index]?.toFixed(2)}>
            {figures[index]?.toFixed(1)} on {ground.replace("--clew-", "")}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ON_GROUNDS = { onPrimary: ["--clew-primary"], onSecondary: ["--clew-secondary"] } as const;
const FILLS = ["primary", "secondary", "error", "info", "success", "warning"] as const;
const FILL_GROUNDS = Object.fromEntries(FILLS.map((name) => [name, [`--clew-${name}`]]));

const row = { display: "flex", flexWrap: "wrap", gap: "0.75rem", marginBlock: "0.75rem" } as const;

/**
 * The specification's colours with their contrast. `-text` is the step that reaches AA on the page; a fill is the colour itself under its
 * `on-` colour.
 */
export const Colours: Story = {
  render: () => (
    <>
      <h1>Colours</h1>
      <div style={row}>
        {Object.keys(THEME_COLORS.dark).map((name) => (
          <Swatch key={name} token={`--clew-${kebab(name)}`} />
        ))}
      </div>
      <h2>Two lighter and two darker steps</h2>
      {STEPPED_COLORS.map((name) => (
        <div key={name} style={row}>
          {STEPS.map((step) => (
            <Swatch
              key={step}
              token={`--clew-${kebab(name)}${step}`}
              {...(name in ON_GROUNDS && { on: ON_GROUNDS[name as keyof typeof ON_GROUNDS] })}
            />
          ))}
        </div>
      ))}
      <h2>Made for text and for fills</h2>
      <div style={row} data-role="readable">
        {FILLS.map((name) => (
          <div key={name} style={{ display: "grid", gap: "0.25rem" }}>
            <span style={{ color: `var(--clew-${name}-text)` }}>{name} text</span>
            <Swatch token={`--clew-${name}-text`} />
            <span
              style={{
                padding: "0.25rem 0.5rem",
                fontSize: "1.1875rem",
                fontWeight: 700,
                background: `var(--clew-${name})`,
                color: `var(--clew-on-${name})`,
              }}
            >
              {name} fill
            </span>
            <Swatch token={`--clew-on-${name}`} on={FILL_GROUNDS[name] ?? GROUNDS} />
          </div>
        ))}
      </div>
    </>
  ),
  play: async ({ canvasElement }) => {
    const [lowest] = [...canvasElement.querySelectorAll("[data-role=readable] [data-contrast]")]
      .map((figure) => Number(figure.getAttribute("data-contrast")))
      .toSorted((a, b) => a - b);
    // Dark text on the secondary colour, both specified for the dark theme, reaches 3.5: AA for large text, which is its only use.
    await expect(lowest).toBeGreaterThanOrEqual(document.documentElement.classList.contains("bp6-dark") ? 3 : 4.5);
  },
};
