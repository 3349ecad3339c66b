import { useState } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type { McpToken, NewMcpToken } from "../../../contract/access/users.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { McpSetup } from "../../components/account/McpSetup.tsx";
import { McpTokenList } from "../../components/account/McpTokenList.tsx";
import { CreatedTokenNotice } from "../../components/account/CreatedTokenNotice.tsx";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { hrefTo } from "../paths.ts";
import { mcpUrl } from "../addresses/mcpUrl.ts";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { McpTokenCreationSection } from "./McpTokenCreationSection.tsx";
import { useTokenChecks } from "./useTokenChecks.ts";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { Text } from "../../components/ui/Text.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { SettingsSections } from "./SettingsSections.tsx";

/** Null where the plan has no access for agents. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  if (!store.plan.has("mcp")) return null;
  const tokens = services.users.mcpTokens(request.signal);
  const options = services.users.mcpProjectOptions(request.signal);
  await withGracePeriod(tokens, options);
  return { tokens, options };
}

/** The tokens of agents. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  if (data) return <Tokens {...data} />;
  return <UpgradeNotice feature="mcp" contactHref={hrefTo.support({ topic: "upgrade" })} />;
}

interface TokensProps {
  tokens: Promise<Result<McpToken[]>>;
  options: Promise<Result<{ slug: string; name: string; may_write: boolean }[]>>;
}

function Tokens({ tokens, options }: TokensProps) {
  const query = useLoaderState(tokens);
  const offered = useLoaderState(options);
  const { users } = useServices();
  const { t } = useTranslation("settings");
  const { t: tTokens } = useTranslation("tokens");
  const { revalidate } = useRevalidator();
  const [createdToken, setCreatedToken] = useState<NewMcpToken | null>(null);
  const form = useInlineForm();
  const { checks, check } = useTokenChecks();
  const rotation = useConfirmation(({ id }: McpToken) => users.rotateMcpToken(id), {
    onSuccess: async (created) => {
      setCreatedToken(created);
      await revalidate();
    },
  });
  const revocation = useConfirmation(({ id }: McpToken) => users.deleteMcpToken(id), {
    onSuccess: async (_, { id }) => {
      setCreatedToken((now) => (now?.id === id ? null : now));
      await revalidate();
    },
  });
  const url = mcpUrl();
  const names = Object.fromEntries((offered.data ?? []).map(({ slug, name }) => [slug, name]));
  return (
    <AsyncContent query={query} failed={t("mcp.failed")}>
      {(listed) => (
        <SettingsSections>
          <Section title={t("mcp.title")} headingLevel={2} lead={t("mcp.text")}>
            {createdToken && (
              <CreatedTokenNotice
                key={createdToken.token}
                name={createdToken.name}
                token={createdToken.token}
                url={url}
                onCopy={copyText}
                onDone={() => {
                  setCreatedToken(null);
                  returnFocus(() => form.openerRef.current);
                }}
              />
            )}
            {listed.length === 0 ? (
              <Text as="p" tone="muted">
                {t("mcp.empty")}
              </Text>
            ) : (
              <McpTokenList
                tokens={listed}
                projectNames={names}
                checks={checks}
                onTest={check}
                onRotate={rotation.ask}
                onRevoke={revocation.ask}
              />
            )}
            <AsyncContent query={offered} failed={t("mcp.projectsFailed")}>
              {(projects) => (
                <McpTokenCreationSection
                  projects={projects}
                  form={form}
                  onCreated={async (created) => {
                    setCreatedToken(created);
                    await revalidate();
                  }}
                />
              )}
            </AsyncContent>
          </Section>
          {!createdToken && (
            // Not a landmark: the block to copy has this name.
            <Section title={t("mcp.setup")} headingLevel={2} lead={t("mcp.setupText")} isLandmark={false}>
              <McpSetup url={url} onCopy={copyText} />
            </Section>
          )}
          <ConfirmDialog
            {...rotation.dialog}
            title={tTokens("rotateTitle", { name: rotation.subject?.name ?? "" })}
            text={t("mcp.rotateText")}
            action={tTokens("rotate")}
          />
          <ConfirmDialog
            {...revocation.dialog}
            title={tTokens("revokeTitle", { name: revocation.subject?.name ?? "" })}
            text={tTokens("revokeText")}
            action={tTokens("revoke")}
          />
        </SettingsSections>
      )}
    </AsyncContent>
  );
}
