import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { createI18n } from "../../src/i18n/i18n.ts";
import { useJsonImport } from "../../src/routes/downloads/useJsonImport.ts";
import { err, ok, type Result } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { apiError } from "../fixtures/handlers.ts";

const words = await createI18n("en", ["errors"]);
const store = createTestStore();
const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={words}>
    <StoreProvider store={store}>{children}</StoreProvider>
  </I18nextProvider>
);
const file = (text: string): File => new File([text], "metric.json", { type: "application/json" });

function importOf(answer: Result<string>) {
  const send = vi.fn<(content: object) => Promise<Result<string>>>(() => Promise.resolve(answer));
  const options = { maxBytes: 100, words: { tooLarge: "too large", notJson: "not JSON" } };
  const { result } = renderHook(() => useJsonImport(send, options), { wrapper });
  return { result, send, read: (chosen: File) => act(() => result.current.read(chosen)) };
}

test("the content of a file is sent, and a later file ends the fault of the one before", async () => {
  const { result, send, read } = importOf(ok("stored"));
  await read(file("{ not"));
  expect(result.current.failure).toEqual({ text: "not JSON" });
  await read(file("x".repeat(101)));
  expect(result.current.failure).toEqual({ text: "too large" });
  expect(send).not.toHaveBeenCalled();
  await read(file('{"name":"Age"}'));
  expect(send).toHaveBeenLastCalledWith({ name: "Age" });
  expect(result.current.failure).toBeNull();
});

test("a service that cannot be loaded is not taken for a file that is no JSON", async () => {
  const { result, read } = importOf(err(apiError({ kind: "chunk", status: null })));
  await read(file("{}"));
  expect(result.current.failure?.text).toContain("could not be loaded");
});
