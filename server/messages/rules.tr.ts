/** Turkish texts about rules. */
import type { ENGLISH_RULES } from "./rules.en.ts";

export const TURKISH_RULES: Readonly<Record<keyof typeof ENGLISH_RULES, string>> = {
  "rule.area_unused":
    "Alan yalnızca kayıtlarla, güncelliğini yitiren sayfalarla ve risk altındaki bilgiyle ilgili kurallarda kullanılır.",
  "rule.assign_unsupported": "Bu takip sistemi, {person} kişisinin hangi adla atanabileceğini bildirmiyor.",
  "rule.certainty_unused": "Kesinlik yalnızca kayıtlarla ilgili kurallarda kullanılır.",
  "rule.days_required": "Bir kaydın kaç gün hareketsiz kalınca bayat sayılacağını yazın.",
  "rule.days_unused": "Gün sayısı yalnızca bayat kayıtlarla ilgili kurallarda kullanılır.",
  "rule.changed_since": "Bu kural bu arada değişti. Sayfayı yenileyip kuralı okuyun ve bir deneme çalıştırması yapın.",
  "rule.expert":
    "{name} bu yerin uzmanları arasında {place, number}. sırada ve {load, number} açık kaydı var; üyelerin ortancası {median, number}.",
  "rule.file_action": "Her eylem için şunlardan birini yazın: {actions}.",
  "rule.file_alias": "Çapalar ve takma adlar okunmaz. Değerlerin kendisini yazın.",
  "rule.file_changed": "Dosya bu kuralı değiştirdi. Deneme çalıştırması yapıp kuralı yeniden açın.",
  "rule.file_complex": "Dosyanın iç içe geçmişliği çok derin ya da alanları çok fazla. Hiçbir bölümü okunmadı.",
  "rule.file_field": "Böyle bir alan yok: {field}.",
  "rule.file_is_read_only": "Bu kural bir deponun dosyasında. Orada değiştirin.",
  "rule.file_syntax": "Geçerli YAML değil: {text}",
  "rule.file_too_large": "Dosya 64 KB'tan büyük. Hiçbir bölümü okunmadı.",
  "rule.file_too_long": "Çok uzun ya da çok fazla: {field}.",
  "rule.file_type": "Eksik ya da yanlış türde: {field}.",
  "rule.file_value": "{field} şunlardan biri olmalı: {values}.",
  "rule.left_project":
    "Kuralı açan üye artık bu projenin kurallarını değiştiremiyor. Başka bir Maintainer kuralı açabilir.",
  "rule.limit": "Bir projede en çok {max} kural olabilir. Önce birini silin.",
  "rule.metric_unused": "Metrik yalnızca hedeflerle ilgili kurallarda kullanılır.",
  "rule.name_taken": "Bu adda başka bir kural var.",
  "rule.no_account": "Kural açıldığında {host} üzerinde hesabı yoktu. Kuralı kapatıp yeniden açın.",
  "rule.no_expert":
    "Bu yerin {count, number} uzmanından hiçbiri, takip sisteminde hesabı olan ve en fazla {median, number} açık kaydı bulunan etkin bir üye değil. Bu sayı üyelerin ortancasıdır.",
  "rule.no_person": "{host} üzerinde {person} adlı bir hesap yok.",
  "rule.no_receiver": "Bunların hiçbiri projenin üyesi değil: {people}.",
  "rule.no_tracker": "Projede yazılabilecek bir takip sistemi yok.",
  "rule.no_webhook": "Projede {webhook} adlı açık bir webhook yok.",
  "rule.not_checked": "Kuralı açmadan önce deneme çalıştırması yapın.",
  "rule.not_found": "Böyle bir kural yok.",
  "rule.not_markable":
    "Yalnızca kayıtlar, istekler ve güncelliğini yitiren sayfalarla ilgili kurallar işaret koyabilir.",
  "rule.not_of_issue": "Yalnızca kayıtlarla ilgili kurallar etiket ekleyebilir, atama yapabilir ya da yorum yazabilir.",
  "rule.query_filter": "Bir kural {filter} süzgecini kullanamaz. Kullanılabilenler: {filters}.",
  "rule.query_mistake": "Sorgunun şu bölümü okunamıyor: {text}",
  "rule.query_pattern": "Bir kural düzenli ifade kullanamaz: {text}",
  "rule.query_unused": "Sorgu yalnızca iş kayıtları ve isteklerle ilgili kurallarda kullanılır.",
  "rule.search_required": "Kayıtlı aramanın adını yazın.",
  "rule.search_unused": "Arama yalnızca arama eşleşmeleriyle ilgili kurallarda kullanılır.",
  "rule.too_many_actions":
    "Bir saat içinde {max} eylemden fazlasını yapacaktı. Günlüğüne bakın, doğruysa kuralı yeniden açın.",
};
