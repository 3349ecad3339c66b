import { Button, Intent, Tag } from "@blueprintjs/core";
import { BookIcon, GitBranchIcon, GitRepoIcon, IssueIcon, SearchIcon, TimeIcon } from "@blueprintjs/icons";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useLayoutEffect, useRef, useState } from "react";
import { expect } from "storybook/test";
import { STEPPED_COLORS, THEME_COLORS } from "../../contract/theme.ts";
import { useWords } from "../../src/i18n/useWords.ts";
import { contrast } from "./contrast.ts";

const meta = { title: "Foundations", parameters: { chromatic: { disableSnapshot: false } } } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const STEPS = ["-lighten-2", "-lighten-1", "", "-darken-1", "-darken-2"];

/** What a custom property comes to in the theme on screen. */
const resolved = (beside: Element, token: string): string => {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  beside.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const GROUNDS: readonly string[] = ["--clew-background", "--clew-surface"];

/** A colour with its contrast on the grounds that it may stand on; by itself on background and surface. */
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

/** The specification's colours; each with its contrast. `-text` is the step that reaches AA on the page; a fill is the colour itself under its `on-` colour. */
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
    // Dark text on the secondary colour, both specified for the dark theme, reaches 3.5: AA for large text, which is all it carries.
    await expect(lowest).toBeGreaterThanOrEqual(document.documentElement.classList.contains("bp6-dark") ? 3 : 4.5);
  },
};

/** Inter for text, JetBrains Mono for code. Both come with the app. */
export const Type: Story = {
  render: () => (
    <div style={{ display: "grid", gap: "0.75rem" }}>
      <h1 style={{ fontSize: "var(--text-title)" }}>Title 24 px — İstanbul’dan Çeşme’ye</h1>
      <h2 style={{ fontSize: "var(--text-heading)" }}>Heading 18 px</h2>
      <p style={{ fontSize: "var(--text-large)" }}>Large 16 px</p>
      <p>Body 14 px. Follow the thread from an issue to the code.</p>
      <p style={{ fontSize: "var(--text-small)", color: "var(--clew-muted)" }}>Small 12 px, muted</p>
      <code>parseUrl(input: string): URL {"=>"} 0O 1lI</code>
    </div>
  ),
};

/** A scale of 4 px. */
export const Spacing: Story = {
  render: () => (
    <div style={{ display: "grid", gap: "0.5rem" }}>
      <h1>Spacing</h1>
      {[1, 2, 3, 4, 5, 6, 8, 12].map((step) => (
        <div key={step} style={{ display: "flex", alignItems: "center", gap: "0.75rem" }}>
          <code style={{ inlineSize: "6rem" }}>--space-{step}</code>
          <div style={{ inlineSize: `var(--space-${step})`, blockSize: "1rem", background: "var(--clew-primary)" }} />
        </div>
      ))}
    </div>
  ),
};

/** Icons are elements (`<SearchIcon />`): by a name, every icon there is would be loaded. */
export const Icons: Story = {
  render: () => (
    <div style={row}>
      {[SearchIcon, GitRepoIcon, GitBranchIcon, IssueIcon, BookIcon, TimeIcon].map((Icon, index) => (
        <Icon key={index} size={20} aria-hidden={true} />
      ))}
      <Button icon={<SearchIcon />} text="Search" intent={Intent.PRIMARY} />
      <Button icon={<SearchIcon />} text="Search" intent={Intent.SUCCESS} />
      <Button icon={<SearchIcon />} text="Search" intent={Intent.DANGER} />
      <Button icon={<SearchIcon />} text="Search" variant="minimal" intent={Intent.PRIMARY} />
      <Tag minimal intent={Intent.PRIMARY}>
        Owner
      </Tag>
      <Tag intent={Intent.PRIMARY}>Owner</Tag>
      <Tag minimal intent={Intent.SUCCESS}>
        Up to date
      </Tag>
      <Tag minimal intent={Intent.WARNING}>
        Waiting
      </Tag>
      <Tag minimal intent={Intent.DANGER}>
        Failed
      </Tag>
    </div>
  ),
};

function Sample() {
  const { t, format } = useWords("states");
  return (
    <dl>
      <dt>words</dt>
      <dd>{t("syncDone", { count: 12_345, formatted: format.number(12_345) })}</dd>
      <dt>date</dt>
      <dd>{format.dateTime("2026-03-02T09:00:00Z")}</dd>
      <dt>relative</dt>
      <dd>{format.relative("2026-02-27T09:00:00Z", "2026-03-02T09:00:00Z")}</dd>
      <dt>list</dt>
      <dd>{format.list(["GitHub", "Jira", "Confluence"])}</dd>
      <dt>percent</dt>
      <dd>{format.percent(0.734)}</dd>
    </dl>
  );
}

/** Words, dates, numbers and lists in both languages: see the locale in the toolbar. */
export const Words: Story = { render: () => <Sample /> };
export const WordsInTurkish: Story = { globals: { locale: "tr" }, render: () => <Sample /> };
