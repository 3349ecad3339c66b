import { Button, Callout } from "@blueprintjs/core";
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
import { useWords } from "../../i18n/useWords.ts";
import type { ApiError, Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { mcpUrl } from "../mcpUrl.ts";
import { useFailureText } from "../useFailureText.ts";
import type { SettingsData } from "./settingsLoader.ts";
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
  const { t } = useWords("settings");
  const { revalidate } = useRevalidator();
  const wordFailure = useFailureText();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [fresh, setFresh] = useState<NewMcpToken | null>(null);
  const [asked, setAsked] = useState<{ token: McpToken; step: "rotate" | "revoke" } | null>(null);
  const [askedFailure, setAskedFailure] = useState<string>();
  // The pressed button is unmounted with the form or the note; the button that opens the form then gets the focus.
  const opener = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  useEffect(() => {
    if (!isBack.current) return;
    isBack.current = false;
    opener.current?.focus();
  }, [isOpen, fresh]);
  const [checks, setChecks] = useState<Readonly<Record<string, TokenCheck>>>({});
  if (!result.success) {
    return <ErrorState title={t("mcp.failed")} failure={wordFailure(result.error)} onRetry={() => void revalidate()} />;
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
    setFresh(answer.data);
    setOpen(false);
    await revalidate();
  };
  const carryOut = async ({ token: { id }, step }: NonNullable<typeof asked>): Promise<void> => {
    setBusy(true);
    setAskedFailure(undefined);
    const { data, error } = step === "rotate" ? await users.rotateMcpToken(id) : await users.deleteMcpToken(id);
    setBusy(false);
    if (error) {
      setAskedFailure(wordFailure(error).text);
      return;
    }
    setAsked(null);
    if (data) setFresh(data);
    else if (fresh?.id === id) setFresh(null);
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
    else keep({ failure: t("mcp.testFailed", { reason: wordFailure(tested.error).text }) });
  };

  const url = mcpUrl();
  const names = Object.fromEntries((offered.data ?? []).map(({ slug, name }) => [slug, name]));
  return (
    <div className={styles.parts}>
      <section className={styles.part} aria-labelledby="mcp-tokens">
        <h2 id="mcp-tokens">{t("mcp.title")}</h2>
        <p className={styles.help}>{t("mcp.text")}</p>
        {fresh && (
          <CreatedTokenNotice
            key={fresh.token}
            name={fresh.name}
            token={fresh.token}
            url={url}
            onCopy={copyText}
            onDone={() => {
              isBack.current = true;
              setFresh(null);
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
            onRotate={(token) => setAsked({ token, step: "rotate" })}
            onRevoke={(token) => setAsked({ token, step: "revoke" })}
          />
        )}
        {!offered.success ? (
          <ErrorState
            title={t("mcp.projectsFailed")}
            failure={wordFailure(offered.error)}
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
            failure={failure && wordFailure(failure)}
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
      {!fresh && (
        // No landmark of its own: the block to copy has this name.
        <section className={styles.part}>
          <h2>{t("mcp.setup")}</h2>
          <p className={styles.help}>{t("mcp.setupText")}</p>
          <McpSetup url={url} onCopy={copyText} />
        </section>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t(asked?.step === "rotate" ? "mcp.rotateTitle" : "mcp.revokeTitle", { name: asked?.token.name ?? "" })}
        text={t(asked?.step === "rotate" ? "mcp.rotateText" : "mcp.revokeText")}
        action={t(asked?.step === "rotate" ? "mcp.rotate" : "mcp.revoke")}
        isBusy={isBusy}
        failure={askedFailure}
        onConfirm={() => {
          if (asked) void carryOut(asked);
        }}
        onCancel={() => {
          setAskedFailure(undefined);
          setAsked(null);
        }}
      />
    </div>
  );
});
