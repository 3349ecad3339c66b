import { act, cleanup, render, screen } from "@testing-library/react";
import { Profiler, type ProfilerOnRenderCallback } from "react";
import { I18nextProvider } from "react-i18next";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setClockOffset } from "../../src/components/ui/Clock.ts";
import { RelativeTime } from "../../src/components/ui/RelativeTime.tsx";
import { NAMESPACES } from "../../src/i18n/resources.ts";
import { createI18n } from "../../src/i18n/i18n.ts";

const words = await createI18n("en", NAMESPACES);
const TRUE_NOW = Date.parse("2026-03-02T12:00:00Z");
const HOUR = 3_600_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  setClockOffset(0);
  vi.useRealTimers();
});

/** A time two hours ago, on a machine whose clock has this offset. */
const draw = (wrongBy: number): void => {
  vi.setSystemTime(TRUE_NOW + wrongBy);
  setClockOffset(-wrongBy);
  render(
    <I18nextProvider i18n={words}>
      <RelativeTime at="2026-03-02T10:00:00Z" />
    </I18nextProvider>,
  );
};

test.each([0, 20_000, -5 * HOUR, 3 * HOUR, 400 * 24 * HOUR])(
  "is independent of a machine clock that is wrong by %d ms",
  (wrongBy) => {
    draw(wrongBy);
    expect(screen.getByText("2 hours ago")).toBeVisible();
  },
);

test("follows an offset that arrives while a time is on screen", () => {
  vi.setSystemTime(TRUE_NOW + 3 * HOUR);
  render(
    <I18nextProvider i18n={words}>
      <RelativeTime at="2026-03-02T10:00:00Z" />
    </I18nextProvider>,
  );
  expect(screen.getByText("5 hours ago")).toBeVisible();
  act(() => setClockOffset(-3 * HOUR));
  expect(screen.getByText("2 hours ago")).toBeVisible();
});

test("ignores a difference of less than a minute", () => {
  vi.setSystemTime(TRUE_NOW);
  setClockOffset(59_000);
  render(
    <I18nextProvider i18n={words}>
      <RelativeTime at="2026-03-02T11:59:30Z" />
    </I18nextProvider>,
  );
  expect(screen.getByText("now")).toBeVisible();
});

test("keeps the time constant while a page renders, so that React does not render it twice", () => {
  let clock = TRUE_NOW;
  vi.spyOn(Date, "now").mockImplementation(() => clock++);
  const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onRender = vi.fn<ProfilerOnRenderCallback>();
  render(
    <I18nextProvider i18n={words}>
      <Profiler id="times" onRender={onRender}>
        <RelativeTime at="2026-03-02T10:00:00Z" />
      </Profiler>
    </I18nextProvider>,
  );
  expect(complaint).not.toHaveBeenCalled();
  expect(onRender).toHaveBeenCalledOnce();
});
