import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { createI18n } from "../../src/i18n/i18n.ts";
import { NAMESPACES } from "../../src/i18n/resources.ts";
import { useConfirmation } from "../../src/routes/confirmation/useConfirmation.ts";
import { err, ok, type Result } from "../../src/services/result.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";
import { apiError } from "../fixtures/handlers.ts";

async function confirming(answers: readonly Result<null>[], onSuccess = vi.fn<() => void>()) {
  const sent: string[] = [];
  const i18n = await createI18n("en", NAMESPACES);
  const store = createTestStore();
  const { result } = renderHook(
    () =>
      useConfirmation(
        (name: string) => {
          sent.push(name);
          return Promise.resolve(answers[sent.length - 1] ?? ok(null));
        },
        { onSuccess },
      ),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <I18nextProvider i18n={i18n}>
          <StoreProvider store={store}>{children}</StoreProvider>
        </I18nextProvider>
      ),
    },
  );
  return { result, sent, confirm: () => act(async () => result.current.dialog.onConfirm()) };
}

test("nothing is sent before the confirmation, nor after a cancellation", async () => {
  const { result, sent, confirm } = await confirming([]);
  await confirm();
  expect(result.current).toMatchObject({ subject: null, dialog: { isOpen: false } });
  act(() => result.current.ask("atlas"));
  expect(result.current).toMatchObject({ subject: "atlas", dialog: { isOpen: true, isBusy: false } });
  act(() => result.current.dialog.onCancel());
  expect(result.current.dialog.isOpen).toBe(false);
  expect(sent).toEqual([]);
});

test("a success closes the dialog before its callback, and the dialog keeps its subject", async () => {
  const isOpen: boolean[] = [];
  const { result, sent, confirm } = await confirming(
    [ok(null)],
    vi.fn(() => void isOpen.push(true)),
  );
  act(() => result.current.ask("atlas"));
  await confirm();
  expect(sent).toEqual(["atlas"]);
  expect(isOpen).toEqual([true]);
  expect(result.current).toMatchObject({ subject: "atlas", pending: [], dialog: { isOpen: false } });
});

test("a failure stays in the open dialog until it is cancelled, and the next subject begins without it", async () => {
  const { result, sent, confirm } = await confirming([err(apiError())]);
  act(() => result.current.ask("atlas"));
  await confirm();
  expect(result.current.dialog).toMatchObject({ isOpen: true, failure: "The host is being restarted." });
  act(() => result.current.dialog.onCancel());
  act(() => result.current.ask("tern"));
  expect(result.current.dialog).toMatchObject({ isOpen: true, failure: undefined });
  await confirm();
  expect(sent).toEqual(["atlas", "tern"]);
});
