import type { Expert, ExpertReason } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { strongestReasons } from "../../domain/expertReasons.ts";
import { largest } from "../../domain/extremes.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { RankedItem } from "../patterns/RankedItem.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { ReasonItem } from "../patterns/ReasonItem.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { isBusyNow } from "../../domain/isBusyNow.ts";
import styles from "./ExpertList.module.css";

export interface ExpertListProps {
  experts: readonly Expert[];
  /** Id of the person whose reasons are expanded. */
  openPerson: string | null;
  onOpenPerson: (id: string | null) => void;
  /** Ids of people whom CODEOWNERS names for this place. */
  owners?: ReadonlySet<string>;
  personHref: (person: Person) => string;
  /** The address of a person's knowledge map; omitted where there is none. */
  mapHrefOf?: ((id: string) => string) | undefined;
  headingLevel?: 2 | 3;
}

/** People in rank order. Load, availability and presence are shown with the score, never part of it. */
export function ExpertList({
  experts,
  openPerson,
  onOpenPerson,
  owners = new Set(),
  personHref,
  mapHrefOf,
  headingLevel = 3,
}: ExpertListProps) {
  const { t } = useTranslation("experts");
  const best = largest(
    experts.map(({ score }) => score),
    Number.EPSILON,
  );
  return (
    <ol aria-label={t("list")}>
      {experts.map((expert, at) => (
        <ExpertRow
          key={expert.person.id}
          expert={expert}
          rank={at + 1}
          best={best}
          isOwner={owners.has(expert.person.id)}
          isOpen={expert.person.id === openPerson}
          personHref={personHref}
          mapHref={mapHrefOf?.(expert.person.id)}
          headingLevel={headingLevel}
          onToggle={() => onOpenPerson(expert.person.id === openPerson ? null : expert.person.id)}
        />
      ))}
    </ol>
  );
}

interface ExpertRowProps {
  expert: Expert;
  rank: number;
  /** Score of the first: their bar is full. */
  best: number;
  isOwner: boolean;
  isOpen: boolean;
  personHref: ExpertListProps["personHref"];
  mapHref: string | undefined;
  headingLevel: 2 | 3;
  onToggle: () => void;
}

const SUMMARY = 2;

function ExpertRow(props: ExpertRowProps) {
  const { expert, rank, best, isOwner, isOpen, personHref, mapHref, headingLevel, onToggle } = props;
  const { t, format } = useTranslation("experts");
  const { person, score, reasons, roles, presence, deputy, load, last_active_at } = expert;
  const share = Math.max(0, Math.min(1, score / best));
  return (
    <RankedItem
      rank={rank}
      headingLevel={headingLevel}
      name={
        <>
          <Avatar name={person.name} size={24} isDecorative />
          <span className="visually-hidden">{person.name}</span>
        </>
      }
      nameLink={
        <PersonName name={person.name} href={personHref(person)} isUnderlined={false} className={styles.name} />
      }
      score={{
        share,
        label: t("share", { share }),
        score: t("score", { score: format.number(Math.round(score * 100) / 100) }),
      }}
      facts={
        <Text as="ul" tone="muted" className={styles.facts}>
          {presence !== "active" && (
            <li>
              <Tag intent="warning">{t(`presence.${presence}`)}</Tag>
            </li>
          )}
          {roles.map((role) => (
            <li key={role}>
              <Tag intent="primary">{t(`role.${role}`)}</Tag>
            </li>
          ))}
          {isOwner && (
            <li>
              <Tag>{t("owner")}</Tag>
            </li>
          )}
          {last_active_at !== null && (
            <li>
              {t("lastActive")} <RelativeTime at={last_active_at} />
            </li>
          )}
          {load > 0 && <li>{t("load", { count: load })}</li>}
          <Availability expert={expert} />
          {deputy && (
            <li className={styles.deputy}>
              <a href={personHref(deputy)}>{t("deputy", { name: deputy.name })}</a>
            </li>
          )}
        </Text>
      }
      summary={strongestReasons(reasons)
        .slice(0, SUMMARY)
        .map(({ code }) => ({ text: t(`reason.${code}`) }))}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <div>
        <Text as="p" size="small" tone="muted">
          {t("points")}
        </Text>
        <Reasons reasons={reasons} />
        <p className={styles.more}>
          {person.email !== null && <a href={`mailto:${person.email}`}>{person.email}</a>}
          {mapHref !== undefined && <a href={mapHref}>{t("showMap", { name: person.name })}</a>}
        </p>
      </div>
    </RankedItem>
  );
}

/** Unknown without a connected calendar; stated once for the expanded person, not for each. */
function Availability({ expert: { availability } }: { expert: Expert }) {
  const { t } = useTranslation("experts");
  if (availability === null) return null;
  return <li>{isBusyNow(availability) ? t("busy") : t("free")}</li>;
}

/** Why a person is in the list: the points of each reason, and the commits and issues behind it. */
function Reasons({ reasons }: { reasons: readonly ExpertReason[] }) {
  const { t } = useTranslation("experts");
  const most = largest(
    reasons.map(({ points }) => Math.abs(points)),
    Number.EPSILON,
  );
  return (
    <ul aria-label={t("why")}>
      {[...strongestReasons(reasons), ...reasons.filter(({ code }) => code === "away")].map(
        ({ code, points, evidence }) => (
          <ReasonItem
            key={code}
            text={t(`reason.${code}`)}
            points={Math.round(points * 100) / 100}
            share={Math.abs(points) / most}
            isAgainst={code === "away"}
          >
            {evidence.length > 0 && (
              <ul className={styles.evidence} aria-label={t("evidence")}>
                {evidence.map(({ text, href }) => (
                  <li key={`${text} ${href ?? ""}`}>
                    <EvidenceText text={text} href={href} />
                  </li>
                ))}
              </ul>
            )}
          </ReasonItem>
        ),
      )}
    </ul>
  );
}

/** What proves a reason: a link to a page of the app or of the host; a text where the host's address is no web address. */
function EvidenceText({ text, href }: ExpertReason["evidence"][number]) {
  if (href?.startsWith("/") === true && !href.startsWith("//")) {
    return (
      <a href={href} className="target">
        {text}
      </a>
    );
  }
  return webHref(href) === undefined ? (
    text
  ) : (
    <a href={webHref(href)} className="target" target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
