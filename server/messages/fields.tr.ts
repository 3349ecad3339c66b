/** Turkish texts about custom fields of trackers. */
import type { ENGLISH_FIELDS } from "./fields.en.ts";

export const TURKISH_FIELDS: Record<keyof typeof ENGLISH_FIELDS, string> = {
  "issue.unread_field": "Bu projenin hiçbir takip sistemi “{field}” alanını okumuyor. Okunan alanlar: {known}.",
  "issue.no_read_fields": "Bu projenin hiçbir takip sistemi “{field}” alanını ya da başka bir özel alanı okumuyor.",
  "source.projects_permission":
    "{host} projeleri bu erişimle okunamıyor. “read:project” kapsamı olan bir erişim anahtarı gerekir; ayrıntılı yetkili bir anahtar için kuruluşun “Projects: read” izni gerekir.",
  "source.projects_refused": "{host} deponun projelerini listelemedi.",
  "note.many_project_items":
    "Projelerde bu sunucunun bir eşitlemede okuduğundan çok öğe var. Bazı kayıtların alanları eksik.",
  "source.no_custom_fields": "{name} kaynağında okunabilecek özel alan yok. Listeyi boş bırakın.",
  "source.unknown_field_near": "“{field}” diye bir alan yok. “{nearest}” mi demek istediniz?",
  "source.unknown_field": "“{field}” diye bir alan yok. Okunabilecek alanlar: {known}.",
};
