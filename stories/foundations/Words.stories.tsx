import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { useTranslation } from "../../src/i18n/useTranslation.ts";

const meta = { parameters: pictures, title: "Foundations/Word samples", tags: ["!autodocs"] } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

function Sample() {
  const { t, format } = useTranslation("states");
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

/** Texts, dates, numbers and lists in both languages: see the locale in the toolbar. */
export const Words: Story = { render: () => <Sample /> };
export const WordsInTurkish: Story = { globals: { locale: "tr" }, render: () => <Sample />, parameters: forLayout };
