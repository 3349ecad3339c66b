import { Button, Intent, Tag } from "@blueprintjs/core";
import { BookIcon, GitBranchIcon, GitRepoIcon, IssueIcon, SearchIcon, TimeIcon } from "@blueprintjs/icons";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { STEPPED_COLORS, THEME_COLORS } from "../../contract/theme.ts";
import { useWords } from "../../src/i18n/useWords.ts";

const meta = { title: "Foundations", parameters: { chromatic: { disableSnapshot: false } } } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const STEPS = ["-lighten-2", "-lighten-1", "", "-darken-1", "-darken-2"];

function Swatch({ token }: { token: string }) {
  return (
    <div style={{ inlineSize: "9rem" }}>
      <div
        style={{
          blockSize: "2.5rem",
          borderRadius: 6,
          border: "1px solid var(--clew-line)",
          background: `var(${token})`,
        }}
      />
      <code style={{ fontSize: "0.6875rem", overflowWrap: "anywhere" }}>{token}</code>
    </div>
  );
}

const row = { display: "flex", flexWrap: "wrap", gap: "0.75rem", marginBlock: "0.75rem" } as const;

/** The specification's colours; `-text` and `-fill` are the steps that reach AA on the page and under their `on-` colour. */
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
            <Swatch key={step} token={`--clew-${kebab(name)}${step}`} />
          ))}
        </div>
      ))}
      <h2>Made for text and for fills</h2>
      <div style={row}>
        {["primary", "secondary", "error", "info", "success", "warning"].map((name) => (
          <div key={name} style={{ display: "grid", gap: "0.25rem" }}>
            <span style={{ color: `var(--clew-${name}-text)` }}>{name} text</span>
            <span
              style={{
                padding: "0.25rem 0.5rem",
                background: `var(--clew-${name}-fill)`,
                color: `var(--clew-on-${name})`,
              }}
            >
              {name} fill
            </span>
          </div>
        ))}
      </div>
    </>
  ),
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
          <div
            style={{ inlineSize: `var(--space-${step})`, blockSize: "1rem", background: "var(--clew-primary-fill)" }}
          />
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
      <dd>{t("syncItems", { count: 12_345, formatted: format.number(12_345) })}</dd>
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
