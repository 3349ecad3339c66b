import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { CHATS } from "../../../contract/notices/chatActionKinds.ts";
import type { NoticeSettings } from "../../../contract/notices/notices.ts";
import { NoticeChannelTable } from "../../components/notices/NoticeChannelTable.tsx";
import { NoticeMailForm } from "../../components/notices/NoticeMailForm.tsx";
import { NoticeProjectList, type ProjectNotices } from "../../components/notices/NoticeProjectList.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useLatestMutation } from "../../queries/useLatestMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Section } from "../../components/ui/Section.tsx";
import { ChatUserSection } from "../webhooks/ChatUserSection.tsx";
import { SettingsSections } from "./SettingsSections.tsx";

/** How the reader is notified. Each change is saved at once, and taken back where that fails. */
export const Component = observer(function NotificationsTab() {
  const { t } = useTranslation("notices");
  const { chats, notices, projects: projectsService } = useServices();
  const { notifications, session } = useStore();
  const formatError = useErrorMessage();
  const query = useQuery(settingsKeys.noticeSettings(), (signal) => notices.settings(signal));
  const slack = useQuery(settingsKeys.chatUser("slack"), (signal) => chats.userLink("slack", signal));
  const teams = useQuery(settingsKeys.chatUser("teams"), (signal) => chats.userLink("teams", signal));
  const links = { slack, teams };
  const linkedChats = CHATS.filter((chat) => links[chat].data?.link);
  const projects = useQuery(queryKeys.projects(), (signal) => projectsService.list(signal));
  // Each request has all settings: a later one that is answered first would be undone.
  const save = useLatestMutation(
    ({ time_zone, mails, digest_hour, quiet, weekly, channels, projects: ofProjects }: NoticeSettings) =>
      notices.changeSettings({ time_zone, mails, digest_hour, quiet, weekly, channels, projects: ofProjects }),
    {
      onSuccess: (settings) => {
        query.setData(() => settings);
        notifications.show(t("settings.saved"));
      },
      onError: query.refetch,
    },
  );
  const change = save.choose;
  const chosen = save.shownOf();
  return (
    <AsyncContent
      query={chosen === null ? query : { ...query, data: chosen }}
      failed={t("settings.failed")}
      loading={<Skeleton shape="rows" count={9} height="2.5rem" />}
    >
      {(settings) => (
        <SettingsSections>
          <FormError
            title={t("settings.saveFailed")}
            failure={save.error && formatError(save.error)}
            shownFields={[]}
          />
          <Section title={t("settings.kindsTitle")} headingLevel={2} lead={t("settings.kindsText")}>
            <NoticeChannelTable
              channels={{ ...settings.defaults, ...settings.channels }}
              chats={linkedChats}
              onChange={(kind, channel) =>
                void change({ ...settings, channels: { ...settings.channels, [kind]: channel } })
              }
            />
          </Section>
          <Section title={t("settings.projectsTitle")} headingLevel={2} lead={t("settings.projectsText")}>
            <AsyncContent
              query={projects}
              failed={t("settings.projectsFailed")}
              loading={<Skeleton shape="rows" count={3} height="2.5rem" />}
            >
              {(all) => (
                <NoticeProjectList
                  projects={all}
                  chats={linkedChats}
                  channels={Object.fromEntries(settings.projects.map((choice) => [choice.project, noticesOf(choice)]))}
                  onChange={(slug, channel) => void change(withProject(settings, slug, channel))}
                />
              )}
            </AsyncContent>
          </Section>
          {/* Its texts load after the answer, without hiding the rest of the page. */}
          <Suspense>
            {CHATS.map((chat) => (
              <AsyncContent key={chat} query={links[chat]} failed={t(`settings.${chat}Failed`)}>
                {(link) => (
                  <ChatUserSection
                    chat={chat}
                    link={link}
                    isAdmin={session.isCompanyAdmin}
                    onChanged={links[chat].refetch}
                  />
                )}
              </AsyncContent>
            ))}
          </Suspense>
          <Section title={t("settings.mailTitle")} headingLevel={2}>
            {!settings.sends_mail && (
              <Text as="p" tone="muted">
                {t("settings.noMail")}
              </Text>
            )}
            <NoticeMailForm
              value={settings}
              companyTimeZone={settings.company_time_zone}
              onChange={(mail) => void change({ ...settings, ...mail })}
            />
          </Section>
        </SettingsSections>
      )}
    </AsyncContent>
  );
});

/** The choice of a project as the list shows it. */
const noticesOf = ({ all, channels }: NoticeSettings["projects"][number]): ProjectNotices | undefined =>
  all === "off" && (channels.mentioned ?? "off") !== "off" ? "mentions" : all;

/** @param channel null: the project follows the choices of the kinds */
function withProject(settings: NoticeSettings, slug: string, channel: ProjectNotices | null): NoticeSettings {
  const others = settings.projects.filter(({ project }) => project !== slug);
  if (channel === null) return { ...settings, projects: others };
  if (channel !== "mentions") {
    return { ...settings, projects: [...others, { project: slug, all: channel, channels: {} }] };
  }
  const chosen = settings.channels.mentioned ?? settings.defaults.mentioned;
  const mentioned = chosen === "off" ? settings.defaults.mentioned : chosen;
  return { ...settings, projects: [...others, { project: slug, all: "off", channels: { mentioned } }] };
}
