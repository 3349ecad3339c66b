import type { ENGLISH_WRITES } from "./writes.en.ts";

/** The same in Turkish. */
export const TURKISH_WRITES: Readonly<Record<keyof typeof ENGLISH_WRITES, string>> = {
  "write.off": "Bu takip sistemine yazma kapalı. Projenin bir Sahibi ya da Bakımcısı kaynak listesinden açabilir.",
  "write.role": "Bu projedeki rolünüz yalnızca okumaya izin veriyor. Proje sahibinden Geliştirici rolünü isteyin.",
  "write.unsupported": "Clew bu tür sunuculardan yalnızca okur.",
  "write.no_account": "{account} hesabınızı yazma için bağlayın: Clew sizin adınıza yazar, asla başkası adına yazmaz.",
  "write.no_consent": "{account} hesabınız yalnızca okuma için bağlı. Kendi adınıza işlem yapmak için yazmayı açın.",
  "write.no_way":
    "Clew’de {host} üzerinde bir hesabınız yok. {host} için oturum açma kurulmadığından burada yalnızca kaynağa jeton veren kişi yazabilir.",
  "write.reconnect": "{host} hesabınızı artık kabul etmiyor. Yeniden bağlayın.",
  "write.archived": "Depo arşivlenmiş: {host} değişiklik kabul etmiyor.",
  "write.locked": "{host} bu kaydın konuşmasını kilitlemiş.",
  "write.needs_triage": "{host} hesabınız buradaki kayıtları değiştiremez: sınıflandırma veya yazma izni gerekir.",
  "write.no_permission": "{host} hesabınızın bu projede buna izni yok.",
  "write.no_field": "{host} bu kayıt için böyle bir alan sunmuyor.",
  "write.only_there": "{host} şunları istiyor: {fields}. Bu adım yalnızca orada atılabilir.",
  "write.changed_meanwhile":
    "Hiçbir şey yazılmadı: {host} üzerindeki değer bu arada “{now}” olmuş. Kayda yeniden bakın, hâlâ uygunsa tekrarlayın.",
  "write.emptied_meanwhile":
    "Hiçbir şey yazılmadı: {host} üzerindeki değer bu arada silinmiş. Kayda yeniden bakın, hâlâ uygunsa tekrarlayın.",
  "write.not_offered": "{host} bu kayıt için “{name}” seçeneğini sunmuyor.",
  "write.not_taken": "{host} isteği kabul etti ama “{name}” değerini atladı. Hesabınız bunu belirleyemiyor olabilir.",
  "write.issue_gone": "{key} artık {host} üzerindeki bu takip sisteminde yok.",
  "write.host_refused": "{host} reddediyor: {words}",
  "write.lost":
    "{host} yanıt vermedi ve değişiklik henüz orada değil. Bir dakika sonra yeniden bakın: en fazla bir kez yazılır.",
  "write.not_arrived": "{host} yanıt vermedi ve değişiklik ulaşmadı. Tekrarlayın.",
  "write.not_shown":
    "{host} değişikliğin ulaşıp ulaşmadığını göstermiyor. Yeniden yazmadan önce oraya bakın; buradan en fazla bir kez gönderilir.",
  "write.partly":
    "{host} değişikliğin bir kısmını yaptı, kalanı başarısız oldu. Kayıt şu anda orada ne olduğunu gösteriyor.",
  "write.partly_refused": "{host} değişikliğin bir kısmını yaptı, kalanını reddediyor: {words}",
  "write.account_changed":
    "Artık {now} olarak yazacaksınız; size gösterilen hesap bu değildi. Sayfaya bakıp yeniden gönderin.",
  "write.quick_action":
    "{host} “{command}” satırını komut olarak çalıştırır. Satırı bir kod bloğuna alın ya da değiştirin.",
  "write.under_way": "Bu değişiklik şu anda yazılıyor. Birazdan yeniden bakın.",
  "write.key_reused": "Bu anahtar başka bir değişikliğe ait.",
  "write.no_project": "Bu kaynak {host} üzerinde tek bir projeye bağlı değil: kaydı orada açın.",
  "write.asks_for":
    "{host} bu türdeki bir kayıt için şunları istiyor: {fields}. Clew bunları dolduramaz. Başka bir tür seçin ya da kaydı orada açın.",
  "write.one_tracker":
    "Tek bir takip sisteminin kayıtlarını seçin: her sistemin etiketleri, kişileri ve durumları kendine özgüdür.",
  "write.too_many_held": "Gönderilmeyi bekleyen çok fazla değişikliğiniz var. Gönderilmelerini bekleyip sürdürün.",
  "write.too_late":
    "Hiçbir şey yazılmadı: bu sunucu değişikliği zamanında gönderemedi. Hâlâ uygun olup olmadığına bakın; tekrarlayın ya da vazgeçin.",
  "write.discarded": "Bu değişiklikten vazgeçtiniz.",
  "write.not_found": "Bu projede böyle bir değişikliğiniz yok.",
  "write.held": "Bu değişiklik gönderilmeyi bekliyor. Önce geri alın ya da bekleyin.",
  "write.may_arrive": "Bu değişiklik yolda ve hâlâ ulaşabilir. Bir dakika sonra yeniden bakın.",
};
