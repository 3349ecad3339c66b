/** English texts of the app in Microsoft Teams. */
export const ENGLISH_TEAMS = {
  "teams.app_unknown":
    "Microsoft Entra does not find the application in this tenant ({word}). Check the application id and the tenant id.",
  "teams.bot_unknown":
    "The Bot Connector does not accept the token of the app. Check that the Azure Bot has this application id, and that its channel Microsoft Teams is on.",
  "teams.button_link": "Link my user",
  "teams.channel_gone":
    "Microsoft Teams takes nothing for the channel ({word}). The channel may be deleted, or the app removed from the team. Add the app there, and then turn this on again.",
  "teams.code_typed": "Now confirm in Clew that this is you: {link}",
  "teams.code_wrong": "This code is not valid. Ask for a new one in Clew: {link}",
  "teams.conversation_gone":
    "Microsoft Teams does not find the conversation any more ({word}). Link your user again, by a message to the app.",
  "teams.foreign_service":
    "The conversation is at an address that is not one of Microsoft Teams. Link your user again.",
  "teams.help": "Ask for a code in Clew, then send link CODE here: {link}",
  "teams.id_form": "An id of Microsoft Entra has 32 digits and letters from a to f in five groups.",
  "teams.in_progress": "The tracker has not answered yet. This message changes once it has.",
  "teams.link_again": "The conversation with the app is not known. Link your user again, by a message to the app.",
  "teams.link_first": "This user of Microsoft Teams is not linked to Clew. Link it in your settings: {link}",
  "teams.linked_to_other":
    "This user of Microsoft Teams is linked to another user of Clew. They unlink it in their settings first.",
  "teams.no_answer": "Microsoft did not answer in time.",
  "teams.no_app": "The company has no app in Microsoft Teams.",
  "teams.no_app_for_channel":
    "The company has no working app in Microsoft Teams. An Admin sets it up in the settings of the company, and then this is turned on again.",
  "teams.no_attempt": "Your code was not sent to the app, or its ten minutes are over. Ask for a new one.",
  "teams.no_keys": "The keys of the Bot Framework could not be read.",
  "teams.not_in_team":
    "The app is not in the team of this channel. Add it to the team in Microsoft Teams, and then choose the channel or turn this on again.",
  "teams.not_linked": "You are not linked to a user of Microsoft Teams.",
  "teams.other_person": "Another user of Microsoft Teams has sent the code. Look at the page again.",
  "teams.personal_only": "Write to the app in a personal conversation, not in a team.",
  "teams.refused": "Microsoft Teams did not accept it ({word}).",
  "teams.repeated": "This message may be here twice: the answer of Microsoft Teams to the first one was lost.",
  "teams.secret_expired":
    "The client secret has expired ({word}). Make a new one in Microsoft Entra, and enter it here.",
  "teams.secret_form": "A client secret has 16 to 255 signs without blanks. Copy its value, not its id.",
  "teams.secret_gone": "The client secret is not stored any more. Enter it again.",
  "teams.secret_wrong": "Microsoft Entra does not accept the client secret ({word}). Copy its value, not its id.",
  "teams.tenant_unknown": "Microsoft Entra does not find the tenant ({word}). Check the tenant id.",
  "teams.throttled": "Microsoft asks for fewer requests. Clew waits as long as it asked for.",
  "teams.token_refused": "Microsoft Entra gave no token for the app ({word}).",
  "teams.user_gone":
    "Microsoft Teams does not deliver to this user ({word}). The app may have been removed or blocked there.",
  "teams.works": "Microsoft Entra gives a token for the app.",
} as const;
