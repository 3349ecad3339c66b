import { Fragment, type Ref, useImperativeHandle, useRef, useState } from "react";
import { LIST_ACTIONS, type IssueAction, type ListAction } from "../../../contract/issues/issueActions.ts";
import type { IssueActionOffer, IssueChange } from "../../../contract/issues/issueWrites.ts";
import { listChange, stateChoices } from "../../domain/offeredChanges.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { Button } from "../ui/Button.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Menu, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { CaretDownIcon } from "../ui/icons.ts";
import { stateChangeText } from "./stateChangeText.ts";
import { Inline } from "../ui/Inline.tsx";
import styles from "./IssueWritePanel.module.css";

/** For commands that are not on the page. */
export interface ChangeControls {
  /** Opens the control of an action, as a press of its button does. */
  readonly open: (action: IssueAction) => void;
}

export interface IssueChangeControlsProps {
  actions: readonly IssueActionOffer[];
  /** The change that is being written; null for none. */
  pending: IssueAction | null;
  /** The changes are those of several issues: names are added or removed, and a single value replaces that of each issue. */
  isForMany?: boolean;
  /** The field of a duplicate, for commands that move the focus there. */
  duplicateRef?: Ref<HTMLInputElement> | undefined;
  controlsRef?: Ref<ChangeControls> | undefined;
  onChange: (change: IssueChange) => void;
}

const isList = (action: IssueAction): action is ListAction => LIST_ACTIONS.some((one) => one === action);

/** A control for each field of an issue that can be changed now. */
export function IssueChangeControls({
  actions,
  pending,
  isForMany = false,
  duplicateRef,
  controlsRef,
  onChange,
}: IssueChangeControlsProps) {
  const { t } = useTranslation("issueWrites");
  const group = useRef<HTMLElement>(null);
  useImperativeHandle(
    controlsRef,
    () => ({
      open: (action) => {
        const button = group.current?.querySelector<HTMLElement>(`[data-action=${action}] button`);
        button?.focus();
        button?.click();
      },
    }),
    [],
  );
  const offered = actions.filter(({ reason }) => reason === null);
  const send = (change: IssueChange): void => {
    if (pending === null) onChange(change);
  };
  const duplicate = offered.some(({ action }) => action === "duplicate");
  return (
    <>
      <Inline ref={group} align="stretch" role="group" aria-label={t("controls")} aria-busy={pending !== null}>
        {offered.map((offer) => {
          const { action } = offer;
          if (action === "state") return <StateMenu key={action} offer={offer} isForMany={isForMany} onChange={send} />;
          if (isList(action) && offer.is_multiple && isForMany)
            return (
              <Fragment key={action}>
                <NamesChoice offer={offer} isAdded onApply={(add) => send({ action, add, remove: [] })} />
                <NamesChoice offer={offer} isAdded={false} onApply={(remove) => send({ action, add: [], remove })} />
              </Fragment>
            );
          if (isList(action) && offer.is_multiple)
            return (
              <FacetFilter
                key={action}
                name={t(`action.${action}`)}
                choices={offer.options.map(({ id, name }) => ({ value: id, label: name }))}
                chosen={offer.current.map(({ id }) => id)}
                onChange={(chosen) => send(listChange(action, offer, chosen))}
              />
            );
          if (isList(action)) {
            return (
              <ValueMenu
                key={action}
                offer={offer}
                onChoose={(id) =>
                  send(
                    isForMany
                      ? { action, add: id === null ? [] : [id], remove: [], replaces: true }
                      : listChange(action, offer, id === null ? [] : [id]),
                  )
                }
                canEmpty={isForMany}
              />
            );
          }
          if (action !== "priority") return null;
          const from = offer.current[0]?.id ?? null;
          return (
            <ValueMenu
              key={action}
              offer={offer}
              isRequired
              onChoose={(to) => send(isForMany ? { action, from: null, to, replaces: true } : { action, from, to })}
            />
          );
        })}
      </Inline>
      {duplicate && <DuplicateField isBusy={pending === "duplicate"} inputRef={duplicateRef} onChange={send} />}
    </>
  );
}

interface OfferProps {
  offer: IssueActionOffer;
}

