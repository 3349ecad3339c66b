import { useState } from "react";
import type { DemoPerson } from "../../../contract/access/installation.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface DemoSignInsProps {
  people: readonly DemoPerson[];
  isBusy?: boolean;
  onSignIn: (person: DemoPerson) => void;
}

/** The users of the demo that a visitor can sign in as, each as a button. */
export function DemoSignIns({ people, isBusy = false, onSignIn }: DemoSignInsProps) {
  const { t } = useTranslation("auth");
  const states = useTranslation("states");
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Stack as="section" gap={2} aria-label={t("demoTitle")}>
      <Text as="p" tone="muted">
        {t("demoText")}
      </Text>
      {people.map((person) => (
        <Button
          key={person.email}
          variant="outlined"
          fill
          loading={isBusy && person.email === chosen}
          disabled={isBusy && person.email !== chosen}
          text={t("demoPerson", { name: person.name, role: states.t(`roles.${person.role}`) })}
          onClick={() => {
            setChosen(person.email);
            onSignIn(person);
          }}
        />
      ))}
    </Stack>
  );
}
