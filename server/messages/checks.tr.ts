/** Turkish texts of check runs on requests. */
import type { ENGLISH_CHECKS } from "./checks.en.ts";

export const TURKISH_CHECKS: Readonly<Record<keyof typeof ENGLISH_CHECKS, string>> = {
  "checks.action": "{count, plural, one {Bakılması gereken # şey} other {Bakılması gereken # şey}}",
  "checks.changed": "değişen adları anıyor: {names}",
  "checks.elsewhere":
    "{count, plural, one {Burada herkesin okuyamayacağı bir şeyi anan # bulgu daha var.} other {Burada herkesin okuyamayacağı şeyleri anan # bulgu daha var.}} Projenin üyeleri bunları Clew’de görür.",
  "checks.files": "bu dosyaları değiştirdi",
  "checks.folders": "aynı klasörlerdeki dosyaları değiştirdi",
  "checks.footer": "Bu, {commit} commit’i hakkındadır. [Clew’de görüntüle]({url})",
  "checks.functions": "daha önce {names} üzerinde değişiklik yaptı",
  "checks.gone": "kaldırılan ya da taşınan adları anıyor: {names}",
  "checks.left_project":
    "Bildirimleri açan üye bu projenin kaynaklarını artık değiştiremiyor. Sizin hesabınızla yazılmaları için bildirimleri kapatıp yeniden açın.",
  "checks.likely": "Büyük olasılıkla kapattığı kayıtlar",
  "checks.likely_place": "olası yeri {path}",
  "checks.load": "{count, plural, one {# inceleme bekliyor} other {# inceleme bekliyor}}",
  "checks.missing": "Genellikle birlikte değişen, ama değişmeyen dosyalar",
  "checks.names_only":
    "Değişen dosyaların burada yalnızca adları biliniyor, satırları bilinmiyor: işlevlere ve onları anan sayfalara bakılmadı.",
  "checks.no_account":
    "{host} üzerinde Clew’in yazabileceği bir hesabınız yok. Ayarlarınızda bir hesap bağlayın ve sağlayıcının bunun için bir izni varsa yazmayı açın; ya da bu kaynağa kendi belirtecinizi verin.",
  "checks.nothing": "Bildirilecek bir şey yok",
  "checks.nothing_about":
    "{count, plural, one {Değişen dosya} other {Değişen # dosya}}, deponun geçmişi ve projenin sayfalarıyla karşılaştırıldı: eksik kalan ya da güncelliğini yitiren bir şey bulunmadı.",
  "checks.other_account":
    "Kod sunucusundaki hesap artık {account}. Bildirimlerin bu hesapla yazılması için onları kapatıp yeniden açın; bu hesap öncekinin notlarını düzenleyemez.",
  "checks.pages": "Değiştirdiklerini anan sayfalar",
  "checks.permission":
    "{account}, {app} uygulamasına denetim yazma izni vermedi. Uygulamanın sahibi, kod sunucusundaki uygulama ayarlarında “Checks: read and write” iznini ekler ve hesap bunu onaylar; bir isteğin sonraki değişikliği o zaman bildirilir.",
  "checks.quiet": "Devamı Clew’de",
  "checks.quiet_both": "Kim inceleyebilir ve muhtemelen neyi kapatır",
  "checks.reviewers": "Kim inceleyebilir",
  "checks.together":
    "{path} dosyasını değiştiren {count, plural, one {# commit’in} other {# commit’in}} {together} tanesi bunu da değiştirdi",
  "checks.too_many_notes": "İstekte taranabilecek olandan fazla not var.",
  "checks.unavailable_about":
    "Bu isteğin neyi değiştirdiği ne Clew’da ne de kod sunucusunda var; örneğin dalı değiştirilmiş ya da çatalı silinmiş olabilir. Bir sonraki gönderimden sonra yeniden bakılır.",
  "checks.unindexed_about":
    "Bu isteğin deposu projesinde dizine eklenmemiş. Projenin sahibi ya da bir bakımcısı depoyu projeye bağlar veya ilk eşitlemesini bekler; bir sonraki gönderime o zaman bakılır.",
  "checks.unknown": "Clew bu isteğin kodunu henüz bilmiyor",
  "checks.unsupported":
    "Yalnızca GitLab ve Bitbucket’taki istekler ile bir GitHub uygulamasıyla okunan kaynakların istekleri hakkında bildirim yapılabilir. Önce kaynağın erişimini değiştirin.",
};
