import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { PersonLink } from "../patterns/PersonLink.tsx";
import { Stack } from "../ui/Stack.tsx";

export interface PersonFigureProps {
  name: string;
  /** Their page. */
  href: string;
  /** Number of commits of all time. */
  commits: number;
  /** Open issues that are assigned to them, and their open requests. */
  assigned: number;
  requests: number;
  reviews: number;
}

/** A person with the numbers of their page. */
export function PersonFigure({ name, href, ...numbers }: PersonFigureProps) {
  const { t, format } = useTranslation("dashboards");
  return (
    <Stack gap={3}>
      <PersonLink name={name} href={href} />
      <FactList layout="row">
        {(["commits", "assigned", "requests", "reviews"] as const).map((key) => (
          <Fact key={key} name={t(`person.${key}`)}>
            {format.number(numbers[key])}
          </Fact>
        ))}
      </FactList>
    </Stack>
  );
}
