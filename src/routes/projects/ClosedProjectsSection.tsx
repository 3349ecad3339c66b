import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import type { Integration } from "../../../contract/access/users.ts";
import { ClosedProjects } from "../../components/projects/ClosedProjects.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { noteAwaitedProjects } from "./awaitedProjects.ts";

export interface ClosedProjectsSectionProps {
  /** Whether a project that a check opens is shown at once: its address led here. */
  followsOpened?: boolean;
}

/** The projects that are closed for the user, where there are any: they connect their account, and ask again. */
export function ClosedProjectsSection({ followsOpened = false }: ClosedProjectsSectionProps) {
  const { hostAccess, users } = useServices();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { tabStorage } = storeEnv(useStore());
  const { t } = useTranslation("hostAccess");
  const formatError = useErrorMessage();
  const [notice, setNotice] = useState<string | undefined>();
  const onError = (error: Parameters<typeof formatError>[0]) => setNotice(formatError(error).text);
  const { data, setData } = useQuery(sourceKeys.closedProjects(), (signal) => hostAccess.closed(signal));
  const check = useMutation(() => hostAccess.check(), {
    onSuccess: async (closed) => {
      setNotice(closed.length === data?.length ? t("closed.stillClosed") : undefined);
      const opened = data?.find(({ slug }) => !closed.some((project) => project.slug === slug));
      setData(() => closed);
      if (followsOpened && opened) await navigate(hrefTo.project(opened.slug));
      else await revalidate();
    },
    onError,
  });
  const connect = useMutation((provider: Integration) => users.oauthLogin(provider), {
    onSuccess: ({ auth_url: address }, provider) => {
      if (!webHref(address)) {
        setNotice(t("closed.badAddress"));
        return;
      }
      noteAwaitedProjects(tabStorage, provider, data ?? []);
      window.open(address, "_self");
    },
    onError,
  });
  if (data === null || data.length === 0) return null;
  return (
    <ClosedProjects
      projects={data}
      connecting={connect.pending[0]?.[0] ?? null}
      isChecking={check.isPending}
      notice={notice}
      onConnect={(provider) => void connect.mutate(provider)}
      onCheck={() => void check.mutate()}
    />
  );
}
