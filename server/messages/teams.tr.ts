import type { ENGLISH_TEAMS } from "./teams.en.ts";

/** Turkish texts of the app in Microsoft Teams. */
export const TURKISH_TEAMS: Readonly<Record<keyof typeof ENGLISH_TEAMS, string>> = {
  "teams.app_unknown":
    "Microsoft Entra bu kiracıda uygulamayı bulamıyor ({word}). Uygulama kimliğini ve kiracı kimliğini denetleyin.",
  "teams.bot_unknown":
    "Bot Connector uygulamanın jetonunu kabul etmiyor. Azure Bot’un bu uygulama kimliğini kullandığını ve Microsoft Teams kanalının açık olduğunu denetleyin.",
  "teams.button_link": "Kullanıcımı bağla",
  "teams.channel_gone":
    "Microsoft Teams bu kanala ileti kabul etmiyor ({word}). Kanal silinmiş ya da uygulama ekipten kaldırılmış olabilir. Uygulamayı ekibe ekleyin, sonra bunu yeniden açın.",
  "teams.code_typed": "Şimdi bunun siz olduğunuzu Clew’de onaylayın: {link}",
  "teams.code_wrong": "Bu kod geçerli değil. Clew’den yeni bir kod isteyin: {link}",
  "teams.conversation_gone":
    "Microsoft Teams bu konuşmayı artık bulamıyor ({word}). Uygulamaya bir ileti göndererek kullanıcınızı yeniden bağlayın.",
  "teams.foreign_service": "Konuşma, Microsoft Teams’e ait olmayan bir adreste. Kullanıcınızı yeniden bağlayın.",
  "teams.help": "Clew’den bir kod isteyin, sonra buraya link KOD gönderin: {link}",
  "teams.id_form": "Microsoft Entra kimliği, beş öbekte rakamlardan ve a–f harflerinden oluşan 32 karakterdir.",
  "teams.in_progress": "Takip sistemi henüz yanıt vermedi. Yanıt verdiğinde bu ileti değişir.",
  "teams.link_again":
    "Uygulamayla konuşmanız bilinmiyor. Uygulamaya bir ileti göndererek kullanıcınızı yeniden bağlayın.",
  "teams.link_first": "Bu Microsoft Teams kullanıcısı Clew’e bağlı değil. Ayarlarınızdan bağlayın: {link}",
  "teams.linked_to_other":
    "Bu Microsoft Teams kullanıcısı başka bir Clew kullanıcısına bağlı. Önce o kişi kendi ayarlarından bağlantıyı kaldırmalı.",
  "teams.no_answer": "Microsoft zamanında yanıt vermedi.",
  "teams.no_app": "Şirketin Microsoft Teams uygulaması yok.",
  "teams.no_app_for_channel":
    "Şirketin çalışan bir Microsoft Teams uygulaması yok. Bir Admin şirket ayarlarından kurar, sonra bu yeniden açılır.",
  "teams.no_attempt": "Kodunuz uygulamaya gönderilmedi ya da on dakikası doldu. Yeni bir kod isteyin.",
  "teams.no_keys": "Bot Framework anahtarları okunamadı.",
  "teams.not_in_team":
    "Uygulama bu kanalın ekibinde değil. Uygulamayı Microsoft Teams’te ekibe ekleyin, sonra kanalı seçin ya da bunu yeniden açın.",
  "teams.not_linked": "Bir Microsoft Teams kullanıcısına bağlı değilsiniz.",
  "teams.other_person": "Kodu başka bir Microsoft Teams kullanıcısı gönderdi. Sayfaya yeniden bakın.",
  "teams.personal_only": "Uygulamaya bir ekipte değil, kişisel konuşmada yazın.",
  "teams.refused": "Microsoft Teams bunu kabul etmedi ({word}).",
  "teams.repeated": "Bu ileti iki kez gelmiş olabilir: Microsoft Teams’in ilkine verdiği yanıt kayboldu.",
  "teams.secret_expired":
    "İstemci gizli anahtarının süresi dolmuş ({word}). Microsoft Entra’da yenisini oluşturup buraya girin.",
  "teams.secret_form": "İstemci gizli anahtarı boşluksuz 16–255 karakterdir. Kimliğini değil, değerini kopyalayın.",
  "teams.secret_gone": "İstemci gizli anahtarı artık saklı değil. Yeniden girin.",
  "teams.secret_wrong":
    "Microsoft Entra istemci gizli anahtarını kabul etmiyor ({word}). Kimliğini değil, değerini kopyalayın.",
  "teams.tenant_unknown": "Microsoft Entra kiracıyı bulamıyor ({word}). Kiracı kimliğini denetleyin.",
  "teams.throttled": "Microsoft daha az istek gönderilmesini istiyor. Clew istediği kadar bekler.",
  "teams.token_refused": "Microsoft Entra uygulama için jeton vermedi ({word}).",
  "teams.user_gone":
    "Microsoft Teams bu kullanıcıya ileti göndermiyor ({word}). Uygulama orada kaldırılmış ya da engellenmiş olabilir.",
  "teams.works": "Microsoft Entra uygulama için jeton veriyor.",
};
