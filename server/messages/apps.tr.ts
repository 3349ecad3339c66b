/** Turkish texts about apps at code hosts. */
import type { ENGLISH_APPS } from "./apps.en.ts";

export const TURKISH_APPS: Record<keyof typeof ENGLISH_APPS, string> = {
  "app.address": "Yalnızca sunucunun adresini girin (örneğin https://github.example.org).",
  "app.key_refused":
    "{host}, {app} uygulamasının anahtarını artık kabul etmiyor. Şirketin bir yöneticisi uygulamayı Ayarlar > Uygulamalar’dan kaldırıp yenisini kaydetmelidir.",
  "app.key_unusable": "Kod sunucusu, uygulamaya imza atamayan bir özel anahtar verdi.",
  "app.limit": "Bir şirketin en çok {max} uygulaması olabilir. Önce birini kaldırın.",
  "app.not_found": "Böyle bir uygulama yok.",
  "app.organization": "Kuruluşun adını adresindeki gibi yazın: harf, rakam ve kısa çizgi.",
  "app.page_continue": "Kod sunucusuna devam et",
  "app.page_title": "Clew için uygulama kaydı",
  "app.permissions":
    "{account}, {app} uygulamasına okumak için gereken izinlerin tümünü vermedi: kod, kayıtlar ve çekme istekleri. Hesabın sahibi izinleri kod sunucusunda onaylamalıdır.",
  "app.removed":
    "Bu kaynağın okunduğu uygulama Clew’den kaldırıldı. Kaynağın erişimini değiştirin. Okunanlar yerinde duruyor.",
  "app.suspended":
    "{account}, {app} uygulamasını askıya aldı. Sahibi uygulamayı kod sunucusunda sürdürmeli ya da kaynağa başka bir erişim verilmelidir. Okunanlar yerinde duruyor.",
  "app.too_many_installations": "Uygulamanın okunabilecekten fazla kurulumu var.",
  "app.uninstalled":
    "{account}, {app} uygulamasını kaldırdı. Uygulamayı yeniden kurun ve kaynağın erişimi olarak yeni kurulumu seçin. Okunanlar yerinde duruyor.",
  "app.unknown_installation": "Kaynak bağlayabileceğiniz böyle bir uygulama kurulumu yok.",
  "app.unsupported": "Bu sağlayıcıda uygulama kaydedilemez.",
};
