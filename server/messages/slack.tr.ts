import type { ENGLISH_SLACK } from "./slack.en.ts";

/** Turkish texts of the Slack app. */
export const TURKISH_SLACK: Readonly<Record<keyof typeof ENGLISH_SLACK, string>> = {
  "slack.assigned": "{name} kaydı {account} hesabıyla üstüne aldı.",
  "slack.button_assign": "Bana ata",
  "slack.button_close": "Kapat",
  "slack.button_mute": "Bu türü sustur",
  "slack.button_open": "Aç",
  "slack.button_read": "Okundu olarak işaretle",
  "slack.cancel": "Vazgeç",
  "slack.channel": "Slack bu konuşmayı artık bulamıyor ({word}).",
  "slack.close_question": "Kayıt, takip sisteminde kendi hesabınızla kapatılır.",
  "slack.close_title": "Bu kayıt kapatılsın mı?",
  "slack.closed": "{name} kaydı {account} hesabıyla kapattı.",
  "slack.closed_as": "{name} kaydı {account} hesabıyla kapattı; neden: {reason}.",
  "slack.code_typed": "Şimdi bunun siz olduğunuzu Clew’de onaylayın: {link}",
  "slack.code_wrong": "Bu kod geçerli değil. Clew’den yeni bir kod isteyin: {link}",
  "slack.command_help": "Clew’den bir kod isteyin, sonra buraya /clew link KOD yazın: {link}",
  "slack.failed": "Bu işlem yapılamadı. Yeniden deneyin ya da kaydı Clew’de açın.",
  "slack.invalid_auth":
    "Slack bu jetonu tanımıyor (invalid_auth). Uygulamanın Bot User OAuth Token değerini yeniden kopyalayın; xoxb- ile başlar.",
  "slack.link_first": "Bu Slack kullanıcısı Clew’e bağlı değil. Ayarlarınızdan bağlayın: {link}",
  "slack.linked_to_other":
    "Bu Slack kullanıcısı başka bir Clew kullanıcısına bağlı. Önce o kişi kendi ayarlarından bağlantıyı kaldırmalı.",
  "slack.missing_scope":
    "Uygulamanın şu izinleri eksik (missing_scope): {scopes}. Slack’te OAuth & Permissions bölümünden ekleyin, uygulamayı yeniden kurun ve jetonunu burada yeniden girin.",
  "slack.muted": "Bu türün mesajları artık gelmez: {kind}. Uygulama bunları göstermeyi sürdürür.",
  "slack.networks": "Şirketiniz yalnızca kendi ağlarından erişime izin veriyor; bu işlem Clew’de yapılır.",
  "slack.no_answer": "Slack zamanında yanıt vermedi.",
  "slack.no_app": "Şirketin Slack uygulaması yok.",
  "slack.no_assignee": "Takip sistemi bu kayıt için {account} hesabını atanabilir kişi olarak sunmuyor.",
  "slack.no_attempt": "Kodunuzu Slack’te kimse yazmadı ya da on dakikası doldu. Yeni bir kod isteyin.",
  "slack.no_close": "Takip sistemi şu anda bu kaydı kapatmanın bir yolunu sunmuyor.",
  "slack.no_team": "Slack bu jetonun hangi çalışma alanına ait olduğunu söylemiyor.",
  "slack.not_linked": "Bir Slack kullanıcısına bağlı değilsiniz.",
  "slack.not_there": "Bu mesaj size ait değil ya da konusu artık yok.",
  "slack.other_person": "Kodu başka bir Slack kullanıcısı yazdı. Sayfaya yeniden bakın.",
  "slack.other_team": "Jeton artık {team} çalışma alanına ait. Uygulamayı yeniden ayarlayın.",
  "slack.ratelimited": "Slack daha az istek gönderilmesini istiyor. Clew istediği kadar bekler.",
  "slack.read": "Okundu olarak işaretlendi.",
  "slack.reason_question": "Kapatma nedeni:",
  "slack.refused": "Slack bunu kabul etmedi ({word}).",
  "slack.refused_action": "Yapılmadı: {reason}",
  "slack.repeated": "Bu mesaj iki kez gelmiş olabilir: Slack’in ilkine verdiği yanıt kayboldu.",
  "slack.secret_form":
    "Signing Secret 32 karakterdir; rakamlardan ve a–f harflerinden oluşur. Uygulamanın Basic Information bölümündedir.",
  "slack.token_form": "Bot User OAuth Token xoxb- ile başlar. Uygulamanın OAuth & Permissions bölümündedir.",
  "slack.token_revoked":
    "Uygulama çalışma alanından kaldırılmış ya da jetonu iptal edilmiş ({word}). Slack’te yeniden kurun ve jetonunu burada yeniden girin.",
  "slack.unknown": "Bunun yapılıp yapılmadığı henüz bilinmiyor: {reason}",
  "slack.user_gone": "Slack bu kullanıcıya mesaj iletmiyor ({word}). Başka bir Slack kullanıcısı bağlayın.",
  "slack.works": "Uygulama {team} çalışma alanında çalışıyor.",
};
