import { observer } from "mobx-react-lite";
import { use, useEffect, useRef, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import type { McpToken, NewMcpToken } from "../../../contract/users.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { McpSetup } from "../../components/account/McpSetup.tsx";
import { McpTokenForm } from "../../components/account/McpTokenForm.tsx";
import { McpTokenList, type TokenCheck } from "../../components/account/McpTokenList.tsx";
import { CreatedTokenNotice } from "../../components/account/CreatedTokenNotice.tsx";
import { UpgradeNotice } from "../../components/patterns/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError, Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { mcpUrl } from "../mcpUrl.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SettingsData } from "./settingsLoader.ts";
import { Button } from "../../components/ui/Button.ts";
import { Callout } from "../../components/ui/Callout.ts";
import styles from "./SettingsRoute.module.css";

export const McpTab = observer(function McpTab() {
  const { hasMcp, tokens, options } = useLoaderData<SettingsData>();
  if (!hasMcp || !tokens || !options) {
    return <UpgradeNotice feature="mcp" contactHref={hrefTo.support({ topic: "upgrade" })} />;
  }
  return <Tokens tokens={tokens} options={options} />;
});

interface TokensProps {
  tokens: Promise<Result<McpToken[]>>;
  options: Promise<Result<{ slug: string; name: string }[]>>;
}

const Tokens = observer(function Tokens({ tokens, options }: TokensProps) {
  const result = use(tokens);
  const offered = use(options);
  const { users } = useServices();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [createdToken, setCreatedToken] = useState<NewMcpToken | null>(null);
  const [pendingAction, setPendingAction] = useState<{ token: McpToken; step: "rotate" | "revoke" } | null>(null);
  const [askedFailure, setAskedFailure] = useState<string>();
  // The pressed button is unmounted with the form or the note; the button that opens the form then gets the focus.
  const opener = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  useEffect(() => {
    if (!isBack.current) return;
    isBack.current = false;
    opener.current?.focus();
  }, [isOpen, createdToken]);
  const [checks, setChecks] = useState<Readonly<Record<string, TokenCheck>>>({});
  if (!result.success) {
    return <ErrorState title={t("mcp.failed")} failure={formatError(result.error)} onRetry={() => void revalidate()} />;
  }

  const create = async (token: { name: string; projects: string[]; expires_at: string | null }): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await users.createMcpToken(token);
    setBusy(false);
    if (!answer.success) {
      setFailure(answer.error);
      return;
    }
    setCreatedToken(answer.data);
    setOpen(false);
    await revalidate();
  };
  const carryOut = async ({ token: { id }, step }: NonNullable<typeof pendingAction>): Promise<void> => {
    setBusy(true);
    setAskedFailure(undefined);
    const { data, error } = step === "rotate" ? await users.rotateMcpToken(id) : await users.deleteMcpToken(id);
    setBusy(false);
    if (error) {
      setAskedFailure(formatError(error).text);
      return;
    }
    setPendingAction(null);
    if (data) setCreatedToken(data);
    else if (createdToken?.id === id) setCreatedToken(null);
    await revalidate();
  };

  const test = async ({ id }: McpToken): Promise<void> => {
    const keep = (check: Partial<TokenCheck>) =>
      setChecks((all) => ({
        ...all,
        [id]: { isBusy: false, test: null, usage: null, failure: null, ...check },
      }));
    keep({ isBusy: true });
    const [tested, usage] = await Promise.all([users.testMcpToken(id), users.mcpTokenUsage(id)]);
    if (tested.success) keep({ test: tested.data, usage: usage.data });
    else keep({ failure: t("mcp.testFailed", { reason: formatError(tested.error).text }) });
  };

  const url = mcpUrl();
  const names = Object.fromEntries((offered.data ?? []).map(({ slug, name }) => [slug, name]));
  return (
    <div className={styles.parts}>
      <section className={styles.part} aria-labelledby="mcp-tokens">
        <h2 id="mcp-tokens">{t("mcp.title")}</h2>
        <p className={styles.help}>{t("mcp.text")}</p>
        {createdToken && (
          <CreatedTokenNotice
            key={createdToken.token}
            name={createdToken.name}
            token={createdToken.token}
            url={url}
            onCopy={copyText}
            onDone={() => {
              isBack.current = true;
              setCreatedToken(null);
            }}
          />
        )}
        {result.data.length === 0 ? (
          <p className={styles.help}>{t("mcp.empty")}</p>
        ) : (
          <McpTokenList
            tokens={result.data}
            projectNames={names}
            checks={checks}
            onTest={(token) => void test(token)}
            onRotate={(token) => setPendingAction({ token, step: "rotate" })}
            onRevoke={(token) => setPendingAction({ token, step: "revoke" })}
          />
        )}
        {!offered.success ? (
          <ErrorState
            title={t("mcp.projectsFailed")}
            failure={formatError(offered.error)}
            onRetry={() => void revalidate()}
          />
        ) : offered.data.length === 0 ? (
          <Callout compact role="note">
            {t("mcp.noProjects")} <a href={hrefTo.wizard()}>{t("mcp.createProject")}</a>
          </Callout>
        ) : isOpen ? (
          <McpTokenForm
            projects={offered.data}
            isBusy={isBusy}
            failure={failure && formatError(failure)}
            onCreate={(token) => void create(token)}
            onCancel={() => {
              isBack.current = true;
              setFailure(null);
              setOpen(false);
            }}
          />
        ) : (
          <div>
            <Button ref={opener} intent="primary" text={t("mcp.create")} onClick={() => setOpen(true)} />
          </div>
        )}
      </section>
      {!createdToken && (
        // No landmark of its own: the block to copy has this name.
        <section className={styles.part}>
          <h2>{t("mcp.setup")}</h2>
          <p className={styles.help}>{t("mcp.setupText")}</p>
          <McpSetup url={url} onCopy={copyText} />
        </section>
      )}
      <ConfirmDialog
        isOpen={pendingAction !== null}
        title={t(pendingAction?.step === "rotate" ? "mcp.rotateTitle" : "mcp.revokeTitle", {
          name: pendingAction?.token.name ?? "",
        })}
        text={t(pendingAction?.step === "rotate" ? "mcp.rotateText" : "mcp.revokeText")}
        action={t(pendingAction?.step === "rotate" ? "mcp.rotate" : "mcp.revoke")}
        isBusy={isBusy}
        failure={askedFailure}
        onConfirm={() => {
          if (pendingAction) void carryOut(pendingAction);
        }}
        onCancel={() => {
          setAskedFailure(undefined);
          setPendingAction(null);
        }}
      />
    </div>
  );
});
