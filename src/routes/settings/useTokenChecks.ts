import { useState } from "react";
import type { McpToken } from "../../../contract/access/users.ts";
import type { TokenCheck } from "../../components/account/McpTokenList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface TokenChecks {
  /** The last check of each token, by its id. */
  readonly checks: Readonly<Record<string, TokenCheck>>;
  /** Tests the token at the server and reads its last uses. */
  readonly check: (token: McpToken) => void;
}

const RUNNING: TokenCheck = { isBusy: true, test: null, usage: null, failure: null };

/** Tests of agents' tokens, kept while the page is open. */
export function useTokenChecks(): TokenChecks {
  const { users } = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [results, setResults] = useState<TokenChecks["checks"]>({});
  const keep = (id: string, result: Partial<TokenCheck>) =>
    setResults((all) => ({ ...all, [id]: { ...RUNNING, isBusy: false, ...result } }));
  const { mutate, pending } = useMutation(
    async ({ id }: McpToken) => {
      const [tested, usage] = await Promise.all([users.testMcpToken(id), users.mcpTokenUsage(id)]);
      // The uses only add to the result of the test.
      return tested.success ? { ...tested, data: { test: tested.data, usage: usage.data } } : tested;
    },
    {
      onSuccess: (result, { id }) => keep(id, result),
      onError: (error, { id }) => keep(id, { failure: t("mcp.testFailed", { reason: formatError(error).text }) }),
    },
  );
  const running = Object.fromEntries(pending.map(([{ id }]) => [id, RUNNING]));
  return { checks: { ...results, ...running }, check: (token) => void mutate(token) };
}
