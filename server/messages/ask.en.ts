/** Texts about questions and the model of a company. */
export const ENGLISH_ASK = {
  "ask.again": "What was shown can no longer be sent: it is too old, or something has changed since. Ask again.",
  "ask.bad_answer": "The answer of {host} is not one of chat completions. Check the address of the model.",
  "ask.busy": "{host} takes no request now. Try again in {seconds} s.",
  "ask.cut": "{host} ended the connection before its answer was complete. Try again.",
  "ask.day_limit":
    "You have used {used, number} of the {max, number} tokens that your company allows a user each day. Ask the model again tomorrow.",
  "ask.empty": "The model sent an empty answer. Allow it more tokens for an answer.",
  "ask.key_again": "The stored key belongs to another host. Enter the key for this one, or choose “No key”.",
  "ask.month_limit": "Your company has spent what it allows for its model this month. An Admin can raise the limit.",
  "ask.no_model":
    "{host} does not know the model “{model}”, or the address is wrong. An Admin can change both in Settings > Language model.",
  "ask.no_parts": "The model of {host} does not send its answer in parts. Ask again for the answer as a whole.",
  "ask.no_settings": "No model is set up.",
  "ask.request_limit":
    "Not even one passage fits into {max, number} tokens. An Admin can allow more in Settings > Language model.",
  "ask.silent": "{host} was silent for {seconds} seconds in the middle of its answer. Try again.",
  "ask.slow": "{host} did not answer within {seconds} seconds.",
  "ask.status": "{host} refused the request with status {status}.",
  "ask.status_words": "{host} refused the request with status {status}: “{words}”",
  "ask.stopped": "{host} has stopped its answer: “{words}”",
  "ask.too_long": "The model of {host} takes less text than this. Ask again with fewer passages.",
  "ask.unauthorized":
    "{host} refused the key (status {status}). An Admin can enter another in Settings > Language model.",
  "ask.works": "“{model}” has answered.",
  "field.model_address": "Give the base of the API, such as https://models.example.org/v1, without a query.",
} as const;
