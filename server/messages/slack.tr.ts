import type { ENGLISH_SLACK } from "./slack.en.ts";

/** Turkish texts of the Slack app. */
export const TURKISH_SLACK: Readonly<Record<keyof typeof ENGLISH_SLACK, string>> = {
  "slack.channel": "Slack bu konuşmayı artık bulamıyor ({word}).",
  "slack.code_typed": "Şimdi bunun siz olduğunuzu Clew’de onaylayın: {link}",
  "slack.code_wrong": "Bu kod geçerli değil. Clew’den yeni bir kod isteyin: {link}",
  "slack.command_help": "Clew’den bir kod isteyin, sonra buraya /clew link KOD yazın: {link}",
  "slack.invalid_auth":
    "Slack bu jetonu tanımıyor (invalid_auth). Uygulamanın Bot User OAuth Token değerini yeniden kopyalayın; xoxb- ile başlar.",
  "slack.link_first": "Bu Slack kullanıcısı Clew’e bağlı değil. Ayarlarınızdan bağlayın: {link}",
  "slack.linked_to_other":
    "Bu Slack kullanıcısı başka bir Clew kullanıcısına bağlı. Önce o kişi kendi ayarlarından bağlantıyı kaldırmalı.",
  "slack.missing_scope":
    "Uygulamanın şu izinleri eksik (missing_scope): {scopes}. Slack’te OAuth & Permissions bölümünden ekleyin, uygulamayı yeniden kurun ve jetonunu burada yeniden girin.",
  "slack.no_answer": "Slack zamanında yanıt vermedi.",
  "slack.no_app": "Şirketin Slack uygulaması yok.",
  "slack.no_attempt": "Kodunuzu Slack’te kimse yazmadı ya da on dakikası doldu. Yeni bir kod isteyin.",
  "slack.no_team": "Slack bu jetonun hangi çalışma alanına ait olduğunu söylemiyor.",
  "slack.not_linked": "Bir Slack kullanıcısına bağlı değilsiniz.",
  "slack.other_person": "Kodu başka bir Slack kullanıcısı yazdı. Sayfaya yeniden bakın.",
  "slack.other_team": "Jeton artık {team} çalışma alanına ait. Uygulamayı yeniden ayarlayın.",
  "slack.ratelimited": "Slack daha az istek gönderilmesini istiyor. Clew istediği kadar bekler.",
  "slack.refused": "Slack bunu kabul etmedi ({word}).",
  "slack.repeated": "Bu ileti iki kez gelmiş olabilir: Slack’in ilkine verdiği yanıt kayboldu.",
  "slack.secret_form":
    "Signing Secret 32 karakterdir; rakamlardan ve a–f harflerinden oluşur. Uygulamanın Basic Information bölümündedir.",
  "slack.token_form": "Bot User OAuth Token xoxb- ile başlar. Uygulamanın OAuth & Permissions bölümündedir.",
  "slack.token_revoked":
    "Uygulama çalışma alanından kaldırılmış ya da jetonu iptal edilmiş ({word}). Slack’te yeniden kurun ve jetonunu burada yeniden girin.",
  "slack.user_gone": "Slack bu kullanıcıya ileti göndermiyor ({word}). Başka bir Slack kullanıcısı bağlayın.",
  "slack.works": "Uygulama {team} çalışma alanında çalışıyor.",
  "slack.is_archived": "Kanal arşivlenmiş (is_archived). Başka bir kanal seçin.",
  "slack.no_app_for_channel":
    "Şirketin çalışan bir Slack uygulaması yok. Bir Admin şirket ayarlarından kurar, sonra bu yeniden açılır.",
  "slack.not_in_channel":
    "Uygulama bu kanalda değil (not_in_channel). Kanala /invite @Clew ile çağırın, sonra bunu yeniden açın.",
};
