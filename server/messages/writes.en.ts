/** English texts about writing to trackers, as ICU MessageFormat. */
export const ENGLISH_WRITES = {
  "write.off":
    "Writing to this tracker is off. An Owner or Maintainer of the project can turn it on in the list of sources.",
  "write.role": "Your role in this project only reads. Ask an Owner of the project for the role of a Developer.",
  "write.unsupported": "Clew only reads from this kind of host.",
  "write.no_account": "Connect your {account} account for writing: Clew writes as you, never as another person.",
  "write.no_consent": "Your {account} account is connected for reading alone. Turn on writing to act as yourself.",
  "write.no_way":
    "Clew has no account of yours at {host}. Only who gave the source its token can write here, as no sign-in at {host} is set up.",
  "write.reconnect": "{host} no longer accepts your account. Connect it again.",
  "write.archived": "The repository is archived: {host} takes no changes.",
  "write.locked": "{host} has locked the conversation of this issue.",
  "write.needs_triage":
    "Your account at {host} may not change issues here: it needs the permission to triage or to write.",
  "write.no_permission": "Your account at {host} has no permission for it in this project.",
  "write.no_field": "{host} has no such field for this issue.",
  "write.only_there": "{host} asks for {fields}: this step can only be made there.",
  "write.changed_meanwhile":
    "Nothing was written: {host} has “{now}” meanwhile. Look at the issue again and repeat it if it still fits.",
  "write.emptied_meanwhile":
    "Nothing was written: {host} has no value there any more. Look at the issue again and repeat it if it still fits.",
  "write.not_offered": "{host} does not offer “{name}” for this issue.",
  "write.not_taken": "{host} accepted the request, and left out “{name}”. Your account may not set it.",
  "write.issue_gone": "{host} no longer has {key} in this tracker.",
  "write.host_refused": "{host} refuses: {words}",
  "write.lost":
    "{host} did not answer, and the change is not there yet. Look again in a minute: it is written at most once.",
  "write.not_arrived": "{host} did not answer, and the change did not arrive. Repeat it.",
  "write.not_shown":
    "{host} does not show whether the change has arrived. Look there before you write it again; from here it is sent at most once.",
  "write.partly": "{host} made a part of the change, and the rest failed. The issue shows what is there now.",
  "write.partly_refused": "{host} made a part of the change, and refuses the rest: {words}",
  "write.account_changed":
    "You would now write as {now}, which is not the account that you were shown. Look at the page and send it again.",
  "write.quick_action": "{host} would run “{command}” as a command. Put that line into a code block, or change it.",
  "write.under_way": "This change is being written. Look again in a moment.",
  "write.key_reused": "This key belongs to another change.",
  "write.no_project": "This source has no single project at {host}: make the issue there.",
  "write.asks_for":
    "{host} asks for {fields} in an issue of this type, which Clew cannot fill. Choose another type, or make it there.",
  "write.one_tracker": "Select issues of one tracker: each tracker has its own labels, people and states.",
  "write.too_many_held": "Too many of your changes wait to be sent. Wait until they are, then continue.",
  "write.too_late":
    "Nothing was written: this server could not send it in time. Look whether it still fits, and repeat or discard it.",
  "write.discarded": "You have taken this change back.",
  "write.not_found": "You have no such change in this project.",
  "write.held": "This change waits to be sent. Take it back first, or wait.",
  "write.may_arrive": "This change is on its way and may still arrive. Look again in a minute.",
} as const;