/** Names that each of several issues gets, or loses. */
function NamesChoice({
  offer: { action, options },
  isAdded,
  onApply,
}: OfferProps & { isAdded: boolean; onApply: (names: string[]) => void }) {
  const { t } = useTranslation("issueWrites");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Inline as="span" gap={1} align="stretch" wraps={false} data-action={isAdded ? action : undefined}>
      <FacetFilter
        name={t(LIST_CHANGE_KEYS[isAdded ? "add" : "remove"][action as ListAction])}
        choices={options.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={chosen}
        onChange={setChosen}
      />
      {chosen.length > 0 && (
        <Button
          intent="primary"
          text={t("bulk.apply")}
          onClick={() => {
            setChosen([]);
            onApply([...chosen]);
          }}
        />
      )}
    </Inline>
  );
}

const LIST_CHANGE_KEYS = {
  add: { labels: "bulk.addLabels", assignees: "bulk.addAssignees", milestones: "bulk.addMilestones" },
  remove: { labels: "bulk.removeLabels", assignees: "bulk.removeAssignees", milestones: "bulk.removeMilestones" },
} as const;

/** The steps of the tracker's workflow. */
function StateMenu({
  offer,
  isForMany,
  onChange,
}: OfferProps & { isForMany: boolean; onChange: (change: IssueChange) => void }) {
  const { t } = useTranslation("issueWrites");
  const from = isForMany ? null : (offer.current[0]?.id ?? "");
  return (
    <span data-action="state">
      <MenuButton
        placement="bottom-start"
        button={{ variant: "outlined", endIcon: <CaretDownIcon />, text: t("action.state") }}
        content={
          <Menu aria-label={t("action.state")}>
            {stateChoices(offer.options).map((way) => {
              const { option, resolution } = way;
              return (
                <MenuItem
                  key={`${option.id} ${resolution?.id ?? ""}`}
                  text={<ForeignText text={stateChangeText(way, t)} />}
                  onClick={() => {
                    const to = from === null ? (option.target ?? option.id) : option.id;
                    onChange({ action: "state", from, to, resolution: resolution?.id ?? null });
                  }}
                />
              );
            })}
          </Menu>
        }
      />
    </span>
  );
}

/** One value of a field. */
function ValueMenu({
  offer,
  isRequired = false,
  canEmpty = false,
  onChoose,
}: OfferProps & { isRequired?: boolean; canEmpty?: boolean; onChoose: (id: string | null) => void }) {
  const { t } = useTranslation("issueWrites");
  const { action, current, options } = offer;
  const [now] = current;
  const name = t(`action.${action}`);
  return (
    <span data-action={action}>
      <MenuButton
        placement="bottom-start"
        button={{
          variant: "outlined",
          endIcon: <CaretDownIcon />,
          text: now ? t("value", { name, value: now.name }) : name,
        }}
        content={
          <Menu aria-label={name}>
            {options
              .filter(({ id }) => id !== now?.id)
              .map((option) => (
                <MenuItem
                  key={option.id}
                  text={<ForeignText text={option.name} />}
                  onClick={() => onChoose(option.id)}
                />
              ))}
            {(canEmpty || (now && !isRequired)) && <MenuItem text={t("none")} onClick={() => onChoose(null)} />}
          </Menu>
        }
      />
    </span>
  );
}

interface DuplicateFieldProps {
  isBusy: boolean;
  inputRef: Ref<HTMLInputElement> | undefined;
  onChange: (change: IssueChange) => void;
}

/** Names the issue that this one is a duplicate of. */
function DuplicateField({ isBusy, inputRef, onChange }: DuplicateFieldProps) {
  const { t } = useTranslation("issueWrites");
  const [of, setOf] = useState("");
  return (
    <form
      className={styles.duplicate}
      onSubmit={(event) => {
        event.preventDefault();
        if (of.trim() !== "") onChange({ action: "duplicate", of: of.trim() });
      }}
    >
      <InputGroup
        inputRef={inputRef}
        aria-label={t("duplicate.label")}
        placeholder={t("duplicate.placeholder")}
        value={of}
        onValueChange={setOf}
      />
      <Button
        type="submit"
        variant="outlined"
        text={t("duplicate.send")}
        disabled={of.trim() === ""}
        loading={isBusy}
      />
    </form>
  );
}
