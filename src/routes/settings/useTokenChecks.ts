import { useState } from "react";
import type { McpToken } from "../../../contract/users.ts";
import type { TokenCheck } from "../../components/account/McpTokenList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface TokenChecks {
  /** The last check of each token, by its id. */
  readonly checks: Readonly<Record<string, TokenCheck>>;
  /** Tests the token at the server and reads its last uses. */
  readonly check: (token: McpToken) => Promise<void>;
}

/** Tests of agents' tokens, kept while the page is open. */
export function useTokenChecks(): TokenChecks {
  const { users } = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [checks, setChecks] = useState<Readonly<Record<string, TokenCheck>>>({});
  const check = async ({ id }: McpToken): Promise<void> => {
    const keep = (change: Partial<TokenCheck>) =>
      setChecks((all) => ({ ...all, [id]: { isBusy: false, test: null, usage: null, failure: null, ...change } }));
    keep({ isBusy: true });
    const [tested, usage] = await Promise.all([users.testMcpToken(id), users.mcpTokenUsage(id)]);
    if (tested.success) keep({ test: tested.data, usage: usage.data });
    else keep({ failure: t("mcp.testFailed", { reason: formatError(tested.error).text }) });
  };
  return { checks, check };
}
